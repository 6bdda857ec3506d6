import type { Tables } from "../tables/index.ts"
import { sandboxEligibility } from "../tables/pricing.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import { type Eligible, prepareEligibility } from "./eligibility.ts"
import type { TripFacts } from "./facts.ts"

/** The tables that say who may buy what. */
export interface SelectionTables {
  readonly eligibility: Tables["sandboxEligibility"]
  readonly relaxable: Tables["sandboxRelaxable"]
}

/** A row that says who may buy an offer. */
export type EligibilityRow = Tables["sandboxEligibility"]["rows"][number]

/** The offers of a catalogue that match a trip, and how many nearly did. */
export interface Selection {
  /** The rows behind both. */
  readonly eligible: Eligible<EligibilityRow>
  readonly matched: ReadonlyArray<CatalogueOffer>
  readonly nearMissCount: number
}

/** Prepares the choice of offers; an offer that matches by one row is no near miss by another. */
export const prepareSelection = (
  tables: SelectionTables,
  offers: ReadonlyMap<string, CatalogueOffer>,
): ((facts: TripFacts) => Selection) => {
  const relaxable = tables.relaxable.rows.map(({ condition }) => condition)
  const eligible = prepareEligibility(sandboxEligibility, tables.eligibility, relaxable)
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
