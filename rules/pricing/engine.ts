import * as Result from "effect/Result"
import { handlingFeeBps } from "../fees/handling-fee.ts"
import type { Tables } from "../tables/index.ts"
import { type ExplainQuote, prepareQuoteExplanation } from "./explanation/quote.ts"
import { tripFacts } from "./facts.ts"
import type { OfferLinks, PricedQuote, PriceSandbox } from "./offer.ts"
import { presentOffer } from "./present.ts"
import { preparePricingPieces } from "./prepared.ts"
import { rankOffers } from "./rank.ts"
import { rehearsedOutcome } from "./sandbox.ts"
import type { Selection } from "./selection.ts"
import { insuredAmounts, offerPricing, type TripPricing } from "./trip-pricing.ts"

/** Prices trips; prepared once from the tables and shared by all requests. */
export interface PricingEngine {
  /** Prices a trip with the sandbox's fictional insurer: same trip and terms, same answer. */
  readonly priceSandbox: PriceSandbox
  /** The same quote with the rows that decided it; slower, and never part of pricing a trip. */
  readonly explainSandbox: ExplainQuote
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
  const { price } = offerPricing(pricing)
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
  const pieces = preparePricingPieces(tables)
  const { geography, select, tariffs } = pieces
  const priceSandbox: PriceSandbox = (trip, terms, links) => {
    const outcome = rehearsedOutcome(tables.sandboxMagic.rows, trip)
    if (outcome === "refused" || outcome === "timed_out") {
      return Result.fail({ _tag: "PricingUnavailable", reason: outcome })
    }
    const facts = tripFacts(trip, geography)
    const selection = select(facts)
    if (outcome === "near_miss_only") return Result.succeed(nearMissesOnly(selection))
    const pricing = { trip, facts, feeBps: handlingFeeBps(terms), tariffs, currencies }
    return Result.succeed(quote(selection, pricing, links))
  }
  return { priceSandbox, explainSandbox: prepareQuoteExplanation(pieces, priceSandbox) }
}
