import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { BilanCase } from "./bilan-case.ts"

const rateReason = ({ pieces }: BilanCase, code: string): Reason => {
  const { currencies, otherRates } = pieces.tables
  const listed = currencies.get(code)
  const other = otherRates.get(code)
  return listed === undefined && other !== undefined
    ? citeRow(otherRates, other, `the rate of ${code}, of no source`, "eur_rate")
    : citeRow(
        currencies,
        listed,
        `the rate of ${code} on ${listed?.rateDate ?? "no day"}`,
        "eur_rate",
      )
}

/** Cites the rates by which amounts of the card are told in the market's currency; none where that is its own. */
export const conversionReasons = (bilan: BilanCase): ReadonlyArray<Reason> => {
  const { card, marketCurrency } = bilan.situation
  const { currency } = card.product
  return currency === marketCurrency
    ? []
    : [rateReason(bilan, currency), rateReason(bilan, marketCurrency)]
}
