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
