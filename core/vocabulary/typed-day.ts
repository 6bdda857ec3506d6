import { plainDigits } from "../money/typed-amount.ts"
import { isCalendarDay } from "./day.ts"

/** In which order people of a language write a day; `either` where day and month change places by country. */
export type DayOrder = "day first" | "year first" | "either"

/** How people of a language write days. */
export interface DayHabits {
  readonly order: DayOrder
  /** The month, 1 to 12, that a word in small letters names. */
  readonly monthOf: (word: string) => number | undefined
  /** Words that stand in days and say nothing, in small letters: `de`, `gada`. */
  readonly fillers: ReadonlySet<string>
}

/** What was typed: a day, several between which only its writer can choose, or none. */
export type TypedDay =
  | { readonly _tag: "Day"; readonly day: string }
  | { readonly _tag: "Ambiguous"; readonly days: ReadonlyArray<string> }
  | { readonly _tag: "Refused"; readonly reason: "empty" | "unreadable" | "noSuchDay" }

/**
 * Reads a day of a trip as a person types or pastes it, in any digits. Two digits of a year are of this
 * century and about now; a year that is left out may be this one or the next.
 *
 * ```ts
 * import { readTypedDay } from "../core/vocabulary/typed-day.ts"
 *
 * const habits = { order: "day first", monthOf: () => undefined, fillers: new Set<string>() } as const
 * const read = (text: string) => readTypedDay(text, habits, "2026-11-28")
 * read("9.3.27") // => { _tag: "Day", day: "2027-03-09" }
 * read("9/3") // => { _tag: "Ambiguous", days: ["2026-03-09", "2027-03-09"] }
 * read("31/2/2027") // => { _tag: "Refused", reason: "noSuchDay" }
 * ```
 */
export const readTypedDay = (text: string, habits: DayHabits, today: string): TypedDay => {
  const plain = plainDigits(text.slice(0, charactersMax)).trim().toLowerCase()
  if (plain === "") return { _tag: "Refused", reason: "empty" }
  if (isCalendarDay(plain)) return { _tag: "Day", day: plain }
  const dates = readingsOf(plain, habits, Number(today.slice(0, 4)))
  const [first, ...others] = [...new Set(dates.map(written).filter(isCalendarDay))]
  if (first === undefined) {
    return { _tag: "Refused", reason: dates.length === 0 ? "unreadable" : "noSuchDay" }
  }
  return others.length === 0
    ? { _tag: "Day", day: first }
    : { _tag: "Ambiguous", days: [first, ...others] }
}

const charactersMax = 40

interface Reading {
  readonly year: number
  readonly month: number
  readonly day: number
}

const written = ({ day, month, year }: Reading): string =>
  [String(year).padStart(4, "0"), padded(month), padded(day)].join("-")

const padded = (value: number): string => String(value).padStart(2, "0")

const readingsOf = (plain: string, habits: DayHabits, thisYear: number): ReadonlyArray<Reading> => {
  const words = (plain.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => !habits.fillers.has(word))
  const numbers = plain.match(/\d+/gu) ?? []
  const months = words.map(habits.monthOf)
  const [month] = months
  if (months.length > 1 || (months.length === 1 && month === undefined)) return []
  if (numbers.some((number) => number.length > 4)) return []
  if (month !== undefined) return namedMonth(numbers, month, thisYear)
  return numbers.length === 2
    ? withoutYear(numbers, habits.order, { plain, thisYear })
    : threeNumbers(numbers, habits.order, thisYear)
}

const namedMonth = (
  numbers: ReadonlyArray<string>,
  month: number,
  thisYear: number,
): ReadonlyArray<Reading> => {
  const [first = "", second] = numbers
  if (numbers.length > 2 || first === "") return []
  if (second === undefined) return inYears(thisYear, { month, day: Number(first) })
  const [day, year] = first.length === 4 ? [second, first] : [first, second]
  return yearsOf(year, thisYear).map((each) => ({ year: each, month, day: Number(day) }))
}

const inYears = (thisYear: number, day: Omit<Reading, "year">): ReadonlyArray<Reading> =>
  [thisYear, thisYear + 1].map((year) => ({ year, ...day }))

/** How far from now a trip may be whose year is written with two digits. */
const yearsAhead = 10

/** The year that digits write, if it may be one of a trip. */
const yearsOf = (digits: string, thisYear: number): ReadonlyArray<number> => {
  if (digits.length === 4) return [Number(digits)]
  const year = Math.floor(thisYear / 100) * 100 + Number(digits)
  return digits.length === 2 && year >= thisYear - 1 && year <= thisYear + yearsAhead ? [year] : []
}

const withoutYear = (
  [first = "", second = ""]: ReadonlyArray<string>,
  order: DayOrder,
  { plain, thisYear }: { readonly plain: string; readonly thisYear: number },
): ReadonlyArray<Reading> => {
  const [one, other] = [Number(first), Number(second)]
  const dayFirst = inYears(thisYear, { month: other, day: one })
  const monthFirst = inYears(thisYear, { month: one, day: other })
  if (order === "either") return [...dayFirst, ...monthFirst]
  // Where the year leads, days without one go by months too, but for those with a slash.
  return order === "year first" && !plain.includes("/") ? monthFirst : dayFirst
}

const threeNumbers = (
  numbers: ReadonlyArray<string>,
  order: DayOrder,
  thisYear: number,
): ReadonlyArray<Reading> => {
  const [first = "", second = "", third = ""] = numbers
  if (numbers.length !== 3) return []
  const isYearFirst = first.length === 4 || (order === "year first" && third.length < 4)
  const [year, one, other] = isYearFirst ? [first, second, third] : [third, first, second]
  return yearsOf(year, thisYear).flatMap((each) => {
    const dayFirst = { year: each, month: Number(other), day: Number(one) }
    const monthFirst = { year: each, month: Number(one), day: Number(other) }
    if (isYearFirst) return [monthFirst]
    const isMonthPossible = order === "either" || dayFirst.month > 12
    return isMonthPossible ? [dayFirst, monthFirst] : [dayFirst]
  })
}
