import { isCalendarDay } from "../vocabulary/day.ts"

const twoDigits = (written: string): string => written.padStart(2, "0")

const fullYear = (written: string): string => (written.length === 2 ? `20${written}` : written)

const dayFirst = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/
const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/
const withTime = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d)?$/

const candidates = (written: string): ReadonlyArray<string> => {
  const [, time] = withTime.exec(written) ?? []
  if (time !== undefined) return [time]
  const [, firstYear, month = "", day = ""] = yearFirst.exec(written) ?? []
  if (firstYear !== undefined) return [`${firstYear}-${twoDigits(month)}-${twoDigits(day)}`]
  const [, left = "", right = "", year] = dayFirst.exec(written) ?? []
  if (year === undefined) return []
  const [one, two] = [twoDigits(left), twoDigits(right)]
  return [`${fullYear(year)}-${two}-${one}`, `${fullYear(year)}-${one}-${two}`]
}

/**
 * The days that a date may mean which a spreadsheet or a person has written in another way than
 * tables do: two where day and month can be taken for each other.
 *
 * ```ts
 * import { plainDays } from "../core/spreadsheet-repairs/plain-days.ts"
 *
 * plainDays("31/12/2026") // => ["2026-12-31"]
 * plainDays("12/31/26") // => ["2026-12-31"]
 * plainDays("01/02/2026") // => ["2026-02-01", "2026-01-02"]
 * plainDays("2026-12-31 00:00:00") // => ["2026-12-31"]
 * ```
 */
export const plainDays = (written: string): ReadonlyArray<string> => [
  ...new Set(candidates(written.trim()).filter(isCalendarDay)),
]

const monthNames: ReadonlyArray<RegExp> = [
  /^jan/,
  /^f[eé][bv]/,
  /^mar/,
  /^a[pv]r/,
  /^ma[iy]/,
  /^jui?n/,
  /^jui?l/,
  /^a(?:ug|o[uû])/,
  /^sep/,
  /^oct/,
  /^nov/,
  /^d[eé]c/,
]

/**
 * The month that a spreadsheet has made a date of, in English or French; none where it is no month.
 *
 * ```ts
 * import { plainMonths } from "../core/spreadsheet-repairs/plain-days.ts"
 *
 * plainMonths("Sep-24") // => ["2024-09"]
 * plainMonths("févr-16") // => ["2016-02"]
 * plainMonths("01/02/2016") // => []
 * ```
 */
export const plainMonths = (written: string): ReadonlyArray<string> => {
  const [, name = "", year = ""] =
    /^(\p{L}{3,9})\.?[- /](\d{2}|\d{4})$/u.exec(written.trim().toLowerCase()) ?? []
  const month = monthNames.findIndex((pattern) => pattern.test(name))
  return month < 0 ? [] : [`${fullYear(year)}-${twoDigits(String(month + 1))}`]
}
