import * as Result from "effect/Result"
import type { AmountMinor, Bps } from "../../core/money/minor.ts"
import type { Rational } from "../../core/money/rational.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { CurrencyRow } from "../currency/currency-tables.ts"
import type { ExchangeRates } from "../currency/exchange-rates.ts"
import { nearMissesOnly, type PricingEngine } from "./engine.ts"
import type { Offer } from "./offer-shown.ts"
import type { PricingUnavailable } from "./offer.ts"
import { guardedPremium } from "./guards.ts"
import { rankOffers, unavailable } from "./settle.ts"
import type { Trip } from "../trip/trip.ts"
import { convertPrice, prepareInsurerAmount } from "./price.ts"
import type { TripFacts } from "./pricing-tables.ts"

/** Prepares the steps over a prepared catalogue. */
export const preparePricingSteps = (parts: StepParts): PricingSteps => {
  const { engine, rates } = parts
  return {
    chooseOffers: prepareChoice(parts),
    priceOffers: preparePrices(parts),
    convertPrices: prepareConversions(parts),
    mapGuarantees: (trip, offerId) => {
      const offer = engine.pieces.offers.get(String(offerId))
      if (offer === undefined) return unlisted("offer", String(offerId))
      return Result.succeed(engine.guaranteesOn(engine.plan(trip, rates))(offer))
    },
    rankOffers: prepareRanking(parts),
  }
}

/** An offer that matches a trip. */
export interface MatchingOffer {
  readonly offerId: number
  /** The insurer's key in the tables. */
  readonly insurer: string
  /** Whether it is sold on the insurer's own site only. */
  readonly soldByRedirect: boolean
  /** Whether its insurer is asked for a price: not for a trip price that is missing, say. */
  readonly asked: boolean
}

/** The offers of a catalogue that match a trip. */
export interface ChosenOffers {
  /** What of the trip decides who may buy what, and at which rate. */
  readonly facts: TripFacts
  readonly offers: ReadonlyArray<MatchingOffer>
  /** Offers that match but are sold on the insurer's own site only. */
  readonly redirectOnlyCount: number
  /** Offers that fail exactly one condition that can be relaxed. */
  readonly nearMissCount: number
}

/** An amount in whole minor units of a currency, by its code. */
export interface CodedAmount {
  readonly amountMinor: AmountMinor
  readonly currency: CurrencyCode
}

/** An insurer's price for an offer, in its own currency, with the handling fee. */
export interface InsurerPrice extends CodedAmount {
  readonly offerId: number
  /** What the insurer asks, exactly, before the fee. */
  readonly premium: Rational
}

/** A price in the currency that was asked for, or in the insurer's where that is not supported. */
export interface ConvertedPrice {
  readonly offerId: number
  /** What the traveller pays. */
  readonly paid: CodedAmount
  /** The insurer's own price. */
  readonly insurer: CodedAmount
}

/** What a step was asked of that the tables do not have. */
export interface Unlisted {
  readonly _tag: "Unlisted"
  readonly what: "offer" | "currency"
  readonly key: string
}

/** What of a price its conversion needs. */
export type Convertible = CodedAmount & Pick<InsurerPrice, "offerId">

/** The steps of a quote, each by itself: same rules, same tables, same figures as the whole. */
export interface PricingSteps {
  /** Which offers match a trip. */
  readonly chooseOffers: (trip: Trip) => ChosenOffers
  /** What insurers ask for the trip; offers without a price are left out. */
  readonly priceOffers: (
    trip: Trip,
  ) => Result.Result<ReadonlyArray<InsurerPrice>, PricingUnavailable>
  /** Prices in another currency; what would round to nothing is left out. */
  readonly convertPrices: (
    prices: ReadonlyArray<Convertible>,
    currency: CurrencyCode,
  ) => Result.Result<ReadonlyArray<ConvertedPrice>, Unlisted>
  /** What an offer holds on the trip, by guarantee. */
  readonly mapGuarantees: (
    trip: Trip,
    offerId: number,
  ) => Result.Result<Offer["guarantees"], Unlisted>
  /** Prices from the cheapest to the dearest, ties by offer id. */
  readonly rankOffers: <Price extends ConvertedPrice>(
    prices: ReadonlyArray<Price>,
  ) => Result.Result<ReadonlyArray<Price>, Unlisted>
}

/** What the steps are taken with. */
interface StepParts {
  readonly engine: PricingEngine
  /** The rates that all figures are converted at. */
  readonly rates: ExchangeRates
  /** The handling fee, in basis points of the premium. */
  readonly feeBps: Bps
}

const prepareChoice =
  ({ engine, rates }: StepParts): PricingSteps["chooseOffers"] =>
  (trip) => {
    const plan = engine.plan(trip, rates)
    const { facts, redirectOnlyCount, requests, selection } = plan
    if (engine.rehearsed(trip) === "near_miss_only") {
      const { nearMissCount, redirectOnlyCount } = nearMissesOnly(plan)
      return { facts, offers: [], redirectOnlyCount, nearMissCount }
    }
    const asked = new Set(requests.flatMap(({ offers }) => offers))
    const { guarded } = plan
    const matched = selection.matched.filter((offer) => guarded?.refused.has(offer) !== true)
    const offers = matched.map((offer): MatchingOffer => ({
      offerId: offer.row.offerId,
      insurer: offer.insurer.insurer,
      soldByRedirect: offer.row.soldByRedirect,
      asked: asked.has(offer),
    }))
    return { facts, offers, redirectOnlyCount, nearMissCount: selection.nearMissCount }
  }

const preparePrices =
  ({ engine, feeBps, rates }: StepParts): PricingSteps["priceOffers"] =>
  (trip) => {
    const outcome = engine.rehearsed(trip)
    if (outcome === "near_miss_only") return Result.succeed([])
    if (outcome !== undefined) return Result.fail({ _tag: "PricingUnavailable", reason: outcome })
    const { guarded, requests } = engine.plan(trip, rates)
    const answers = requests.map(engine.answerByTables)
    const failure = unavailable(answers)
    if (failure !== undefined) return Result.fail(failure)
    const rated = answers.flatMap((answer) => (answer._tag === "Rated" ? answer.offers : []))
    return Result.succeed(
      rated.flatMap((one): InsurerPrice | [] => {
        const { currency: code, offerId } = one.offer.row
        const currency = rates.get(code)
        const premium = guarded === undefined ? one.premium : guardedPremium(guarded, rates, one)
        if (currency === undefined || premium === undefined) return []
        const amountMinor = prepareInsurerAmount(feeBps, currency)(premium)
        return amountMinor === undefined ? [] : { offerId, premium, amountMinor, currency: code }
      }),
    )
  }

const prepareConversions =
  ({ rates }: StepParts): PricingSteps["convertPrices"] =>
  (prices, code) => {
    const target = rates.get(code)
    const codes = prices.map(({ currency }) => currency)
    return Result.map(currenciesOf(rates, codes), (currencies) =>
      prices.flatMap(({ amountMinor, currency: own, offerId }): ConvertedPrice | [] => {
        const currency = currencies.get(own)
        const plan = rates.plan(own, code)
        if (currency === undefined) return []
        const conversion =
          plan === undefined || target === undefined ? undefined : { plan, currency: target }
        const converted = convertPrice({ amountMinor, currency }, conversion)
        if (converted === undefined) return []
        const { paid } = converted
        return {
          offerId,
          paid: { amountMinor: paid.amountMinor, currency: paid.currency.code },
          insurer: { amountMinor, currency: own },
        }
      }),
    )
  }

/** The currencies of some amounts by their codes, or the first that is not listed. */
const currenciesOf = (
  rates: ExchangeRates,
  codes: ReadonlyArray<string>,
): Result.Result<ReadonlyMap<string, CurrencyRow>, Unlisted> => {
  const found = new Map<string, CurrencyRow>()
  for (const code of codes) {
    const currency = rates.get(code)
    if (currency === undefined) return unlisted("currency", code)
    found.set(code, currency)
  }
  return Result.succeed(found)
}

const unlisted = (what: Unlisted["what"], key: string): Result.Result<never, Unlisted> =>
  Result.fail({ _tag: "Unlisted", what, key })

const prepareRanking =
  ({ rates }: StepParts): PricingSteps["rankOffers"] =>
  (prices) => {
    const codes = prices.map(({ paid }) => paid.currency)
    return Result.map(currenciesOf(rates, codes), (currencies) => {
      const rankable = prices.flatMap((price) => {
        const { offerId, paid } = price
        const currency = currencies.get(paid.currency)
        return currency === undefined
          ? []
          : { price, offerId, paid: { amountMinor: paid.amountMinor, currency } }
      })
      return rankOffers(rankable).map(({ price }) => price)
    })
  }
