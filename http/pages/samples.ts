import * as Result from "effect/Result"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { PricingEngine } from "../../rules/pricing/engine.ts"
import type { Offer, OfferLinks, PricedQuote } from "../../rules/pricing/offer.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { readQuoteRequest } from "../../rules/trip/request.ts"
import { prepareTripVocabulary } from "../../rules/trip/trip-vocabulary.ts"
import { sampleTripIn } from "../../rules/trip/sample-trip.ts"
import { widgetTag } from "./widget/widget-tag.ts"

const nothing: PricedQuote = {
  offers: [],
  unpricedCount: 0,
  redirectOnlyCount: 0,
  nearMissCount: 0,
}

/**
 * The sample trip, priced by an engine over its tables for an account without an uplift; no offers
 * where those tables do not take such a trip.
 */
export const priceSample = (
  engine: Pick<PricingEngine, "price">,
  tables: Tables,
  links: OfferLinks,
): PricedQuote => {
  const terms = {
    standardFeeBps: tables.fees.get("standard_handling_fee_bps")?.value ?? 0,
    upliftBps: 0,
    baseRateBps: 0,
  }
  const request = readQuoteRequest({ trip: sampleTrip }, prepareTripVocabulary(tables))
  const priced = Result.flatMap(
    Result.mapError(request, () => undefined),
    ({ trip }) => Result.mapError(engine.price(trip, terms, links), () => undefined),
  )
  return Result.getOrElse(priced, () => nothing)
}

/** What a list shows of an offer, as people read it. */
export interface OfferLine {
  readonly name: string
  readonly plan: string
  readonly insurer: string
  readonly iconUrl: string | null
  readonly price: string
  /** The ceiling of medical costs abroad, or nothing where the offer prints no amount. */
  readonly medical: string | undefined
}

/** An offer as a line of a list. */
export const offerLine = (offer: Offer, language: string): OfferLine => {
  const medical = offer.guarantees["hospitalFeesAbroad"]?.value ?? null
  return {
    name: offer.name ?? "",
    plan: offer.plan ?? "",
    insurer: offer.insurer.name ?? "",
    iconUrl: offer.insurer.logoUrl,
    price: money(language, offer.price.amount, offer.price.currency, true),
    medical:
      medical === null ? undefined : money(language, medical, offer.guaranteeCurrency, false),
  }
}

/** The trip that pages price and examples send: two weeks in the United States for a couple. */
export const sampleTrip = {
  ...sampleTripIn(2027),
  travellers: [{ age: 34 }, { age: 31 }],
} as const

/** The reading that pages show and examples ask for: the same trip against a usual card. */
export const sampleReading = {
  residence: sampleTrip.countryResidence,
  destinations: sampleTrip.arrivalCountries,
  card: { network: "visa", tier: "mid" },
} as const

/** The tag of the widget on a partner's page. */
export const sampleWidgetTag = (baseUrl: string, language: string): string =>
  widgetTag(baseUrl, { ref: "acme-SPRING27", residence: "FR", lang: language })

/** An amount as people read it. */
const money = (
  language: string,
  amount: number,
  currency: CurrencyCode,
  hasMinor: boolean,
): string =>
  new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    ...(hasMinor ? {} : { maximumFractionDigits: 0 }),
  }).format(amount)
