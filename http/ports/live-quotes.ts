import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Bps } from "../../core/money/minor.ts"
import type { ExchangeRates } from "../../rules/currency/exchange-rates.ts"
import type { ReadPrinted } from "../../rules/guarantees/printed/read-printed.ts"
import type { CatalogueInsurer } from "../../rules/pricing/catalogue.ts"
import type { LivePricing } from "../../rules/pricing/live.ts"
import type { OfferLinks, PricedQuote, PricingUnavailable } from "../../rules/pricing/offer.ts"
import type { AnsweredRequest, RatedOffer, RatingRequest } from "../../rules/pricing/rating.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { Trip } from "../../rules/trip/trip.ts"
import type { RatesNow } from "./rates.ts"

/** An insurer of the tables, and how its premiums are had. */
export type ListedInsurer = Pick<CatalogueInsurer, "adapter" | "insurer">

/** Asks insurers, each once and all at the same time; it never fails and ends by its deadline. */
export type AskInsurers = (
  requests: ReadonlyArray<RatingRequest>,
) => Effect.Effect<ReadonlyArray<AnsweredRequest>>

/** What insurers' adapters need of the tables in force. */
export interface InsurerRules {
  /** Rates offers from the tariff tables; an offer that they have no rate for is left out. */
  readonly rateByTariff: (request: RatingRequest) => ReadonlyArray<RatedOffer>
  /** Reads a printed guarantee. */
  readonly readPrinted: ReadPrinted
  /** Whether a slug is one of the guarantees that offers are compared by. */
  readonly isGuarantee: (slug: string) => boolean
}

/** The insurers behind live prices. */
export class Insurers extends Context.Service<
  Insurers,
  {
    /** Prepares asking over the tables that a call began with. */
    readonly over: (rules: InsurerRules) => AskInsurers
    /** Warns of insurers of tables that have no address, and of addresses without such an insurer, where it is new. */
    readonly sayUnmatched: (insurers: ReadonlyArray<ListedInsurer>) => Effect.Effect<void>
  }
>()("viatica/Insurers") {}

/** What live quotes are made with. */
interface LiveQuoteParts {
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
type PriceLive = (
  trip: Trip,
  feeBps: Bps,
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
