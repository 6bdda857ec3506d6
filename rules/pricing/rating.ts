import { memo } from "../../core/memory.ts"
import { type ExchangeRates, referenceAmount } from "../currency/exchange-rates.ts"
import type { OfferGuarantees } from "../guarantees/offer-guarantees.ts"
import type { CatalogueInsurer, CatalogueOffer } from "./catalogue.ts"
import type { TripFacts } from "./pricing-tables.ts"
import { agesApart, rateOffer, type Rating, type TariffTables, type Unrated } from "./tariff.ts"
import type { Trip } from "../trip/trip.ts"
import { type Premium, ratePremium } from "./rate.ts"

/** What one insurer is asked for one trip: all its offers that match, in one call. */
export interface RatingRequest {
  readonly insurer: CatalogueInsurer
  readonly trip: Trip
  readonly facts: TripFacts
  /** The rates that every figure of the quote is converted at. */
  readonly rates: ExchangeRates
  /** At least one; none of them is sold by redirect. */
  readonly offers: ReadonlyArray<CatalogueOffer>
}

/** An offer with the premium that its insurer asks for the trip. */
export interface RatedOffer {
  readonly offer: CatalogueOffer
  /** Exact, before fees, in the offer's currency. */
  readonly premium: Premium
  /** The guarantees that came with the premium; absent, those of the catalogue hold. */
  readonly guarantees?: OfferGuarantees
  /** Whether the insurer says that it sells this offer on its own site only. */
  readonly soldByRedirect?: boolean
}

/**
 * What came of asking one insurer: premiums, which may be fewer than the offers asked for or none;
 * or no answer at all, because it refused the call or did not answer in time. An insurer that rests
 * for a while after failures counts as late or as refusing, as it did before. One that is not
 * connected is asked by nobody, so it cannot fail.
 */
export type InsurerAnswer =
  | { readonly _tag: "Rated"; readonly offers: ReadonlyArray<RatedOffer> }
  | { readonly _tag: "Refused" }
  | { readonly _tag: "TimedOut" }
  | { readonly _tag: "NotConnected" }

/** One request with its answer. */
export interface AnsweredRequest {
  readonly request: RatingRequest
  readonly answer: InsurerAnswer
}

/** What goes into the premium of an offer for one trip, or why it has none. */
export type RateOffer = (offer: CatalogueOffer) => Rating | Unrated

/** Prepares the rating of offers for one trip. */
export const tripRating = (tables: TariffTables, { facts, rates, trip }: RatedTrip): RateOffer => {
  const ageGroups = agesApart(
    tables,
    trip.travellers.map(({ age }) => age),
  )
  const tripPriceIn = memo((code: string) => {
    const currency = rates.get(code)
    if (trip.tripPrice === undefined || currency === undefined) return undefined
    const sent = { value: trip.tripPrice, currency: trip.currency }
    return referenceAmount(sent, currency, rates.get)
  })
  return (offer) => {
    const { cancellation, currency } = offer.row
    const tripPrice = cancellation === "never" ? undefined : tripPriceIn(currency)
    return rateOffer(tables, offer, { facts, ageGroups, tripPrice })
  }
}

/**
 * Rates the offers of a request from the tariff tables. An offer without a premium is left out: no
 * rate in its tables, or a trip price that it needs and that is absent or in an unsupported currency.
 */
export const rateByTariff = (
  tables: TariffTables,
  request: RatingRequest,
): ReadonlyArray<RatedOffer> => {
  const rate = tripRating(tables, request)
  const rated: Array<RatedOffer> = []
  for (const offer of request.offers) {
    const rating = rate(offer)
    if (typeof rating !== "string") rated.push({ offer, premium: ratePremium(rating) })
  }
  return rated
}

/** What a party brings to rating, whichever insurer is asked. */
type RatedTrip = Pick<RatingRequest, "facts" | "rates" | "trip">
