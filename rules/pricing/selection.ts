import { groupBy } from "../../core/group-by.ts"
import type { CatalogueInsurer, CatalogueOffer } from "./catalogue.ts"
import { type Eligible, prepareEligibility } from "./eligibility.ts"
import type { TripFacts } from "./facts.ts"
import type { EligibilityRow, PricingTables } from "./pricing-tables.ts"
import { chargesCancellation } from "./tariff.ts"

/** What each insurer is asked for. */
export type OffersByInsurer = ReadonlyArray<{
  readonly insurer: CatalogueInsurer
  readonly offers: ReadonlyArray<CatalogueOffer>
}>

/** The offers of a catalogue that match a trip, and how many nearly did. */
export interface Selection {
  /** The rows behind both. */
  readonly eligible: Eligible<EligibilityRow>
  readonly matched: ReadonlyArray<CatalogueOffer>
  /** Those of them that are not sold on the insurer's own site only. */
  readonly sold: ReadonlyArray<CatalogueOffer>
  /** Those that insurers can price: all where the trip price is known, else those that do not need it. */
  readonly askedFor: (
    priceKnown: boolean,
    facts: Pick<TripFacts, "cancellation">,
  ) => OffersByInsurer
  readonly nearMissCount: number
}

const askedOf = (offers: ReadonlyArray<CatalogueOffer>): OffersByInsurer =>
  Object.freeze(
    [...groupBy(offers, ({ insurer }) => insurer)].map(([insurer, theirs]) =>
      Object.freeze({ insurer, offers: Object.freeze(theirs) }),
    ),
  )

const prepareAskedFor = (sold: ReadonlyArray<CatalogueOffer>): Selection["askedFor"] => {
  const without = (cancellation: boolean): OffersByInsurer =>
    askedOf(sold.filter((offer) => !chargesCancellation(offer, { cancellation })))
  const all = askedOf(sold)
  const unpriced = { asked: without(true), notAsked: without(false) }
  return (priceKnown, { cancellation }) => {
    if (priceKnown) return all
    return cancellation ? unpriced.asked : unpriced.notAsked
  }
}

const selectionOf = (
  eligible: Eligible<EligibilityRow>,
  offers: ReadonlyMap<string, CatalogueOffer>,
): Selection => {
  const ids = new Set(eligible.matched.map(({ offerId }) => offerId))
  const missed = new Set(eligible.nearMisses.map(({ row }) => row.offerId))
  const matched = [...ids].flatMap((id) => offers.get(id) ?? [])
  const sold = matched.filter(({ row }) => !row.soldByRedirect)
  return {
    eligible,
    matched: Object.freeze(matched),
    sold: Object.freeze(sold),
    askedFor: prepareAskedFor(sold),
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
