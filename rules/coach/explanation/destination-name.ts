import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { BilanCase } from "./bilan-case.ts"

/** Cites the name of the destination that sets the medical target. */
export const destinationNameReason = ({ market, pieces, situation }: BilanCase): Reason => {
  const { countries } = pieces.tables
  const { destination, destinationName } = situation
  const row = countries.get(destination)
  const says = row === undefined ? "has no name here" : `is ${destinationName}`
  const column = market.language === "fr" ? "name_fr" : "name_en"
  return citeRow(countries, row, `${destination} ${says}`, column)
}
