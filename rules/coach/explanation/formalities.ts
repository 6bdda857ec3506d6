import { citeHit, citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { Demand } from "../formalities/demand.ts"
import type { BilanCase } from "./bilan-case.ts"

/** What a demand asks for, in words: `GE asks for mandatory_medical, 30000 GEL`. */
const askedText = ({ amount, currency, destination, rule }: Demand): string =>
  `${destination} asks for ${rule.requirement}${amount === null ? "" : `, ${amount} ${currency}`}`

/** The destination's rule, where the tables have it: another source's rules stand in no file. */
const ruleReason = ({ pieces }: BilanCase, demand: Demand): ReadonlyArray<Reason> => {
  const { formalities } = pieces.tables
  const row = formalities.rows.find((each) => each === demand.rule)
  return row === undefined ? [] : [citeRow(formalities, row, askedText(demand), "requirement")]
}

/** The visa that the passport needs there, and the area that it is for. */
const visaReasons = (
  { pieces, request: { residence } }: BilanCase,
  { destination }: Demand,
): ReadonlyArray<Reason> => {
  const { countries, visaObligations } = pieces.tables
  const visa = pieces.tableRules.visaRow(residence, destination)
  if (visa === undefined) return []
  const { destinationArea: area, requirement } = visa
  const says = `a passport of ${residence} needs ${requirement} for ${area}`
  const country = countries.get(destination)
  return [
    citeRow(visaObligations, visa, says, "requirement"),
    ...(area === destination
      ? []
      : [citeRow(countries, country, `${destination} is part of ${area}`, area)]),
  ]
}

/** Cites a demand: the destination's rule, how it is read for this traveller, and the visa it comes with. */
export const demandReasons = (bilan: BilanCase, demand: Demand): ReadonlyArray<Reason> => {
  const { formalityRules } = bilan.pieces.tables
  const reading = formalityRules.rows.find(({ line }) => line === demand.line)
  return [
    ...ruleReason(bilan, demand),
    citeHit(formalityRules, demand, reading?.why ?? "reads the rule so", "demand"),
    ...(reading?.demand === "visa" ? visaReasons(bilan, demand) : []),
  ]
}
