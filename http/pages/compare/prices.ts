import * as Effect from "effect/Effect"
import type { ExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import { type FeeTerms, handlingFeeBps } from "../../../rules/fees/handling-fee.ts"
import type { CatalogueOffer } from "../../../rules/pricing/catalogue.ts"
import type { LivePricing } from "../../../rules/pricing/live.ts"
import type { OfferLinks, PricedQuote, PricingUnavailable } from "../../../rules/pricing/offer.ts"
import type { QuotePlan } from "../../../rules/pricing/plan.ts"
import type { AnsweredRequest, InsurerAnswer } from "../../../rules/pricing/rating.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import type { Insurers } from "../../ports/insurers.ts"

/** Why an offer that fits has no price. */
export type Unpriced = "needs_price" | "late" | "refused" | "no_rate"

/** A comparison's prices, and what it tells of the offers that have none. */
export interface HousePrices extends PricedQuote {
  readonly plan: QuotePlan
  readonly rates: ExchangeRates
  readonly unpriced: ReadonlyMap<Unpriced, ReadonlyArray<CatalogueOffer>>
}

/** What prices are made with. */
export interface HousePricesParts {
  readonly tables: Tables
  readonly live: LivePricing
  readonly insurers: Insurers["Service"]
  readonly links: OfferLinks
  readonly currentRates: () => ExchangeRates
}

/** Why an insurer's offer has no price, by what came of asking it. */
const reasonOf = {
  Rated: "no_rate",
  Refused: "refused",
  TimedOut: "late",
  // Nobody was asked who could have refused.
  NotConnected: "no_rate",
} as const satisfies Readonly<Record<InsurerAnswer["_tag"], Unpriced>>

/** Sorts the offers that fit and are sold here, but have no price, by the reason. */
const unpricedOf = (
  { selection: { sold } }: QuotePlan,
  answered: ReadonlyArray<AnsweredRequest>,
  priced: PricedQuote,
): HousePrices["unpriced"] => {
  const shown = new Set(priced.offers.map(({ id }) => id))
  const answerOf = new Map(
    answered.flatMap(({ answer, request }) =>
      request.offers.map((offer) => [offer.row.offerId, answer] as const),
    ),
  )
  const reasons = new Map<Unpriced, Array<CatalogueOffer>>()
  for (const offer of sold) {
    const { offerId } = offer.row
    if (shown.has(offerId)) continue
    const answer = answerOf.get(offerId)
    const soldElsewhere =
      answer?._tag === "Rated" &&
      answer.offers.some((rated) => rated.offer === offer && rated.soldByRedirect === true)
    if (soldElsewhere) continue
    const reason: Unpriced = answer === undefined ? "needs_price" : reasonOf[answer._tag]
    const sharers = reasons.get(reason) ?? []
    sharers.push(offer)
    reasons.set(reason, sharers)
  }
  return reasons
}

/** Prices a trip from the live catalogue in this process, insurers asked as for any live quote. */
export type PriceForHouse = (
  trip: Trip,
  terms: FeeTerms,
) => Effect.Effect<HousePrices, PricingUnavailable>

/** Prepares prices for our own pages. */
export const preparePrices = ({
  currentRates,
  insurers,
  links,
  live,
  tables,
}: HousePricesParts): PriceForHouse => {
  const { plan, rateByTariff, readPrinted, settle } = live
  const ask = insurers.over({
    rateByTariff,
    readPrinted,
    isGuarantee: (slug) => tables.guarantees.get(slug) !== undefined,
  })
  return Effect.fn("HousePrices.price")(function* (trip: Trip, terms: FeeTerms) {
    const rates = currentRates()
    const planned = plan(trip, rates)
    const answered = yield* ask(planned.requests)
    const answers = answered.map(({ answer }) => answer)
    const priced = yield* Effect.fromResult(settle(planned, answers, handlingFeeBps(terms), links))
    return {
      ...priced,
      plan: planned,
      rates,
      unpriced: unpricedOf(planned, answered, priced),
    }
  })
}
