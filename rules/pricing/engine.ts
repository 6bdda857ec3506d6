import * as Result from "effect/Result"
import { type FeeTerms, handlingFeeBps } from "../fees/handling-fee.ts"
import type { Tables } from "../tables/index.ts"
import type { Trip } from "../trip/trip.ts"
import { prepareOffers } from "./catalogue.ts"
import { prepareGeography, tripFacts } from "./facts.ts"
import type { OfferLinks, PricedQuote, PricingUnavailable } from "./offer.ts"
import { presentOffer } from "./present.ts"
import { rankOffers } from "./rank.ts"
import { rehearsedOutcome } from "./sandbox.ts"
import { prepareSelection, type Selection } from "./selection.ts"
import { insuredAmounts, offerPricing, type TripPricing } from "./trip-pricing.ts"

/** Prices trips; prepared once from the tables and shared by all requests. */
export interface PricingEngine {
  /** Prices a trip with the sandbox's fictional insurer: same trip and terms, same answer. */
  readonly priceSandbox: (
    trip: Trip,
    terms: FeeTerms,
    links: OfferLinks,
  ) => Result.Result<PricedQuote, PricingUnavailable>
}

/** No offer at all: what would have matched counts as nearly matching. */
const nearMissesOnly = ({ matched, nearMissCount }: Selection): PricedQuote => ({
  offers: [],
  unpricedCount: 0,
  redirectOnlyCount: 0,
  nearMissCount: nearMissCount + matched.length,
})

/** Prices the offers that match, ranks them and counts those left out. */
const quote = (
  { matched, nearMissCount }: Selection,
  pricing: TripPricing,
  links: OfferLinks,
): PricedQuote => {
  const sold = matched.filter(({ row }) => !row.soldByRedirect)
  const price = offerPricing(pricing)
  const priced = sold.flatMap((offer) => price(offer) ?? [])
  const insuredIn = insuredAmounts(pricing)
  const options = {
    cancellation: pricing.facts.cancellation,
    extremeSports: pricing.facts.extremeSports,
  }
  return {
    offers: rankOffers(priced).map((entry, index) => {
      const { guaranteeCurrency, guarantees } = entry.offer
      const held = guarantees(options, insuredIn(guaranteeCurrency))
      return presentOffer(entry, held, links, index + 1)
    }),
    unpricedCount: sold.length - priced.length,
    redirectOnlyCount: matched.length - sold.length,
    nearMissCount,
  }
}

/**
 * Prepares pricing from the tables: conditions compiled, conversions planned and guarantees laid
 * out once, so that a trip costs a few set operations and one exact premium per matching offer.
 */
export const preparePricing = (tables: Tables): PricingEngine => {
  const { currencies } = tables
  const geography = prepareGeography(tables.sandboxZones.rows, tables.countries.rows)
  const offers = prepareOffers({
    insurers: tables.sandboxInsurers,
    offers: tables.sandboxOffers,
    ageFactors: tables.sandboxAgeFactors,
    guarantees: tables.sandboxGuarantees,
    highlights: tables.sandboxHighlights,
    currencies,
  })
  const select = prepareSelection(
    { eligibility: tables.sandboxEligibility, relaxable: tables.sandboxRelaxable },
    offers,
  )
  const tariffs = {
    tariffs: tables.sandboxTariffs,
    cancellationRates: tables.sandboxCancellationRates,
    surcharges: tables.sandboxSurcharges,
  }
  return {
    priceSandbox: (trip, terms, links) => {
      const outcome = rehearsedOutcome(tables.sandboxMagic.rows, trip)
      if (outcome === "refused" || outcome === "timed_out") {
        return Result.fail({ _tag: "PricingUnavailable", reason: outcome })
      }
      const facts = tripFacts(trip, geography)
      const selection = select(facts)
      if (outcome === "near_miss_only") return Result.succeed(nearMissesOnly(selection))
      const pricing = { trip, facts, feeBps: handlingFeeBps(terms), tariffs, currencies }
      return Result.succeed(quote(selection, pricing, links))
    },
  }
}
