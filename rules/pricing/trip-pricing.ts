import { echoedAmount, referenceAmount } from "../currency/reference-amount.ts"
import type { InsuredAmounts } from "../guarantees/offer-guarantees.ts"
import type { Tables } from "../tables/index.ts"
import type { CurrencyRow } from "../tables/money.ts"
import type { Trip } from "../trip/trip.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import type { TripFacts } from "./facts.ts"
import { memo } from "./memo.ts"
import { convertPrice, insurerAmountMinor } from "./price.ts"
import type { PricedOffer } from "./present.ts"
import { ratePremium } from "./rate.ts"
import { rateOffer, type Rating, type TariffTables, type Unrated } from "./tariff.ts"

/** What pricing one trip shares among its offers. */
export interface TripPricing {
  readonly trip: Trip
  readonly facts: TripFacts
  /** The whole handling fee, in basis points of the premium. */
  readonly feeBps: number
  readonly tariffs: TariffTables
  readonly currencies: Tables["currencies"]
}

/** The trip's own amounts in a guarantee currency, computed once per currency. */
export const insuredAmounts = ({
  currencies,
  trip,
}: Pick<TripPricing, "currencies" | "trip">): ((currency: CurrencyRow) => InsuredAmounts) => {
  const echoed = (value: number | undefined, currency: CurrencyRow): number | null =>
    value === undefined
      ? null
      : echoedAmount({ value, currency: trip.currency }, currency, currencies.get)
  return memo((currency) => ({
    tripPrice: echoed(trip.tripPrice, currency),
    studiesAmount: echoed(trip.studiesAmount, currency),
  }))
}

/** Prices the offers of a catalogue for one trip. */
export interface OfferPricing {
  /** What goes into the premium of an offer, or why it has none. */
  readonly rate: (offer: CatalogueOffer) => Rating | Unrated
  /**
   * The price of an offer, fee and conversion included. Undefined when the offer cannot be priced:
   * no rate in its tables, or a trip price that it needs and that is absent or in an unsupported
   * currency, or an amount beyond the safe integers.
   */
  readonly price: (offer: CatalogueOffer) => PricedOffer | undefined
}

/** Prepares the pricing of offers for one trip. */
export const offerPricing = (pricing: TripPricing): OfferPricing => {
  const { currencies, facts, feeBps, tariffs, trip } = pricing
  const ages = trip.travellers.map(({ age }) => age)
  const target = currencies.get(trip.currency)
  const tripPriceIn = memo((currency: CurrencyRow) => {
    if (trip.tripPrice === undefined) return undefined
    const sent = { value: trip.tripPrice, currency: trip.currency }
    return referenceAmount(sent, currency, currencies.get)
  })
  const rate: OfferPricing["rate"] = (offer) => {
    const tripPrice = offer.row.cancellation === "never" ? undefined : tripPriceIn(offer.currency)
    return rateOffer(tariffs, offer, { facts, ages, tripPrice })
  }
  const price: OfferPricing["price"] = (offer) => {
    const { currency } = offer
    const rating = rate(offer)
    if (typeof rating === "string") return undefined
    const amountMinor = insurerAmountMinor(ratePremium(rating), feeBps, currency)
    if (amountMinor === undefined) return undefined
    const plan = offer.plans.get(trip.currency)
    const conversion =
      plan === undefined || target === undefined ? undefined : { plan, currency: target }
    const amounts = convertPrice({ amountMinor, currency }, conversion)
    return amounts && { ...amounts, offerId: offer.row.offerId, offer }
  }
  return { rate, price }
}
