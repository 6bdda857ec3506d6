import type { TableError } from "../../../../core/table/error.ts"
import type { Sentence } from "../../protocol/check.ts"
import { columnWords } from "./column-words.ts"
import { nbsp, quotedCell } from "./phrases.ts"

interface Said {
  readonly title: Sentence
  readonly detail: Sentence
}

/** What cells are expected to be, in French; what is left out stays as the engine says it. */
const frenchExpectations: ReadonlyArray<readonly [RegExp, string]> = [
  [/^one of (.+)$/s, "l’une de ces valeurs, $1"],
  [/^an existing (\S+) of (\S+)$/, "une valeur de $1 qui existe dans $2"],
  [/^true or false$/, "true ou false"],
  [/^true, false or nothing$/, "true, false ou rien"],
  [/^some text$/, "un texte"],
  [/^text without spaces around it$/, "un texte sans espace autour"],
  [/^a calendar day YYYY-MM-DD$/, "un jour de la forme AAAA-MM-JJ"],
  [/^an? integer(.*)$/, "un nombre entier$1"],
  [/^an? whole number(.*)$/, "un nombre entier$1"],
  [/^an? decimal(.*)$/, "un nombre décimal, avec un point$1"],
  [/^an? number, <n.*$/, "un nombre, <n, <=n, >n, >=n ou un intervalle comme [10..20)"],
  [/^words joined by \|.*$/, "des mots joints par |, ou not(a|b), sans espace"],
  [
    /^a key of its own; line (\d+) has it already$/,
    `une clé qui lui soit propre${nbsp}: la ligne $1 l’a déjà`,
  ],
  [/^a closing quote$/, "un guillemet fermant"],
  [/^at most (\d+) rows$/, "au plus $1 lignes"],
  [
    /^a file of this name in the folder of tables$/,
    "un fichier de ce nom dans le dossier des tables",
  ],
  [/^a column (\S+) in the header row$/, "une colonne $1 dans l’en-tête"],
]

const inFrench = (expected: string): string => {
  for (const [pattern, words] of frenchExpectations) {
    if (pattern.test(expected)) return expected.replace(pattern, words)
  }
  return expected
}

const listedMax = 200

const short = (text: string): string =>
  text.length > listedMax ? `${text.slice(0, listedMax)}…` : text

/** What a mistake says to an analyst: which cell cannot stand, what may stand there. */
export const mistakeWords = (error: TableError): Said => {
  const { cell, column, expected, more = 0 } = error
  const [others, autres] =
    more === 0
      ? ["", ""]
      : [
          ` ${more} more ${more === 1 ? "cell is" : "cells are"} like it.`,
          ` ${more} ${more === 1 ? "autre cellule est" : "autres cellules sont"} dans le même cas.`,
        ]
  const stands = {
    en: `What may stand there: ${short(expected)}.${others}`,
    fr: `Ce qui peut s’y trouver${nbsp}: ${short(inFrench(expected))}.${autres}`,
  }
  if (column === "" && cell === "") {
    return {
      title: { en: "The table cannot be read here", fr: "La table ne se lit pas ici" },
      detail: stands,
    }
  }
  const written = quotedCell(cell)
  if (column === "") {
    return {
      title: {
        en: `${written.en} cannot stand here`,
        fr: `${written.fr} ne peut pas se trouver ici`,
      },
      detail: stands,
    }
  }
  if (cell === "") {
    return {
      title: {
        en: `Nothing stands in ${columnWords(column, "en")}`,
        fr: `Rien sous «${nbsp}${columnWords(column, "fr")}${nbsp}»`,
      },
      detail: stands,
    }
  }
  return {
    title: {
      en: `${written.en} is no ${columnWords(column, "en")}`,
      fr: `${written.fr} ne va pas sous «${nbsp}${columnWords(column, "fr")}${nbsp}»`,
    },
    detail: stands,
  }
}
