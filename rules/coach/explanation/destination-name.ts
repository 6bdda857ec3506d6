import { writtenLanguage } from "../../../core/vocabulary/written-language.ts"
import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { BilanCase } from "./bilan-case.ts"

/** Cites the name of a country in the language of the market. */
export const countryNameReason = (
  { market, pieces, situation }: BilanCase,
  code: string,
): Reason => {
  const { places } = pieces.tables
  const row = places.get(code)
  const says = row === undefined ? "has no name here" : `is ${situation.countryName(code)}`
  const column = `name_${writtenLanguage(market.language)}`
  return citeRow(places, row, `${code} ${says}`, column)
}

/** Cites the name of the destination that sets the medical target. */
export const destinationNameReason = (bilan: BilanCase): Reason =>
  countryNameReason(bilan, bilan.situation.destination)

/** Cites what a sentence calls the place where the traveller goes. */
export const inPlaceReason = ({ market, pieces, situation }: BilanCase): Reason => {
  const { places } = pieces.tables
  const { destination } = situation
  const row = places.get(destination)
  const language = writtenLanguage(market.language)
  const says = row === undefined ? "has no name here" : { en: row.inEn, fr: row.inFr }[language]
  return citeRow(places, row, `${destination}: ${says}`, `in_${language}`)
}
