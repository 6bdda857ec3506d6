import { plusDays } from "../vocabulary/day.ts"

/** From which year a spreadsheet counts days: old Macs began with 1904. */
export type DayCount = "from1900" | "from1904"

/** The day before the first; days from 1900 count so from 1900-03-01 on, as spreadsheets take that year for a leap year. */
const dayZero = { from1900: "1899-12-30", from1904: "1904-01-01" } as const

/**
 * The day that a spreadsheet means by a bare number; undefined where it is none of this century: a year is no day.
 *
 * ```ts
 * import { serialDay } from "../core/spreadsheet-repairs/serial-day.ts"
 *
 * serialDay(46569, "from1900") // => "2027-07-01"
 * serialDay(45107, "from1904") // => "2027-07-01"
 * serialDay(2027, "from1900") // => undefined
 * ```
 */
export const serialDay = (serial: number, count: DayCount): string | undefined => {
  if (!Number.isInteger(serial) || serial < 0 || serial > serialMax) return undefined
  const day = plusDays(dayZero[count], serial)
  return day !== undefined && day.startsWith("20") ? day : undefined
}

/** Further than any day of this century. */
const serialMax = 100_000
