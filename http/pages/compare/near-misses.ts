import { cellOf } from "../../../rules/explanation/cite.ts"
import type { CatalogueOffer } from "../../../rules/pricing/catalogue.ts"
import type { PricingPieces } from "../../../rules/pricing/prepared.ts"
import type { QuotePlan } from "../../../rules/pricing/plan.ts"
import type { CompareSpeech } from "./speech.ts"

/** Offers that one condition keeps out, and that condition as its table writes it. */
export interface NearMissGroup {
  readonly condition: string
  readonly cell: string
  readonly offers: ReadonlyArray<CatalogueOffer>
}

/** The offers that nearly fit, those that the same condition keeps out together; each offer once. */
export const nearMissesOf = (
  { offers, tables }: PricingPieces,
  { selection: { eligible } }: QuotePlan,
): ReadonlyArray<NearMissGroup> => {
  const seen = new Set(eligible.matched.map(({ offerId }) => offerId))
  const groups = new Map<
    string,
    { condition: string; cell: string; offers: Array<CatalogueOffer> }
  >()
  for (const { condition, row } of eligible.nearMisses) {
    const offer = offers.get(row.offerId)
    if (offer === undefined || seen.has(row.offerId)) continue
    seen.add(row.offerId)
    const cell = cellOf(tables.eligibility, row, condition)
    const key = `${condition} ${cell}`
    const group = groups.get(key) ?? { condition, cell, offers: [] }
    group.offers.push(offer)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const bound = /^(?<sign><=|>=)(?<value>\d{1,4})$/

/** What would let the offers of a group through, in a sentence. */
export const nearMissText = (
  say: CompareSpeech,
  { cell, condition }: Omit<NearMissGroup, "offers">,
  offers: string,
): string => {
  const { sign = "", value = "" } = bound.exec(cell)?.groups ?? {}
  const values = { offers, count: Number(value), age: Number(value) }
  switch (`${condition} ${sign === "" ? cell : sign}`) {
    case "days <=":
      return say("near_days", values)
    case "youngest_age >=":
      return say("near_youngest", values)
    case "oldest_age <=":
      return say("near_oldest", values)
    case "annual true":
      return say("near_annual", values)
    case "annual false":
      return say("near_single", values)
    case "cancellation false":
      return say("near_cancellation", values)
    case "extreme_sports false":
      return say("near_sports", values)
    case "domestic false":
      return say("near_domestic", values)
    case "excluded false":
      return say("near_excluded", values)
    case "all_schengen true":
      return say("near_schengen", values)
    default:
      return say("near_other", values)
  }
}
