import type { CatalogueOffer } from "./catalogue.ts"
import { type Eligible, prepareEligibility } from "./eligibility.ts"
import type { TripFacts } from "./facts.ts"
import type { EligibilityRow, PricingTables } from "./tables.ts"

/** The offers of a catalogue that match a trip, and how many nearly did. */
export interface Selection {
  /** The rows behind both. */
  readonly eligible: Eligible<EligibilityRow>
  readonly matched: ReadonlyArray<CatalogueOffer>
  readonly nearMissCount: number
}

/** Prepares the choice of offers; an offer that matches by one row is no near miss by another. */
export const prepareSelection = (
  tables: Pick<PricingTables, "eligibility" | "relaxable">,
  offers: ReadonlyMap<string, CatalogueOffer>,
): ((facts: TripFacts) => Selection) => {
  const relaxable = tables.relaxable.rows.map(({ condition }) => condition)
  const eligible = prepareEligibility(tables.eligibility, relaxable)
  return (facts) => {
    const found = eligible(facts)
    const { matched, nearMisses } = found
    const ids = new Set(matched.map(({ offerId }) => offerId))
    const missed = new Set(nearMisses.map(({ row }) => row.offerId))
    return {
      eligible: found,
      matched: [...ids].flatMap((id) => offers.get(id) ?? []),
      nearMissCount: [...missed].filter((id) => !ids.has(id)).length,
    }
  }
}
