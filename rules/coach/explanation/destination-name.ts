import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { BilanCase } from "./bilan-case.ts"

/** Cites the name of a country in the language of the market. */
export const countryNameReason = (
  { market, pieces, situation }: BilanCase,
  code: string,
): Reason => {
  const { countries } = pieces.tables
  const row = countries.get(code)
  const says = row === undefined ? "has no name here" : `is ${situation.countryName(code)}`
  const column = market.language === "fr" ? "name_fr" : "name_en"
  return citeRow(countries, row, `${code} ${says}`, column)
}

/** Cites the name of the destination that sets the medical target. */
export const destinationNameReason = (bilan: BilanCase): Reason =>
  countryNameReason(bilan, bilan.situation.destination)
