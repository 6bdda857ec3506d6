import { citeHit, citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import { medicalSlug } from "../card/products.ts"
import type { BilanCase } from "./bilan-case.ts"
import { stepReason } from "./medical.ts"

/** Cites the rates by which amounts of the card are told in the market's currency, where they are. */
export const rateReasons = ({ market, pieces, situation }: BilanCase): ReadonlyArray<Reason> => {
  const { currencies, otherRates } = pieces.tables
  const { currency } = situation.card.product
  if (currency === market.currency) return []
  return [currency, market.currency].flatMap((code) => {
    const row = currencies.get(code)
    const other = otherRates.get(code)
    return [
      ...(row === undefined ? [] : [citeRow(currencies, row, `a rate of ${code}`)]),
      ...(other === undefined ? [] : [citeRow(otherRates, other, `a rate of ${code}`)]),
    ]
  })
}

/** Cites what is recommended of a guarantee in the market's currency, and the rows that ask for less. */
export const marketNeedReasons = (bilan: BilanCase, slug: string): ReadonlyArray<Reason> => {
  const { market, pieces, situation } = bilan
  if (slug === medicalSlug) return [stepReason(bilan, market.currency)]
  const { recommendedCover } = pieces.tables
  const need = pieces.gaps
    .needsOf(market.currency, situation.trip, situation.reach.kind)
    .find((each) => each.slug === slug)
  return recommendedCover
    .evaluate({ currency: market.currency, ...situation.trip, reach: situation.reach.kind })
    .filter((row) => row.slug === slug)
    .map((row) => {
      const amount = row.amount === null ? "to have it" : `${row.amount} ${market.currency}`
      return row.line === need?.line
        ? citeHit(recommendedCover, row, `${slug}: ${amount}`, "amount")
        : citeHit(recommendedCover, row, `${slug}: ${amount}, which is no more`)
    })
}
