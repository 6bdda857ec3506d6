import type { Finding } from "../../../core/check/finding.ts"
import { capital, tellInEnglish } from "../../../core/check/tell/english.ts"
import { tellInFrench } from "../../../core/check/tell/french.ts"
import type { Told } from "../../../core/check/tell/told.ts"
import type { TableError } from "../../../core/table/error.ts"
import { describeExpectation } from "../../../core/table/expectation.ts"
import { describeExpectationInFrench } from "../../../core/table/expectation-french.ts"
import type { AnyDefinition } from "../../../core/table/load.ts"
import type { InBoth } from "../../../core/vocabulary/written-language.ts"
import { inWords, type NameOf } from "./column-words.ts"
import { nbsp } from "../../../core/vocabulary/french-signs.ts"

/** What analysts read of a finding or a mistake: in short, and with its reason and what one can do. */
export interface ToldFinding {
  readonly title: InBoth<string>
  readonly detail: InBoth<string>
}

/** What analysts read of a finding, with the table that it is in. */
export const toldFinding = (
  finding: Finding,
  definition: AnyDefinition | undefined,
  nameOf?: NameOf,
): ToldFinding => {
  const en = tellInEnglish(finding, inWords(definition, "en", nameOf))
  const fr = tellInFrench(finding, inWords(definition, "fr", nameOf))
  return {
    title: { en: capital(en.title), fr: capital(fr.title) },
    detail: { en: sentences(en), fr: sentences(fr) },
  }
}

/** What analysts read of a mistake: which cell cannot stand, what may stand there. */
export const toldMistake = (error: TableError): ToldFinding => {
  const { cell, column, expected, more = 0 } = error
  const [en, fr] = [inWords(undefined, "en"), inWords(undefined, "fr")]
  const may = {
    en: shortList(describeExpectation(expected)),
    fr: shortList(describeExpectationInFrench(expected)),
  }
  const detail = {
    en: `What may stand there: ${may.en}.${more === 0 ? "" : ` ${more} more ${more === 1 ? "cell is" : "cells are"} like it.`}`,
    fr: `Ce qui peut s’y trouver${nbsp}: ${may.fr}.${more === 0 ? "" : ` ${more} ${more === 1 ? "autre cellule est" : "autres cellules sont"} dans le même cas.`}`,
  }
  if (column === "") {
    const title =
      cell === ""
        ? { en: "The table cannot be read here", fr: "La table ne se lit pas ici" }
        : {
            en: `${en.cell(cell)} cannot stand here`,
            fr: `${fr.cell(cell)} ne peut pas se trouver ici`,
          }
    return { title, detail }
  }
  const under = `sous ${fr.cell(fr.column(column))}`
  if (expected._tag === "Space" || expected._tag === "Apostrophe") {
    const what = expected._tag === "Space" ? spaceLacking : apostropheStraight
    return {
      title: {
        en: `${what.en(en.cell(cell))} in ${en.column(column)}`,
        fr: `${what.fr(fr.cell(cell))} ${under}`,
      },
      detail,
    }
  }
  const title =
    cell === ""
      ? { en: `Nothing stands in ${en.column(column)}`, fr: `Rien ${under}` }
      : {
          en: `${en.cell(cell)} is no ${en.column(column)}`,
          fr: `${fr.cell(cell)} ne va pas ${under}`,
        }
  return { title, detail }
}

const spaceLacking = {
  en: (sign: string) => `${sign} lacks its space`,
  fr: (sign: string) => `${sign} n’a pas son espace`,
}

const apostropheStraight = {
  en: (sign: string) => `${sign} is straight`,
  fr: (sign: string) => `${sign} est droite`,
}

const sentences = ({ detail }: Told): string =>
  detail.map((one) => (/[.?!]$/.test(one) ? capital(one) : `${capital(one)}.`)).join(" ")

const listedMax = 200

/** What is expected, as far as a sentence shows it. */
const shortList = (text: string): string =>
  text.length > listedMax ? `${text.slice(0, listedMax)}…` : text
