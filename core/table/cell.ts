import * as Result from "effect/Result"
import type { CellRefusal } from "./error.ts"

/** A condition on words: any, one of some words, or none of them. */
export type WordTest =
  | { readonly _tag: "Any" }
  | { readonly _tag: "AnyOf"; readonly words: ReadonlyArray<string> }
  | { readonly _tag: "NoneOf"; readonly words: ReadonlyArray<string> }

/** An interval of numbers; an infinite end is open. */
export interface Interval {
  readonly low: number
  readonly lowClosed: boolean
  readonly high: number
  readonly highClosed: boolean
}

/** A condition on a number: any, inside one of some intervals, or inside none of them. */
export type NumberTest =
  | { readonly _tag: "Any" }
  | { readonly _tag: "Within"; readonly intervals: ReadonlyArray<Interval> }
  | { readonly _tag: "Outside"; readonly intervals: ReadonlyArray<Interval> }

const negation = /^not\((.*)\)$/

/** What `|` joins; it joins nothing inside of quotes. */
const joined = /(?:[^|"]|"(?:[^"\\]|\\.)*"?)+|(?<=^|\|)(?=\||$)/g

const itemsOf = (list: string): ReadonlyArray<string> =>
  list.includes('"') ? (list.match(joined) ?? []) : list.split("|")

/**
 * What a condition cell joins by `|`, and whether `not(…)` stands around it.
 *
 * ```ts
 * import { cellParts } from "../core/table/cell.ts"
 *
 * cellParts("not(a|b)") // => { negated: true, items: ["a", "b"] }
 * cellParts('"a|b"|c') // => { negated: false, items: ['"a|b"', "c"] }
 * ```
 */
export const cellParts = (
  cell: string,
): { readonly negated: boolean; readonly items: ReadonlyArray<string> } => {
  const match = negation.exec(cell)
  return match === null
    ? { negated: false, items: itemsOf(cell) }
    : { negated: true, items: itemsOf(match[1] ?? "") }
}

/** The word that an item of a cell names: as it stands, or between quotes; undefined for neither. */
const wordIn = (item: string): string | undefined => {
  if (item.startsWith('"')) return unquoted(item)
  return item === "" || /[()<>=\s]/.test(item) ? undefined : item
}

/**
 * Reads a condition cell over words: empty is any, `a`, `a|b`, `not(a|b)`; a word with spaces or
 * signs stands in quotes, `"a b"`. With `allowed`, every word must be among them.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readWordTest } from "../core/table/cell.ts"
 *
 * Result.getOrThrow(readWordTest("not(a|b)", undefined)) // => { _tag: "NoneOf", words: ["a", "b"] }
 * ```
 */
export const readWordTest = (
  cell: string,
  allowed: ReadonlyArray<string> | undefined,
): Result.Result<WordTest, CellRefusal> => {
  if (cell === "") return Result.succeed({ _tag: "Any" })
  const { items, negated } = cellParts(cell)
  const words: Array<string> = []
  for (const item of items) {
    const word = wordIn(item)
    if (word === undefined) {
      return Result.fail({ expected: { _tag: "WordTest" } })
    }
    if (allowed !== undefined && !allowed.includes(word)) {
      return Result.fail({ expected: { _tag: "OneOf", words: allowed }, allowed, part: item })
    }
    words.push(word)
  }
  return Result.succeed({ _tag: negated ? "NoneOf" : "AnyOf", words })
}

const figure = "-?\\d+(?:\\.\\d+)?"
const comparison = new RegExp(`^(<=|>=|<|>)(${figure})$`)
const range = new RegExp(`^([[(])(${figure})\\.\\.(${figure})([\\])])$`)
const exactly = new RegExp(`^${figure}$`)

const compared = (operator: string, bound: number): Interval => {
  const below = operator.startsWith("<")
  const closed = operator.length === 2
  return below
    ? { low: Number.NEGATIVE_INFINITY, lowClosed: false, high: bound, highClosed: closed }
    : { low: bound, lowClosed: closed, high: Number.POSITIVE_INFINITY, highClosed: false }
}

const readInterval = (item: string): Interval | undefined => {
  if (exactly.test(item)) {
    const value = Number(item)
    return { low: value, lowClosed: true, high: value, highClosed: true }
  }
  const compare = comparison.exec(item)
  if (compare !== null) return compared(compare[1] ?? "", Number(compare[2]))
  const between = range.exec(item)
  if (between === null) return undefined
  const low = Number(between[2])
  const high = Number(between[3])
  const lowClosed = between[1] === "["
  const highClosed = between[4] === "]"
  const empty = low > high || (low === high && !(lowClosed && highClosed))
  return empty ? undefined : { low, lowClosed, high, highClosed }
}

const figures = new RegExp(figure, "g")

/** Whether a figure has so many digits that no number holds it. */
const isTooLarge = (item: string): boolean =>
  item.length > 300 && (item.match(figures) ?? []).some((one) => !Number.isFinite(Number(one)))

/**
 * Reads a condition cell over numbers: empty is any, `7`, `<10`, `>=5`, `[10..20)`, several
 * joined by `|`, or `not(…)` around them. An empty interval is refused.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readNumberTest } from "../core/table/cell.ts"
 *
 * Result.isSuccess(readNumberTest("[10..20)")) // => true
 * Result.isSuccess(readNumberTest("(10..10]")) // => false
 * ```
 */
export const readNumberTest = (cell: string): Result.Result<NumberTest, CellRefusal> => {
  if (cell === "") return Result.succeed({ _tag: "Any" })
  const { items, negated } = cellParts(cell)
  const intervals: Array<Interval> = []
  for (const item of items) {
    const interval = readInterval(item)
    if (interval === undefined || isTooLarge(item)) {
      return Result.fail({ expected: { _tag: "NumberTest" } })
    }
    intervals.push(interval)
  }
  return Result.succeed({ _tag: negated ? "Outside" : "Within", intervals })
}

/** Reads a condition cell over a boolean: empty is any, else `true` or `false` in any case. */
export const readBooleanTest = (cell: string): Result.Result<boolean | undefined, CellRefusal> => {
  if (cell === "") return Result.succeed(undefined)
  const value = readTruth(cell)
  return value === undefined
    ? Result.fail({
        expected: { _tag: "Truth", mayBeEmpty: true },
        allowed: ["true", "false"],
      })
    : Result.succeed(value)
}

/** Whether a number lies in an interval. */
export const contains = (interval: Interval, value: number): boolean =>
  (interval.lowClosed ? value >= interval.low : value > interval.low) &&
  (interval.highClosed ? value <= interval.high : value < interval.high)

const inOtherWords: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
  ["vrai", true],
  ["faux", false],
])

/**
 * The truth value of a cell: `true` or `false`, as tables write it, in capitals or in French, as
 * spreadsheets do; undefined for anything else.
 *
 * ```ts
 * import { readTruth } from "../core/table/cell.ts"
 *
 * readTruth("true") // => true
 * readTruth("FALSE") // => false
 * readTruth("VRAI") // => true
 * readTruth("yes") // => undefined
 * ```
 */
export const readTruth = (cell: string): boolean | undefined => {
  if (cell === "true") return true
  return cell === "false" ? false : inOtherWords.get(cell.toLowerCase())
}

/**
 * The text that stands between quotes, escaped as in JSON; undefined for what is not that.
 *
 * ```ts
 * import { unquoted } from "../core/table/cell.ts"
 *
 * unquoted('"a \\"b\\""') // => 'a "b"'
 * unquoted('"a') // => undefined
 * ```
 */
export const unquoted = (text: string): string | undefined => {
  const read = Result.try((): unknown => JSON.parse(text))
  return Result.isSuccess(read) && typeof read.success === "string" ? read.success : undefined
}

/**
 * A word as a condition cell names it: in quotes where it would read as something else.
 *
 * ```ts
 * import { printWord } from "../core/table/cell.ts"
 *
 * printWord("europe") // => "europe"
 * printWord("VERY LOW") // => '"VERY LOW"'
 * ```
 */
export const printWord = (word: string): string =>
  word === "" || /^#|[()<>=|"\s]/.test(word) ? JSON.stringify(word) : word
