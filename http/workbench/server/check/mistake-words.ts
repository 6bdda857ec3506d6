import type { TableError } from "../../../../core/table/error.ts"
import { describeExpectation } from "../../../../core/table/expectation.ts"
import { describeExpectationInFrench } from "../../../../core/table/expectation-french.ts"
import type { Sentence } from "../../protocol/check.ts"
import { columnWords } from "./column-words.ts"
import { nbsp, quotedCell } from "./phrases.ts"

interface Said {
  readonly title: Sentence
  readonly detail: Sentence
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
    en: `What may stand there: ${short(describeExpectation(expected))}.${others}`,
    fr: `Ce qui peut s’y trouver${nbsp}: ${short(describeExpectationInFrench(expected))}.${autres}`,
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
