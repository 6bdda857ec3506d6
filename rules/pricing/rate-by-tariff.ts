import { referenceAmount } from "../currency/reference-amount.ts"
import { memo } from "../../core/memory.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import { ratePremium } from "./rate.ts"
import type { RatedOffer, RatingRequest } from "./rating.ts"
import { agesApart, rateOffer, type Rating, type TariffTables, type Unrated } from "./tariff.ts"

/** What goes into the premium of an offer for one trip, or why it has none. */
export type RateOffer = (offer: CatalogueOffer) => Rating | Unrated

/** What a party brings to rating, whoever is asked. */
export type RatedTrip = Pick<RatingRequest, "facts" | "rates" | "trip">

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
