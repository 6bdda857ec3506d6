/**
 * The day of UTC of a moment, written `YYYY-MM-DD`.
 *
 * ```ts
 * import { utcDay } from "../http/platform/utc-day.ts"
 *
 * utcDay(86_399_999) // => "1970-01-01"
 * utcDay(86_400_000) // => "1970-01-02"
 * ```
 */
export const utcDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

/** How far the first time zone is ahead of UTC. */
const firstZoneMs = 14 * 60 * 60 * 1_000

/** How far the last time zone is behind UTC. */
const lastZoneMs = 12 * 60 * 60 * 1_000

/**
 * The earliest day that it is somewhere on Earth: a day has passed when it has passed there, too.
 *
 * ```ts
 * import { earliestDay } from "../http/platform/utc-day.ts"
 *
 * earliestDay(129_599_999) // => "1970-01-01"
 * earliestDay(129_600_000) // => "1970-01-02"
 * ```
 */
export const earliestDay = (atMs: number): string => utcDay(atMs - lastZoneMs)

/**
 * The latest day that it is somewhere on Earth: a period that begins with it is too short for nobody.
 *
 * ```ts
 * import { latestDay } from "../http/platform/utc-day.ts"
 *
 * latestDay(35_999_999) // => "1970-01-01"
 * latestDay(36_000_000) // => "1970-01-02"
 * ```
 */
export const latestDay = (atMs: number): string => utcDay(atMs + firstZoneMs)
