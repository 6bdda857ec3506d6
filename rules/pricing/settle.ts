import * as Result from "effect/Result"
import { memo } from "../../core/memory.ts"
import type { AmountMinor, Bps } from "../../core/money/minor.ts"
import { compare, powerOfTen, type Rational } from "../../core/money/rational.ts"
import type { CurrencyRow } from "../currency/currency-tables.ts"
import { echoedAmount } from "../currency/exchange-rates.ts"
import type {
  InsuredAmounts,
  OfferGuarantees,
  prepareAtHome,
} from "../guarantees/offer-guarantees.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import type { Offer, OfferLinks, PricedQuote, PricingUnavailable } from "./offer.ts"
import { guardedPremium } from "./guards.ts"
import { periodText } from "./pricing-tables.ts"
import type { QuotePlan } from "./plan.ts"
import type { PresentOffer, PresentWith, PricedOffer } from "./present.ts"
import { convertPrice, prepareInsurerAmount } from "./price.ts"
import type { InsurerAnswer, RatedOffer } from "./rating.ts"

/** The guarantees of an offer on one trip: its own, or those that came with its premium. */
export type GuaranteesOnTrip = (offer: CatalogueOffer, own?: OfferGuarantees) => Offer["guarantees"]

/** Prepares what offers hold on one trip: by the options bought, the amounts insured, and at home. */
export const tripGuarantees = (
  plan: Pick<QuotePlan, "facts" | "rates" | "trip">,
  atHome: HeldAtHome,
): GuaranteesOnTrip => {
  const { cancellation, extremeSports } = plan.facts
  const options = { cancellation, extremeSports }
  const insuredIn = insuredAmounts(plan)
  return (offer, own = offer.guarantees) => {
    const held = own(options, insuredIn(offer.guaranteeCurrency))
    return plan.facts.atHome ? atHome(held) : held
  }
}

/** Why nothing can be priced: insurers were asked, and none of them answered. */
export const unavailable = (
  answers: ReadonlyArray<InsurerAnswer>,
): PricingUnavailable | undefined => {
  const asked = answers.filter(({ _tag }) => _tag !== "NotConnected")
  if (asked.length === 0 || asked.some(({ _tag }) => _tag === "Rated")) return undefined
  const late = asked.every(({ _tag }) => _tag === "TimedOut")
  return { _tag: "PricingUnavailable", reason: late ? "timed_out" : "refused" }
}

/** Settles a planned quote, at a fee in basis points of the premium, with links as the caller serves them. */
export type SettleQuote = (
  plan: QuotePlan,
  answers: ReadonlyArray<InsurerAnswer>,
  feeBps: Bps,
  links: OfferLinks,
) => Result.Result<PricedQuote, PricingUnavailable>

/**
 * Prepares settling quotes from the insurers' answers, one for each request of the plan: it adds
 * the account's fee, converts, ranks, and counts what was left out. Offers whose insurer gave no
 * premium are unpriced; an offer that turns out to be sold on the insurer's own site is left out
 * here, too. It fails only when insurers were asked and none of them answered.
 */
export const prepareSettle =
  (presentWith: PresentWith, atHome: HeldAtHome): SettleQuote =>
  (plan, answers, feeBps, links) => {
    const failure = unavailable(answers)
    if (failure !== undefined) return Result.fail(failure)
    return Result.succeed(settled(plan, answers, feeBps, presentWith(links), atHome))
  }

/**
 * Orders offers by premium, cheapest first, ties by offer id. When all are in one currency their
 * amounts are compared as they are, otherwise at the reference rates of the table, exactly.
 *
 * ```ts
 * import { fromInteger } from "../core/money/rational.ts"
 * import { rankOffers } from "../rules/pricing/settle.ts"
 * const euro = { code: "EUR", minorUnits: 2, eurRate: fromInteger(1n) }
 * const mark = { code: "XXM", minorUnits: 2, eurRate: fromInteger(2n) }
 * const offer = (offerId: number, amountMinor: number, currency: typeof euro) => ({
 *   offerId,
 *   paid: { amountMinor, currency },
 * })
 * const ids = rankOffers([offer(1, 900, euro), offer(3, 1000, mark), offer(2, 500, euro)])
 * ids.map(({ offerId }) => offerId) // => [2, 3, 1]
 * ```
 */
export const rankOffers = <Entry extends Rankable>(
  offers: ReadonlyArray<Entry>,
): ReadonlyArray<Entry> => {
  if (inOneCurrency(offers)) {
    return offers.toSorted(
      (left, right) =>
        left.paid.amountMinor - right.paid.amountMinor || left.offerId - right.offerId,
    )
  }
  return offers
    .map((offer) => ({ offer, euros: inEuros(offer.paid) }))
    .toSorted(
      (left, right) => compare(left.euros, right.euros) || left.offer.offerId - right.offer.offerId,
    )
    .map(({ offer }) => offer)
}

/** What of an offer's guarantees holds on a trip within the country of residence. */
type HeldAtHome = ReturnType<typeof prepareAtHome>

/** The trip's own amounts in a guarantee currency, computed once per currency. */
const insuredAmounts = ({
  rates,
  trip,
}: Pick<QuotePlan, "rates" | "trip">): ((currency: CurrencyRow) => InsuredAmounts) => {
  const echoed = (value: number | undefined, currency: CurrencyRow): number | null | undefined => {
    if (value === undefined) return undefined
    const target = rates.get(currency.code)
    return target === undefined
      ? null
      : echoedAmount({ value, currency: trip.currency }, target, rates.get)
  }
  return memo((currency) => ({
    tripPrice: echoed(trip.tripPrice, currency),
    studiesAmount: echoed(trip.studiesAmount, currency),
  }))
}

const settled = (
  plan: QuotePlan,
  answers: ReadonlyArray<InsurerAnswer>,
  feeBps: Bps,
  present: PresentOffer,
  atHome: HeldAtHome,
): PricedQuote => {
  const { guarded, redirectOnlyCount, selection, soldCount } = plan
  const guaranteesOf = tripGuarantees(plan, atHome)
  const { priced, redirectedCount } = pricedIn(answers, tripPrices(plan, feeBps))
  return {
    offers: rankOffers(priced).map((entry, index) => {
      const { guarantees, offer } = entry.rated
      return present(entry, guaranteesOf(offer, guarantees), index + 1)
    }),
    unpricedCount: soldCount - redirectedCount - priced.length,
    redirectOnlyCount: redirectOnlyCount + redirectedCount,
    nearMissCount: selection.nearMissCount,
    ...(guarded === undefined || guarded.said.length === 0 ? {} : { said: guarded.said }),
  }
}

const pricedIn = (answers: ReadonlyArray<InsurerAnswer>, price: PriceOffer): Priced => {
  const priced: Array<PricedOffer> = []
  let redirectedCount = 0
  for (const answer of answers) {
    if (answer._tag !== "Rated") continue
    for (const rated of answer.offers) {
      if (isSoldHere(rated)) {
        const offer = price(rated)
        if (offer !== undefined) priced.push(offer)
      } else redirectedCount += 1
    }
  }
  return { priced, redirectedCount }
}

/** The price of a rated offer; undefined when an amount would be nothing or beyond the safe integers. */
type PriceOffer = (rated: RatedOffer) => PricedOffer | undefined

/**
 * The result of rating: the offers sold here that have a price, and how many are sold elsewhere.
 */
interface Priced {
  readonly priced: ReadonlyArray<PricedOffer>
  readonly redirectedCount: number
}

const isSoldHere = ({ offer, soldByRedirect = false }: RatedOffer): boolean =>
  !soldByRedirect && !offer.row.soldByRedirect

/** Prepares prices for one trip: the fee, in basis points of the premium, then the conversion. */
const tripPrices = ({ facts, guarded, rates, trip }: QuotePlan, feeBps: Bps): PriceOffer => {
  const { atHome, days } = facts
  const target = rates.get(trip.currency)
  const pricingIn = memo((code: string) => {
    const currency = rates.get(code)
    if (currency === undefined) return undefined
    const plan = rates.plan(code, trip.currency)
    const convertible = plan !== undefined && target !== undefined
    const conversion = convertible ? { plan, currency: target } : undefined
    return { currency, conversion, insurerAmount: prepareInsurerAmount(feeBps, currency) }
  })
  return (rated) => {
    const { offer } = rated
    const pricing = pricingIn(offer.row.currency)
    const premium = guarded === undefined ? rated.premium : guardedPremium(guarded, rates, rated)
    const amountMinor = premium && pricing?.insurerAmount(premium)
    if (pricing === undefined || amountMinor === undefined) return undefined
    const { conversion, currency } = pricing
    const amounts = convertPrice({ amountMinor, currency }, conversion)
    if (amounts === undefined) return undefined
    return {
      paid: amounts.paid,
      insurer: amounts.insurer,
      offerId: offer.row.offerId,
      rated,
      period: periodText(offer.row.period, days),
      atHome,
    }
  }
}

/** What ranking needs to know of a priced offer. */
interface Rankable {
  readonly offerId: number
  readonly paid: {
    readonly amountMinor: AmountMinor
    readonly currency: {
      readonly code: string
      readonly minorUnits: number
      readonly eurRate: Rational
    }
  }
}

const inOneCurrency = (offers: ReadonlyArray<Rankable>): boolean =>
  offers.every(({ paid }) => paid.currency.code === offers[0]?.paid.currency.code)

/** An amount in euros at the reference rates, exactly; not brought to lowest terms. */
const inEuros = ({ amountMinor, currency }: Rankable["paid"]): Rational => ({
  numerator: BigInt(amountMinor) * currency.eurRate.denominator,
  denominator: powerOfTen(currency.minorUnits) * currency.eurRate.numerator,
})
