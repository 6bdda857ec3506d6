import { ageDays, areStale, type RateDays } from "../../rules/currency/rates/age.ts"
import { utcDay } from "../platform/utc-day.ts"

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
