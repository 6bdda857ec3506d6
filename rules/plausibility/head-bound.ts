import { nearestNumber } from "../../core/money/rational.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import type { PricingTables } from "../pricing/pricing-tables.ts"
import { perEuro } from "./breach.ts"
import type { BoundOf } from "./price-bounds.ts"
import type { OfferPrice, TripPrices } from "./rated-trip.ts"

/** The guarantees whose ceiling says how much care is covered. */
const careSlugs: ReadonlySet<string> = new Set(["hospitalFeesAbroad", "expatHospitalFees"])

/** Days that a price of a period is for. */
const periodDays = { month: 30, year: 365 } as const

/**
 * The ceiling of medical costs that an offer covers, in euros: cover at actual costs counts as the
 * declared ceiling, and an offer without such a cover has none.
 */
export const careCeiling = (
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

/** A price for each traveller, with the most that it may be, both in euros. */
export interface HeadPrice {
  readonly euros: number
  readonly eurosMax: number
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
