import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ExchangeRates } from "../../rules/currency/exchange-rates.ts"
import type { LivePricing } from "../../rules/pricing/live.ts"
import type { OfferLinks, PricedQuote, PricingUnavailable } from "../../rules/pricing/offer.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { Trip } from "../../rules/trip/trip.ts"
import type { Insurers } from "./insurers.ts"
import type { RatesNow } from "./rates.ts"

/** What live quotes are made with. */
export interface LiveQuoteParts {
  readonly tables: Tables
  readonly live: LivePricing
  readonly insurers: Insurers["Service"]
  /** The exchange rates of this moment; asked once for a quote. */
  readonly currentRates: RatesNow
}

/** A priced trip, and the rates that it was priced at. */
export interface LiveQuote extends PricedQuote {
  readonly rates: ExchangeRates
}

/** Prices a trip at a handling fee in basis points of the premium, with links as the caller serves them. */
export type PriceLive = (
  trip: Trip,
  feeBps: number,
  links: OfferLinks,
) => Effect.Effect<LiveQuote, PricingUnavailable>

/**
 * Prepares quotes of the live catalogue: every insurer is asked once, and all figures are at one
 * moment's rates.
 */
export const prepareLiveQuotes = ({
  currentRates,
  insurers,
  live,
  tables,
}: LiveQuoteParts): PriceLive => {
  const { plan, rateByTariff, readPrinted, settle } = live
  const isGuarantee = (slug: string): boolean => tables.guarantees.get(slug) !== undefined
  const ask = insurers.over({ rateByTariff, readPrinted, isGuarantee })
  return (trip, feeBps, links) =>
    Effect.suspend(() => {
      const rates = currentRates()
      const planned = plan(trip, rates)
      return Effect.flatMap(ask(planned.requests), (answered) => {
        const answers = answered.map(({ answer }) => answer)
        const settled = settle(planned, answers, feeBps, links)
        return Effect.fromResult(Result.map(settled, (priced) => ({ ...priced, rates })))
      })
    })
}
