import * as Result from "effect/Result"
import type { AmountMinor } from "../../core/money/minor.ts"
import { type FeeTerms, handlingFeeBps } from "../fees/handling-fee.ts"
import { commissionMinor as commissionOf, noCaps } from "../sales/commission.ts"
import type { Trip } from "../trip/trip.ts"
import type { OfferLinks, PriceTrip } from "./offer.ts"

/** The trip that partners see their commission on: a couple's fortnight from France to the United States. */
const exampleTrip: Trip = {
  intent: "forTourism",
  startDate: "2027-07-01",
  endDate: "2027-07-14",
  countryResidence: "FR",
  arrivalCountries: ["US"],
  travellers: [{ age: 34 }, { age: 36 }],
  currency: "EUR",
  shouldCoverCancellation: false,
  shouldCoverExtremeSports: false,
  isAnnual: false,
}

/** What one offer for the example trip comes to under some fee terms, in minor units of EUR. */
export interface ExampleSale {
  readonly offerId: number
  readonly offer: string
  /** What the traveller pays. */
  readonly paidMinor: AmountMinor
  /** What a sale pays the partner. */
  readonly commissionMinor: AmountMinor
}

const noLinks: OfferLinks = { iconUrl: () => "", documentUrl: () => "" }

/** The first offer of each name, so that plans of one product do not fill the list. */
const distinct = (sales: ReadonlyArray<ExampleSale & { readonly name: string }>) =>
  sales.filter((sale, index) => sales.findIndex(({ name }) => name === sale.name) === index)

/** The cheapest, the dearest, and the one in their middle. */
const spread = <Item>(items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const places = new Set([0, Math.floor((items.length - 1) / 2), items.length - 1])
  return items.filter((_, index) => places.has(index))
}

/**
 * What the example trip costs a traveller and pays a partner under some fee terms: its cheapest offer,
 * its dearest, and one in the middle. Empty where nothing is priced.
 */
export const commissionExample = (
  price: PriceTrip,
  terms: FeeTerms,
): ReadonlyArray<ExampleSale> => {
  const { baseRateBps, upliftBps } = terms
  const priced = price(exampleTrip, terms, noLinks)
  if (Result.isFailure(priced)) return []
  const rates = { feeBps: handlingFeeBps(terms), baseRateBps, upliftBps }
  const sales = priced.success.offers
    .filter(({ price: { currency, isStartingPrice } }) => currency === "EUR" && !isStartingPrice)
    .map(({ id, name, plan, price: { amountInCents } }) => ({
      offerId: id,
      name: name ?? "",
      offer: [name, plan].filter((part) => part !== null).join(" "),
      paidMinor: amountInCents,
      commissionMinor: commissionOf(amountInCents, noCaps, rates),
    }))
  return spread(distinct(sales)).map(({ commissionMinor, offer, offerId, paidMinor }) => ({
    offerId,
    offer,
    paidMinor,
    commissionMinor,
  }))
}
