import * as Result from "effect/Result"
import { prepareExchangeRates } from "../currency/exchange-rates.ts"
import { prepareAtHome } from "../guarantees/offer-guarantees.ts"
import { abroadOnly } from "./catalogue.ts"
import { handlingFeeBps } from "../fees/handling-fee.ts"
import { type ExplainQuote, prepareQuoteExplanation } from "./explanation/quote.ts"
import { type MagicDestination, rehearsedOutcome, type SandboxOutcome } from "./magic.ts"
import type { PricedQuote, PriceTrip } from "./offer.ts"
import {
  type PlanQuote,
  preparePlan,
  type QuotePlan,
  preparePricingPieces,
  type PricingPieces,
} from "./plan.ts"
import { preparePresentWith } from "./present.ts"
import { type GuaranteesOnTrip, prepareSettle, type SettleQuote, tripGuarantees } from "./settle.ts"
import type { PricingTables } from "./pricing-tables.ts"
import type { Trip } from "../trip/trip.ts"
import { type InsurerAnswer, rateByTariff, type RatedOffer, type RatingRequest } from "./rating.ts"

/** Prices trips from one catalogue; prepared once from its tables and shared by all requests. */
export interface PricingEngine {
  readonly pieces: PricingPieces
  /** What a trip is and whom to ask for what; the first half of a quote. */
  readonly plan: PlanQuote
  /** Rates what an insurer is asked from the tariff tables. */
  readonly rateByTariff: (request: RatingRequest) => ReadonlyArray<RatedOffer>
  /** What comes of asking an insurer by the tables alone: one that rates its own offers refuses. */
  readonly answerByTables: (request: RatingRequest) => InsurerAnswer
  /** What the sandbox rehearses for a trip, if anything. */
  readonly rehearsed: (trip: Trip) => SandboxOutcome | undefined
  /** What the offers of the catalogue hold on a planned trip. */
  readonly guaranteesOn: (plan: Pick<QuotePlan, "facts" | "rates" | "trip">) => GuaranteesOnTrip
  /** Makes the quote from what the insurers answered; the second half. */
  readonly settle: SettleQuote
  /**
   * Prices a trip with nothing but the tables: at their exchange rates, and without the insurers that
   * rate their offers themselves, who count as having refused. Same trip and terms, same answer.
   */
  readonly price: PriceTrip
  /** The same quote with the rows that decided it; slower, and never part of pricing a trip. */
  readonly explain: ExplainQuote
}

/** No offer at all: what would have matched counts as nearly matching. */
export const nearMissesOnly = ({
  redirectOnlyCount,
  selection,
  soldCount,
}: QuotePlan): PricedQuote<never> => ({
  offers: [],
  unpricedCount: 0,
  redirectOnlyCount: 0,
  nearMissCount: selection.nearMissCount + soldCount + redirectOnlyCount,
})

const noMagic: ReadonlyArray<MagicDestination> = []

/**
 * Prepares pricing from the tables of a catalogue: conditions compiled, conversions planned and
 * guarantees laid out once, so that a trip costs a few set operations and one exact premium per
 * matching offer.
 */
export const prepareEngine = (tables: PricingTables): PricingEngine => {
  const pieces = preparePricingPieces(tables)
  const plan = preparePlan(pieces)
  const atHome = prepareAtHome(abroadOnly(tables))
  const settle = prepareSettle(preparePresentWith(), atHome)
  const tableRates = prepareExchangeRates(tables.currencies.rows)
  const magic = tables.magic?.rows ?? noMagic
  const rated: PricingEngine["rateByTariff"] = (request) => rateByTariff(tables, request)
  const rehearsed: PricingEngine["rehearsed"] = (trip) => rehearsedOutcome(magic, trip)
  const answerByTables = (request: RatingRequest): InsurerAnswer =>
    request.insurer.adapter === "http"
      ? { _tag: "NotConnected" }
      : { _tag: "Rated", offers: rated(request) }
  const price: PriceTrip = (trip, terms, links) => {
    const outcome = rehearsed(trip)
    if (outcome === "refused" || outcome === "timed_out") {
      return Result.fail({ _tag: "PricingUnavailable", reason: outcome })
    }
    const planned = plan(trip, tableRates)
    if (outcome === "near_miss_only") return Result.succeed(nearMissesOnly(planned))
    return settle(planned, planned.requests.map(answerByTables), handlingFeeBps(terms), links)
  }
  const explain = prepareQuoteExplanation(pieces, price, (trip) => plan(trip, tableRates))
  return {
    pieces,
    plan,
    rateByTariff: rated,
    answerByTables,
    rehearsed,
    guaranteesOn: (planned) => tripGuarantees(planned, atHome),
    settle,
    price,
    explain,
  }
}
