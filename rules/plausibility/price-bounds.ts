import type { PricePart } from "../../core/check/finding.ts"
import { memo } from "../../core/memory.ts"
import { nearestNumber, zero } from "../../core/money/rational.ts"
import { type OfferPrice, perEuro, type PricedTrip, type TripPrices } from "./rated-trip.ts"
import type { PriceBoundName, PriceBoundTables } from "./plausibility-tables.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import type { PricingTables } from "../pricing/pricing-tables.ts"
import { type Rating } from "../pricing/tariff.ts"
import { limitOf } from "../reference/limits.ts"
import type { ReferenceTables } from "../reference/reference-tables.ts"
import { ratePremium } from "../pricing/rate.ts"

/** The bounds of the tables; one without a row is 0. */
export const prepareBounds =
  ({ priceBounds }: PriceBoundTables): BoundOf =>
  (name) =>
    priceBounds.get(name)?.value ?? 0

/** What prices are held to: the declared bounds, and the limits of parties. */
export interface PriceTerms {
  readonly boundOf: BoundOf
  /** The most travellers that no group product is for. */
  readonly individualsMax: number
  readonly travellersMax: number
}

/** The terms of the tables. */
export const priceTerms = (
  tables: PriceBoundTables & Pick<ReferenceTables, "limits">,
): PriceTerms => ({
  boundOf: prepareBounds(tables),
  individualsMax: limitOf(tables, "individual_travellers_max"),
  travellersMax: limitOf(tables, "travellers_max"),
})

/** The part that makes up most of a premium. */
export const greatestPart = (rating: Rating): PricePart => {
  const sums = partSums(rating)
  const added = priceParts.map((part, index) => {
    const before = priceParts[index - 1]
    return { part, amount: sums[part] - (before === undefined ? 0 : sums[before]) }
  })
  return added.reduce((most, one) => (one.amount > most.amount ? one : most)).part
}

/**
 * The part by which a premium falls below another one, times a factor: the first with which it lies
 * below.
 */
export const decisivePart = (low: Rating, high: Rating, factor: number): PricePart => {
  const [below, above] = [partSums(low), partSums(high)]
  return priceParts.find((part) => below[part] < above[part] * factor) ?? "minimum"
}

/**
 * The price of an offer a head beside its bound: so much at all, a share of the trip price where that
 * is charged, and a share of the medical ceiling for each day; a multiple of it where the oldest
 * is of the declared age.
 */
export const headPrice = (
  { facts }: Pick<TripPrices, "facts">,
  price: OfferPrice,
  {
    boundOf,
    ceiling,
  }: {
    readonly boundOf: BoundOf
    readonly ceiling: number
  },
): HeadPrice => {
  const { amountMinor, currency, offer, rating } = price
  const days = offer.row.period === null ? facts.days : periodDays[offer.row.period] * rating.years
  const tripPrice =
    rating.cancellation === undefined
      ? 0
      : nearestNumber(rating.cancellation.tripPrice) / perEuro(price) / facts.travellers
  const base =
    boundOf("head_flat_max") * rating.years +
    (tripPrice * boundOf("head_trip_price_max_bps")) / 10_000 +
    (ceiling * days * boundOf("head_ceiling_day_max_ppm")) / 1_000_000
  return {
    euros: amountMinor / 10 ** currency.minorUnits / perEuro(price) / facts.travellers,
    eurosMax: base * (facts.oldestAge < boundOf("older_age") ? 1 : boundOf("older_times_max")),
  }
}

/** A price a head beyond its bound. */
export interface HeadBreach extends PricedTrip {
  readonly head: HeadPrice
}

/** Prepares the finding of prices a head that are beyond their bound. */
export const prepareHeadBreaches = (
  tables: Pick<PricingTables, "linesOf">,
  { boundOf }: PriceTerms,
): ((rated: TripPrices) => ReadonlyArray<HeadBreach>) => {
  const ceilingOf = memo((offer: CatalogueOffer) => careCeiling(tables, offer, boundOf))
  return (rated) =>
    [...rated.prices.values()].flatMap((price) => {
      const ceiling = ceilingOf(price.offer)
      const head = headPrice(rated, price, { boundOf, ceiling })
      return head.euros > head.eurosMax ? [{ rated, price, head }] : []
    })
}

/** A bound of prices by its name. */
type BoundOf = (name: PriceBoundName) => number

/** The parts of a premium, in the order in which they are put together. */
const priceParts: ReadonlyArray<PricePart> = ["tariff", "surcharge", "cancellation", "minimum"]

/**
 * What a premium comes to when each of its parts has been put to it, in main units of the insurer's
 * currency: at last the whole of it.
 */
const partSums = (rating: Rating): Readonly<Record<PricePart, number>> => {
  const bare = { ...rating, cancellation: undefined, minimumPremium: zero }
  const { cancellation } = rating
  return {
    tariff: nearestNumber(ratePremium({ ...bare, surchargePercent: 0 })),
    surcharge: nearestNumber(ratePremium(bare)),
    cancellation: nearestNumber(ratePremium({ ...bare, cancellation })),
    minimum: nearestNumber(ratePremium(rating)),
  }
}

/** A price for each traveller, with the most that it may be, both in euros. */
interface HeadPrice {
  readonly euros: number
  readonly eurosMax: number
}

/** Days that a price of a period is for. */
const periodDays = { month: 30, year: 365 } as const

/**
 * The ceiling of medical costs that an offer covers, in euros: cover at actual costs counts as the
 * declared ceiling, and an offer without such a cover has none.
 */
const careCeiling = (
  tables: Pick<PricingTables, "linesOf">,
  { guaranteeCurrency, row }: Pick<CatalogueOffer, "guaranteeCurrency" | "row">,
  boundOf: BoundOf,
): number => {
  const ceilings = tables.linesOf(row).flatMap(({ slug, state, value }) => {
    if (!careSlugs.has(slug) || state === "not_available") return []
    return value === null
      ? boundOf("boundless_ceiling")
      : nearestNumber(value) / nearestNumber(guaranteeCurrency.eurRate)
  })
  return Math.max(0, ...ceilings)
}

/** The guarantees whose ceiling says how much care is covered. */
const careSlugs: ReadonlySet<string> = new Set(["hospitalFeesAbroad", "expatHospitalFees"])
