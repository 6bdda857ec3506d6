const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeapYear = (year: number): boolean =>
  year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (monthDays[month - 1] ?? 0)

interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
}

const zeroUnit = "0".charCodeAt(0)

/** The number that the digits of a text write from one place to another; NaN where one is no digit. */
const readDigits = (text: string, from: number, to: number): number => {
  let value = 0
  for (let index = from; index < to; index += 1) {
    const digit = text.charCodeAt(index) - zeroUnit
    if (digit < 0 || digit > 9) return Number.NaN
    value = 10 * value + digit
  }
  return value
}

/**
 * A quote reads its days several times, and digit by digit takes a fifth of the time of a pattern.
 */
const readParts = (text: string): Parts | undefined => {
  if (text.length !== 10 || text[4] !== "-" || text[7] !== "-") return undefined
  const year = readDigits(text, 0, 4)
  const month = readDigits(text, 5, 7)
  const day = readDigits(text, 8, 10)
  const isDay = !Number.isNaN(year) && day >= 1 && day <= daysInMonth(year, month)
  return isDay ? { year, month, day } : undefined
}

/**
 * Whether a text is a day of the (proleptic Gregorian) calendar, written `YYYY-MM-DD`.
 *
 * ```ts
 * import { isCalendarDay } from "../core/vocabulary/day.ts"
 *
 * isCalendarDay("2024-02-29") // => true
 * isCalendarDay("2023-02-29") // => false
 * isCalendarDay("2024-2-9") // => false
 * ```
 */
export const isCalendarDay = (text: string): boolean => readParts(text) !== undefined

/** Days from 0000-03-01 to the given day; the year starts in March, so leap days come last. */
const marchDays = ({ year, month, day }: Parts): number => {
  const marchYear = month > 2 ? year : year - 1
  const marchMonth = (month + 9) % 12
  const leapDays =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return 365 * marchYear + leapDays + Math.floor((153 * marchMonth + 2) / 5) + day - 1
}

/**
 * Days of a stay, both ends counted: 1 when it starts and ends on one day; 0 or less when the end
 * lies before the start; NaN when either text is no calendar day.
 *
 * ```ts
 * import { daysInclusive } from "../core/vocabulary/day.ts"
 *
 * daysInclusive("2026-12-31", "2027-01-01") // => 2
 * daysInclusive("2024-02-28", "2024-03-01") // => 3
 * ```
 */
export const daysInclusive = (startDate: string, endDate: string): number => {
  const start = readParts(startDate)
  const end = readParts(endDate)
  return start === undefined || end === undefined
    ? Number.NaN
    : marchDays(end) - marchDays(start) + 1
}

/** The unit of days as numbers that conditions of tables compare. */
export const dayUnit = "YYYYMMDD"

/**
 * A day in that unit.
 *
 * ```ts
 * import { dayDigits } from "../core/vocabulary/day.ts"
 *
 * dayDigits("2016-10-01") // => "20161001"
 * ```
 */
export const dayDigits = (day: string): string => day.replaceAll("-", "")

/** Milliseconds of a day; days of UTC have no other length on a computer's clock. */
export const dayMs = 86_400_000

/**
 * The day of UTC that a moment (milliseconds since 1970) falls into, in days since 1970.
 *
 * ```ts
 * import { dayNumber } from "../core/vocabulary/day.ts"
 *
 * dayNumber(86_399_999) // => 0
 * dayNumber(86_400_000) // => 1
 * dayNumber(-1) // => -1
 * ```
 */
export const dayNumber = (atMs: number): number => Math.floor(atMs / dayMs)

/**
 * The moment at which a day begins in UTC, in milliseconds since 1970, as formatters of dates take it;
 * NaN for what is no calendar day.
 *
 * ```ts
 * import { dayStartMs } from "../core/vocabulary/day.ts"
 *
 * dayStartMs("1970-01-02") // => 86400000
 * dayStartMs("1970-02-30") // => NaN
 * ```
 */
export const dayStartMs = (day: string): number => (daysInclusive("1970-01-01", day) - 1) * dayMs

const padded = (value: number, digits: number): string => String(value).padStart(digits, "0")

/** The day of a number that {@link marchDays} gives: eras of 400 years have 146097 days. */
const dayOfNumber = (number: number): string | undefined => {
  const era = Math.floor(number / 146_097)
  const inEra = number - era * 146_097
  const leapDays =
    Math.floor(inEra / 1460) - Math.floor(inEra / 36_524) + Math.floor(inEra / 146_096)
  const yearOfEra = Math.floor((inEra - leapDays) / 365)
  const inYear = inEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * inYear + 2) / 153)
  const day = inYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return year < 0 || year > 9999
    ? undefined
    : `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`
}

/**
 * The day that lies some days after a day, or before it for a negative number; undefined when the
 * text is no calendar day or the answer lies outside the years 0000 to 9999.
 *
 * ```ts
 * import { plusDays } from "../core/vocabulary/day.ts"
 *
 * plusDays("2024-02-28", 2) // => "2024-03-01"
 * plusDays("2027-01-01", -1) // => "2026-12-31"
 * plusDays("9999-12-31", 1) // => undefined
 * ```
 */
export const plusDays = (day: string, days: number): string | undefined => {
  const parts = readParts(day)
  return parts === undefined ? undefined : dayOfNumber(marchDays(parts) + days)
}

/**
 * The same day some years later, or earlier for a negative number; 28 February where that year has no
 * 29th. The day is one of the calendar, and stays within the years 0000 to 9999.
 *
 * ```ts
 * import { yearsLater } from "../core/vocabulary/day.ts"
 *
 * yearsLater("2026-07-01", 1) // => "2027-07-01"
 * yearsLater("2028-02-29", 1) // => "2029-02-28"
 * ```
 */
export const yearsLater = (day: string, years: number): string => {
  const year = padded(Math.min(9999, Math.max(0, Number(day.slice(0, 4)) + years)), 4)
  const later = `${year}${day.slice(4)}`
  return isCalendarDay(later) ? later : `${year}-02-28`
}
