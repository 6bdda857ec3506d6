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
 * import { plainDays } from "../core/spreadsheet-repairs/likely-cell.ts"
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
 * import { plainMonths } from "../core/spreadsheet-repairs/likely-cell.ts"
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

/** A decimal whose point moves by some places to the right, or to the left where they are negative. */
export const shifted = (written: string, places: number): string => {
  const sign = written.startsWith("-") ? "-" : ""
  const [whole = "", fraction = ""] = written.slice(sign.length).split(".")
  const digits = `${"0".repeat(Math.max(0, -places))}${whole}${fraction}${"0".repeat(Math.max(0, places))}`
  const point = Math.max(0, -places) + whole.length + places
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, "")
  const right = digits.slice(point).replace(/0+$/, "")
  return `${sign}${left}${right === "" ? "" : `.${right}`}`
}

const grouped = /^-?\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d+)?$/
const anySpace = /[ \u00a0\u2009\u202f'’]/g
const currency = /^(?:[€$£]|EUR|USD|CHF|GBP)\s*|\s*(?:[€$£]|EUR|USD|CHF|GBP)$/g

/** What a number without spaces means where points and commas may part decimals or thousands. */
const separated = (written: string): ReadonlyArray<string> => {
  if (/^-?\d+(?:\.\d+)?$/.test(written)) return [written]
  if (/^-?[1-9]\d{0,2},\d{3}$/.test(written)) {
    return [written.replace(",", "."), written.replace(",", "")]
  }
  if (/^-?\d+,\d+$/.test(written)) return [written.replace(",", ".")]
  if (/^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(written)) {
    return [written.replaceAll(".", "").replace(",", ".")]
  }
  if (/^-?\d{1,3}(?:\.\d{3}){2,}$/.test(written)) return [written.replaceAll(".", "")]
  return /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(written) ? [written.replaceAll(",", "")] : []
}

const exponential = /^(-?\d+)(?:[.,](\d+))?E([+-]?\d{1,2})$/i

const withExponent = (written: string): ReadonlyArray<string> => {
  const [, whole = "", fraction = "0", exponent = ""] = exponential.exec(written) ?? []
  return exponent === "" ? [] : [shifted(`${whole}.${fraction}`, Number(exponent))]
}

/**
 * What a number may mean that a spreadsheet or a person has written in another way than tables do:
 * one text, several where it can be read in two ways, none where it is no number.
 *
 * ```ts
 * import { plainNumbers } from "../core/spreadsheet-repairs/likely-cell.ts"
 *
 * plainNumbers("5,46") // => ["5.46"]
 * plainNumbers("1 234,50 €") // => ["1234.50"]
 * plainNumbers("1,234") // => ["1.234", "1234"]
 * plainNumbers("1,00E+05") // => ["100000"]
 * plainNumbers("five") // => []
 * ```
 */
export const plainNumbers = (written: string): ReadonlyArray<string> => {
  const bare = written.trim().replaceAll(currency, "").replace(/^['+]/, "").replace(/^[−–]/, "-")
  return exponential.test(bare)
    ? withExponent(bare)
    : separated(grouped.test(bare) ? bare.replaceAll(anySpace, "") : bare)
}

/** How else a cell could be written, and the habit that it was written by. */
interface LikelyCell {
  /** What to write: one text, or several that it could mean. */
  readonly write: ReadonlyArray<string>
  /** The habit in the plural: `decimal commas`. */
  readonly habit: string
  /** Whether nothing is lost by writing it so: a number may have been rounded, a word guessed. */
  readonly isSure: boolean
}

/** What is known of the column in which a cell stands. */
export interface CellPlace {
  readonly accepts: (cell: string) => boolean
  readonly unit?: string | undefined
}

interface Habit {
  readonly name: string
  readonly isSure: boolean
  /** What a cell would be without the habit. */
  readonly rewrite: (cell: string, unit: string) => ReadonlyArray<string>
}

const signs: Readonly<Record<string, string>> = { "≤": "<=", "≥": ">=", "=<": "<=", "=>": ">=" }

const compared = (cell: string): ReadonlyArray<string> => {
  const [, sign = "", figure = ""] = /^\s*(<=|>=|=<|=>|[≤≥<>])\s*(.+)$/.exec(cell) ?? []
  return plainNumbers(figure).map((number) => `${signs[sign] ?? sign}${number}`)
}

const orMore = (cell: string): ReadonlyArray<string> => {
  const [, figure = ""] = /^(.*\d)\s*(?:\+|ans et plus|et plus|and over|or more)$/.exec(cell) ?? []
  return plainNumbers(figure).map((number) => `>=${number}`)
}

const range = /^(?:de |from )?([\d.,\s]*\d)\s*(?:-|–|—|\.\.|à|to|bis)\s*([\d.,\s]*\d)$/

const between = (cell: string): ReadonlyArray<string> => {
  const inside = cell.trim().replace(/^\[(.*)\]$/, "$1")
  const [, from = "", to = ""] = range.exec(inside) ?? []
  return plainNumbers(from).flatMap((low) => plainNumbers(to).map((high) => `[${low}..${high}]`))
}

const percent = (cell: string, unit: string): ReadonlyArray<string> => {
  const [, figure = ""] = /^(.*\d)\s*%$/.exec(cell.trim()) ?? []
  const numbers = plainNumbers(figure)
  if (unit.includes("basis point")) return numbers.map((number) => shifted(number, 2))
  if (unit.includes("percent")) return numbers
  return numbers.flatMap((number) => [number, shifted(number, -2)])
}

const words: Readonly<Record<string, string>> = {
  oui: "true",
  yes: "true",
  wahr: "true",
  "1": "true",
  non: "false",
  no: "false",
  falsch: "false",
  "0": "false",
}

const truth = (cell: string): ReadonlyArray<string> => {
  const word = words[cell.trim().toLowerCase()]
  return word === undefined ? [] : [word]
}

const joined = (cell: string): ReadonlyArray<string> => {
  const negated = /^\s*not\s*\(([^()]*)\)\s*$/i.exec(cell)?.[1]
  const items = (negated ?? cell).split(/[|,;/]/).map((item) => item.trim())
  if (items.includes("")) return []
  return [negated === undefined ? items.join("|") : `not(${items.join("|")})`]
}

const inOtherCase = (cell: string): ReadonlyArray<string> => [
  cell.toLowerCase(),
  cell.toUpperCase(),
]

const anything = (cell: string): ReadonlyArray<string> =>
  /^(?:\*|-|any|all|tous|toutes)$/i.test(cell.trim()) ? [""] : []

/** The first that leads to a cell which its column takes wins. */
const habits: ReadonlyArray<Habit> = [
  { name: "texts with spaces around", isSure: true, rewrite: (cell) => [cell.trim()] },
  { name: "signs of comparison", isSure: true, rewrite: compared },
  { name: "lower bounds", isSure: true, rewrite: orMore },
  { name: "ranges", isSure: true, rewrite: between },
  { name: "signs of per cent", isSure: true, rewrite: percent },
  {
    name: "numbers with an exponent",
    isSure: false,
    rewrite: (cell) => (/e/i.test(cell) ? plainNumbers(cell) : []),
  },
  { name: "numbers with decimal commas, spaces or signs", isSure: true, rewrite: plainNumbers },
  { name: "dates", isSure: true, rewrite: plainDays },
  { name: "months", isSure: true, rewrite: plainMonths },
  { name: "words for true and false", isSure: true, rewrite: truth },
  { name: "cells for anything", isSure: false, rewrite: anything },
  { name: "lists", isSure: false, rewrite: joined },
  { name: "words in another case", isSure: false, rewrite: inOtherCase },
]

/**
 * How a cell that its column refuses was probably meant, where it is written as spreadsheets and
 * people write it elsewhere; undefined where nothing is likely.
 *
 * ```ts
 * import { likelyCell } from "../core/spreadsheet-repairs/likely-cell.ts"
 * import { readNumberTest } from "../core/table/cell.ts"
 * import * as Result from "effect/Result"
 *
 * const accepts = (cell: string) => Result.isSuccess(readNumberTest(cell))
 * likelyCell("18-64", { accepts })?.write // => ["[18..64]"]
 * likelyCell("≤8", { accepts })?.write // => ["<=8"]
 * likelyCell("5 %", { accepts, unit: "basis points" })?.write // => ["500"]
 * likelyCell("1,234", { accepts })?.write // => ["1.234", "1234"]
 * likelyCell("seven", { accepts }) // => undefined
 * ```
 */
export const likelyCell = (cell: string, { accepts, unit }: CellPlace): LikelyCell | undefined => {
  for (const { isSure, name, rewrite } of habits) {
    const taken = rewrite(cell, unit ?? "").filter((text) => text !== cell && accepts(text))
    const write = [...new Set(taken)]
    if (write.length > 0) return { write, habit: name, isSure: isSure && write.length === 1 }
  }
  return undefined
}
