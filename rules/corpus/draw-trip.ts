import type { Draws } from "../../core/random/draws.ts"
import { daysInclusive, plusDays } from "../../core/vocabulary/day.ts"
import { fromTo, weighted, weightedBy } from "./shares.ts"
import type { Travel } from "./situation.ts"
import type { CorpusTables } from "./corpus-tables.ts"

/** The type of a trip and what is asked for on it. */
export type Wishes = Pick<
  Travel,
  "intent" | "cancellation" | "extremeSports" | "riskyActivity" | "annual"
>

/** Draws the type of a trip and what is asked for on it. */
export const prepareWishes = (tables: CorpusTables): ((draws: Draws) => Wishes | undefined) => {
  const rowFor = weighted(tables.corpusIntents.rows)
  return (draws) => {
    const row = rowFor(draws)
    if (row === undefined) return undefined
    const chance = (percent: number): boolean => draws.below(100) < percent
    return {
      intent: row.intent,
      cancellation: chance(row.cancellationPercent),
      extremeSports: chance(row.extremeSportsPercent),
      riskyActivity: chance(row.riskyActivityPercent),
      annual: chance(row.annualPercent),
    }
  }
}

/** The days of a trip, and whether the Coach is told that it is long. */
export type Stay = Pick<Travel, "startDate" | "endDate" | "longTrip">

/** Draws the days of a trip of a type. */
export const prepareStays = (
  tables: CorpusTables,
): ((intent: string, draws: Draws) => Stay | undefined) => {
  const lengthFor = weightedBy(tables.corpusLengths.rows, (row) => row.intent)
  const departureFor = weighted(tables.corpusDepartures.rows)
  return (intent, draws) => {
    const length = lengthFor(intent)(draws)
    const departure = departureFor(draws)
    if (length === undefined || departure === undefined) return undefined
    const { daysMax, daysMin, longTrip } = length
    const { firstDay, lastDay } = departure
    const start = plusDays(firstDay, draws.below(Math.max(1, daysInclusive(firstDay, lastDay))))
    const days = fromTo(draws, daysMin, daysMax)
    const end = start === undefined ? undefined : plusDays(start, days - 1)
    return start === undefined || end === undefined
      ? undefined
      : { startDate: start, endDate: end, longTrip }
  }
}

/** What a trip costs, and the currency that prices are asked in. */
export type Money = Pick<Travel, "tripPrice" | "currency">

/** What the price of a trip depends on. */
export interface Priced {
  readonly residence: string
  readonly travellers: number
  /** Whether the trip must have a price, as cancellation cover needs one. */
  readonly needsPrice: boolean
}

/** Draws currency and price of a trip. */
export const prepareMoney = (
  tables: CorpusTables,
): ((priced: Priced, draws: Draws) => Money | undefined) => {
  const currencyFor = weightedBy(tables.corpusCurrencies.rows, (row) => row.residence)
  const prices = tables.corpusTripPrices.rows
  const anyPrice = weighted(prices)
  const somePrice = weighted(prices.filter(({ priceMin }) => priceMin !== null))
  return ({ needsPrice, residence, travellers }, draws) => {
    const currency = currencyFor(residence)(draws)
    const price = (needsPrice ? somePrice : anyPrice)(draws)
    if (currency === undefined || price === undefined) return undefined
    const { priceMax, priceMin } = price
    if (priceMin === null) return { tripPrice: null, currency: currency.currency }
    const euros = fromTo(draws, priceMin, priceMax ?? priceMin)
    return {
      tripPrice: euros * travellers * currency.unitsPerEuro,
      currency: currency.currency,
    }
  }
}
