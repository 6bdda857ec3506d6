import * as Context from "effect/Context"
import { utcDay } from "../platform/utc-day.ts"
import type { ExchangeRates } from "../../rules/currency/exchange-rates.ts"
import { ageDays, areStale, type RateDays } from "../../rules/currency/rates/accepted.ts"
import type { Tables } from "../../rules/tables/index.ts"

/** The rates that a server converts at, and how it last went with their source. */
export interface RatesStatus {
  /** Where the newest of them come from: `tables`, or the origin of a source's address. */
  readonly source: string
  /** The days of the oldest and of the newest rate in force. */
  readonly days: RateDays
  /** Days after which rates count as stale. */
  readonly staleDays: number
  /** Why the source's last answer was not taken, where it was not: a sentence. */
  readonly lastRefusal: string | undefined
}

/** How many days old the newest rates are at a moment; null where there are none. */
export const ageDaysAt = ({ days }: RatesStatus, nowMs: number): number | null => {
  const age = ageDays(days.newest, utcDay(nowMs))
  return Number.isNaN(age) ? null : age
}

/** Whether the newest rates are stale at a moment. */
export const isStaleAt = ({ days, staleDays }: RatesStatus, nowMs: number): boolean =>
  areStale({ newest: days.newest, today: utcDay(nowMs), staleDays })

/**
 * Gives the exchange rates of this moment: the same object until others are in force. A quote asks
 * once, at its beginning, and converts everything at what it was given.
 */
export type RatesNow = () => ExchangeRates

/** Where exchange rates come from. */
export class Rates extends Context.Service<
  Rates,
  {
    /** The rates over one table of currencies. */
    readonly over: (currencies: Pick<Tables["currencies"], "rows">) => RatesNow
    readonly status: () => RatesStatus
  }
>()("viatica/Rates") {}
