import { dayStartMs, plusDays } from "../../../core/vocabulary/day.ts"

/** What is wrong with what a row rests on. */
export const sourceProblems = ["unsourced", "unknown", "old"] as const

/** What is wrong with what a row rests on. */
export type SourceProblem = (typeof sourceProblems)[number]

/**
 * The first page that a source names, to be opened; undefined where it names none.
 *
 * ```ts
 * import { pageOf } from "../rules/coach/sources/row-source.ts"
 *
 * pageOf("notice, https://bank.example/notice.pdf; read in May") // => "https://bank.example/notice.pdf"
 * pageOf("house policy (unsourced)") // => undefined
 * pageOf("javascript://bank.example") // => undefined
 * ```
 */
export const pageOf = (source: string): string | undefined => {
  const [found] = /\bhttps?:\/\/[^\s;,"<>]+/.exec(source) ?? []
  return found !== undefined && URL.canParse(found) ? found : undefined
}

/**
 * Whether a source says that there is none: nothing, or in so many words.
 *
 * ```ts
 * import { isUnsourced } from "../rules/coach/sources/row-source.ts"
 *
 * isUnsourced("judgement (unsourced); it brings home") // => true
 * isUnsourced("contract: Limits") // => false
 * ```
 */
export const isUnsourced = (source: string): boolean =>
  source === "" || /\b(?:unsourced|recalled)\b/.test(source)

/**
 * The last day that a date of a source can mean, written as a year, a month or a day; undefined for
 * anything else.
 *
 * ```ts
 * import { lastDayOf } from "../rules/coach/sources/row-source.ts"
 *
 * lastDayOf("2024") // => "2024-12-31"
 * lastDayOf("2024-02") // => "2024-02-29"
 * lastDayOf("2024-02-03") // => "2024-02-03"
 * lastDayOf("spring") // => undefined
 * ```
 */
export const lastDayOf = (asOf: string): string | undefined => {
  if (/^\d{4}$/.test(asOf)) return `${asOf}-12-31`
  if (/^\d{4}-\d{2}-\d{2}$/.test(asOf)) return asOf
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(asOf) ?? []
  if (year === undefined || month === undefined) return undefined
  const next = month === "12" ? `${Number(year) + 1}-01` : `${year}-${pad(Number(month) + 1)}`
  return plusDays(`${next}-01`, -1)
}

const pad = (number: number): string => String(number).padStart(2, "0")

/**
 * The day so many months before another; the last of its month where that is shorter.
 *
 * ```ts
 * import { monthsBefore } from "../rules/coach/sources/row-source.ts"
 *
 * monthsBefore("2026-11-26", 12) // => "2025-11-26"
 * monthsBefore("2026-03-31", 1) // => "2026-02-28"
 * ```
 */
export const monthsBefore = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number)
  const count = year * 12 + month - 1 - months
  const inMonth = `${Math.floor(count / 12)}-${pad((count % 12) + 1)}`
  const last = Number(lastDayOf(inMonth)?.slice(-2) ?? date)
  return `${inMonth}-${pad(Math.min(date, last))}`
}

/** Whether all that a date of a source can mean lies before a day. */
export const isOlderThan = (asOf: string, day: string): boolean => {
  const last = lastDayOf(asOf)
  return last !== undefined && dayStartMs(last) < dayStartMs(day)
}
