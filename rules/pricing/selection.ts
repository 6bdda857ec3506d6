import type { CatalogueOffer } from "./catalogue.ts"
import { type Eligible, prepareEligibility } from "./eligibility.ts"
import type { TripFacts } from "./facts.ts"
import type { EligibilityRow, PricingTables } from "./tables.ts"

/** The offers of a catalogue that match a trip, and how many nearly did. */
export interface Selection {
  /** The rows behind both. */
  readonly eligible: Eligible<EligibilityRow>
  readonly matched: ReadonlyArray<CatalogueOffer>
  /** Those of them that are not sold on the insurer's own site only. */
  readonly sold: ReadonlyArray<CatalogueOffer>
  readonly nearMissCount: number
}

const selectionOf = (
  eligible: Eligible<EligibilityRow>,
  offers: ReadonlyMap<string, CatalogueOffer>,
): Selection => {
  const ids = new Set(eligible.matched.map(({ offerId }) => offerId))
  const missed = new Set(eligible.nearMisses.map(({ row }) => row.offerId))
  const matched = [...ids].flatMap((id) => offers.get(id) ?? [])
  return {
    eligible,
    matched: Object.freeze(matched),
    sold: Object.freeze(matched.filter(({ row }) => !row.soldByRedirect)),
    nearMissCount: [...missed].filter((id) => !ids.has(id)).length,
  }
}

/**
 * Prepares the choice of offers; an offer that matches by one row is no near miss by another. Trips
 * that find the same rows share their selection.
 */
export const prepareSelection = (
  tables: Pick<PricingTables, "eligibility" | "relaxable">,
  offers: ReadonlyMap<string, CatalogueOffer>,
): ((facts: TripFacts) => Selection) =>
  prepareEligibility(
    tables.eligibility,
    tables.relaxable.rows.map(({ condition }) => condition),
    (eligible) => selectionOf(eligible, offers),
  )
