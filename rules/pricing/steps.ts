import * as Result from "effect/Result"
import type { CurrencyRow } from "../currency/currency-tables.ts"
import type { ExchangeRates } from "../currency/exchange-rates.ts"
import { nearMissesOnly, type PricingEngine } from "./engine.ts"
import { convertPrice, prepareInsurerAmount } from "./price.ts"
import { rankOffers } from "./rank.ts"
import { unavailable } from "./settle.ts"
import type {
  ConvertedPrice,
  InsurerPrice,
  MatchingOffer,
  PricingSteps,
  Unlisted,
} from "./step-types.ts"

/** What the steps are taken with. */
export interface StepParts {
  readonly engine: PricingEngine
  /** The rates that all figures are converted at. */
  readonly rates: ExchangeRates
  /** The handling fee, in basis points of the premium. */
  readonly feeBps: number
}

const unlisted = (what: Unlisted["what"], key: string): Result.Result<never, Unlisted> =>
  Result.fail({ _tag: "Unlisted", what, key })

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
    const offers = selection.matched.map((offer): MatchingOffer => ({
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
    const answers = engine.plan(trip, rates).requests.map(engine.answerByTables)
    const failure = unavailable(answers)
    if (failure !== undefined) return Result.fail(failure)
    const rated = answers.flatMap((answer) => (answer._tag === "Rated" ? answer.offers : []))
    return Result.succeed(
      rated.flatMap(({ offer, premium }): InsurerPrice | [] => {
        const { currency: code, offerId } = offer.row
        const currency = rates.get(code)
        if (currency === undefined) return []
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
