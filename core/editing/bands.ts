import * as Result from "effect/Result"
import {
  cellParts,
  contains,
  type Interval,
  type NumberTest,
  readNumberTest,
} from "../table/cell.ts"
import type { Input } from "../table/input.ts"
import { printNumber } from "../table/print-test.ts"
import type { AnyColumn } from "../table/tidy.ts"

/** A condition over numbers. */
export type NumberInput = Extract<Input<unknown>, { readonly kind: "number" }>

/** Figures of a column of values, as a condition over numbers: they lie in ranges as bands do. */
export const figures: NumberInput = { kind: "number", whole: false, about: "A figure." }

/** The condition over numbers that a column is; undefined for any other column. */
export const numberInput = (column: AnyColumn | undefined): NumberInput | undefined =>
  column === undefined || "parse" in column || column.kind !== "number" ? undefined : column

/** A band that was cut in two: the cell of what lies below the cut, and that of what begins there. */
export interface CutBand {
  readonly lower: string
  readonly upper: string
}

/**
 * Cuts the band of a cell where `at` begins the upper part, each end kept as it is written; undefined for a
 * cell that lies on one side of it, for `not(…)`, and for one that is also true for an unknown fact.
 *
 * ```ts
 * import { integer } from "../core/table/input.ts"
 * import { cutBand } from "../core/editing/bands.ts"
 *
 * const age = integer({ minimum: 0, maximum: 120, about: "Age of the traveller." })
 * cutBand(age, "[18..64]", 60) // => { lower: "[18..59]", upper: "[60..64]" }
 * cutBand(age, "<=17|>=60", 65) // => { lower: "<=17|[60..64]", upper: ">=65" }
 * cutBand(age, "", 60) // => { lower: "<=59", upper: ">=60" }
 * cutBand(age, "[65..69]", 60) // => undefined
 * ```
 */
export const cutBand = (input: NumberInput, cell: string, at: number): CutBand | undefined => {
  if (input.whole && !Number.isInteger(at)) return undefined
  const bands = bandsOf(cell)
  if (bands === undefined || (cell === "" && input.optional === true)) return undefined
  const cut = cutEnds(input, at)
  const [lower, upper] = [clipped(bands, { high: cut.high }), clipped(bands, { low: cut.low })]
  const isCut = [lower, upper].every((part) => part.some((band) => hasAny(input, band)))
  if (!isCut) return undefined
  const written = (part: ReadonlyArray<Band>): string =>
    part
      .filter((band) => isSome(input.whole, band))
      .map(bandText)
      .join("|")
  return { lower: written(lower), upper: written(upper) }
}

/**
 * Two bands as one where the upper begins right behind the lower; undefined where something lies between
 * them, where they share something, and where nothing would be left that the cell excludes but the unknown.
 *
 * ```ts
 * import { integer } from "../core/table/input.ts"
 * import { mergedBand } from "../core/editing/bands.ts"
 *
 * const age = integer({ about: "Age of the traveller." })
 * mergedBand(age, "[18..59]", "[60..64]") // => "[18..64]"
 * mergedBand(age, "<=59", ">=60") // => ""
 * mergedBand(age, "[18..59]", "[61..64]") // => undefined
 * ```
 */
export const mergedBand = (
  input: NumberInput,
  lower: string,
  upper: string,
): string | undefined => {
  const [below, above] = [bandsOf(lower), bandsOf(upper)]
  const [last, first] = [below?.at(-1), above?.[0]]
  if (below === undefined || above === undefined || lower === "" || upper === "") return undefined
  if (last === undefined || first === undefined || !touches(input, last, first)) return undefined
  if (!isRising(input, [...below, ...above])) return undefined
  const seam: Band = { low: last.low, high: first.high }
  const bands = [...below.slice(0, -1), seam, ...above.slice(1)]
  if (seam.low !== null || seam.high !== null) return bands.map(bandText).join("|")
  return input.optional === true || bands.length > 1 ? undefined : ""
}

/** How the numbers of a cell lie to a range: all of them in it, none, or some, which a cut tells apart. */
export type RangeSide = "inside" | "outside" | "astride"

/**
 * How the numbers that a cell is true for lie to a range; undefined for a cell that cannot be read.
 *
 * ```ts
 * import { integer } from "../core/table/input.ts"
 * import { rangeSide } from "../core/editing/bands.ts"
 *
 * const age = integer({ minimum: 0, maximum: 120, about: "Age of the traveller." })
 * rangeSide(age, "[65..69]", ">=60") // => "inside"
 * rangeSide(age, "[18..64]", ">=60") // => "astride"
 * rangeSide(age, ">=80", "[60..120]") // => "inside"
 * ```
 */
export const rangeSide = (
  input: NumberInput,
  cell: string,
  range: string,
): RangeSide | undefined => {
  const [own, asked] = [readNumberTest(cell), readNumberTest(range)]
  if (Result.isFailure(own) || Result.isFailure(asked)) return undefined
  const values = tellingValues(input, [own.success, asked.success])
  const inCell = values.filter((value) => isTrueFor(own.success, value))
  const inRange = inCell.filter((value) => isTrueFor(asked.success, value))
  if (inRange.length === 0) return "outside"
  return inRange.length === inCell.length ? "inside" : "astride"
}

/**
 * Where rows are cut so that the upper part begins with a range or right behind it. Of numbers that need not
 * be whole, an end that belongs to the lower part has no such place.
 *
 * ```ts
 * import { integer } from "../core/table/input.ts"
 * import { cutPlaces } from "../core/editing/bands.ts"
 *
 * const age = integer({ minimum: 0, maximum: 120, about: "Age of the traveller." })
 * cutPlaces(age, ">=60") // => [60]
 * cutPlaces(age, "(59..64]") // => [60, 65]
 * ```
 */
export const cutPlaces = (input: NumberInput, range: string): ReadonlyArray<number> =>
  (bandsOf(range) ?? []).flatMap((band) => {
    const { high, highClosed, low, lowClosed } = closedEnds(input.whole, band)
    return [
      ...(lowClosed ? [low] : []),
      ...(input.whole ? [high + 1] : highClosed ? [] : [high]),
    ].filter(Number.isFinite)
  })

/** The least that a cell is true for; infinite where nothing is, NaN for a cell that says no bands. */
export const leastOf = ({ whole }: NumberInput, cell: string): number => {
  const [first] = bandsOf(cell) ?? []
  return first === undefined ? Number.NaN : closedEnds(whole, first).low
}

/** An end of a band: its figure as it is written. */
interface End {
  readonly figure: string
  readonly isClosed: boolean
}

/** A band by its ends; an end that is null is open. */
interface Band {
  readonly low: End | null
  readonly high: End | null
  /** How it is written where it stands as a whole. */
  readonly written?: string
}

const figure = "-?\\d+(?:\\.\\d+)?"
const bandForm = new RegExp(
  `^(?:(<=?)(${figure})|(>=?)(${figure})|([[(])(${figure})\\.\\.(${figure})([\\])])|(${figure}))$`,
)

/** The bands of a cell, each end as it is written; undefined for a cell that does not say bands. */
const bandsOf = (cell: string): ReadonlyArray<Band> | undefined => {
  if (cell === "") return [{ low: null, high: null }]
  if (Result.isFailure(readNumberTest(cell))) return undefined
  const { items, negated } = cellParts(cell)
  return negated ? undefined : items.map((item) => ({ ...bandOf(item), written: item }))
}

const bandOf = (item: string): Band => {
  const [, below, most, above, least, opening, from, to, closing, single] =
    bandForm.exec(item) ?? []
  const end = (text: string | undefined, isClosed: boolean): End | null =>
    text === undefined ? null : { figure: text, isClosed }
  if (below !== undefined) return { low: null, high: end(most, below === "<=") }
  if (above !== undefined) return { low: end(least, above === ">="), high: null }
  if (single !== undefined) return { low: end(single, true), high: end(single, true) }
  return { low: end(from, opening === "["), high: end(to, closing === "]") }
}

const bandText = ({ high, low, written }: Band): string => {
  if (written !== undefined) return written
  if (low === null) return `${high?.isClosed === true ? "<=" : "<"}${high?.figure}`
  if (high === null) return `${low.isClosed ? ">=" : ">"}${low.figure}`
  if (low.isClosed && high.isClosed && Number(low.figure) === Number(high.figure)) {
    // Of an end that was written and the one that the cut makes, the longer one is the written one.
    return low.figure.length > high.figure.length ? low.figure : high.figure
  }
  return `${low.isClosed ? "[" : "("}${low.figure}..${high.figure}${high.isClosed ? "]" : ")"}`
}

const intervalsOf = (test: NumberTest): ReadonlyArray<Interval> =>
  test._tag === "Any" ? [] : test.intervals

const isTrueFor = (test: NumberTest, value: number): boolean =>
  test._tag === "Any" ||
  intervalsOf(test).some((interval) => contains(interval, value)) === (test._tag === "Within")

/** Numbers that a fact can be, one at least for every stretch in which tests say the same. */
const tellingValues = (
  { maximum, minimum, whole }: NumberInput,
  tests: ReadonlyArray<NumberTest>,
): ReadonlyArray<number> => {
  const written = tests.flatMap(intervalsOf).flatMap(({ high, low }) => [low, high])
  const ends = [...new Set([...written, minimum ?? 0, maximum ?? 0])]
    .filter(Number.isFinite)
    .toSorted((one, other) => one - other)
  const between = ends.flatMap((end, at) => {
    const next = ends[at + 1] ?? end + 2
    return whole ? [Math.floor(end) + 1] : [(end + next) / 2]
  })
  return [(ends[0] ?? 0) - 1, ...ends, ...between].filter(
    (value) =>
      (!whole || Number.isInteger(value)) &&
      value >= (minimum ?? Number.NEGATIVE_INFINITY) &&
      value <= (maximum ?? Number.POSITIVE_INFINITY),
  )
}

/** The ends that a cut makes: the highest of the lower part, the lowest of the upper one. */
const cutEnds = (
  { whole }: NumberInput,
  at: number,
): { readonly high: End; readonly low: End } => ({
  high: whole
    ? { figure: printNumber(at - 1), isClosed: true }
    : { figure: printNumber(at), isClosed: false },
  low: { figure: printNumber(at), isClosed: true },
})

const intervalOf = ({ high, low }: Band): Interval => ({
  low: low === null ? Number.NEGATIVE_INFINITY : Number(low.figure),
  lowClosed: low?.isClosed === true,
  high: high === null ? Number.POSITIVE_INFINITY : Number(high.figure),
  highClosed: high?.isClosed === true,
})

/** An interval by closed ends where facts are whole numbers. */
const closedEnds = (whole: boolean, band: Band): Interval => {
  const interval = intervalOf(band)
  if (!whole) return interval
  const { high, highClosed, low, lowClosed } = interval
  return {
    low: lowClosed ? Math.ceil(low) : Math.floor(low) + 1,
    lowClosed: Number.isFinite(low),
    high: highClosed ? Math.floor(high) : Math.ceil(high) - 1,
    highClosed: Number.isFinite(high),
  }
}

/** Whether a band holds a number at all. */
const isSome = (whole: boolean, band: Band): boolean => {
  const { high, highClosed, low, lowClosed } = closedEnds(whole, band)
  return low < high || (low === high && lowClosed && highClosed)
}

/** Whether a band holds a number that the fact can be. */
const hasAny = ({ maximum, minimum, whole }: NumberInput, band: Band): boolean => {
  const ends: { low?: End; high?: End } = {}
  if (minimum !== undefined) ends.low = { figure: printNumber(minimum), isClosed: true }
  if (maximum !== undefined) ends.high = { figure: printNumber(maximum), isClosed: true }
  return clipped([band], ends).some((part) => isSome(whole, part))
}

/** Bands within some ends; those that would be empty may be among them. */
const clipped = (
  bands: ReadonlyArray<Band>,
  { high, low }: { readonly high?: End; readonly low?: End },
): ReadonlyArray<Band> =>
  bands.map((band) => {
    const isLowKept = low === undefined || isTighter(band.low, low, 1)
    const isHighKept = high === undefined || isTighter(band.high, high, -1)
    if (isLowKept && isHighKept) return band
    return { low: isLowKept ? band.low : low, high: isHighKept ? band.high : high }
  })

/** Whether an end that is there leaves no more than another one; `way` is 1 for low ends. */
const isTighter = (own: End | null, other: End, way: 1 | -1): boolean => {
  if (own === null) return false
  const by = way * (Number(own.figure) - Number(other.figure))
  return by > 0 || (by === 0 && (!own.isClosed || other.isClosed))
}

/** Whether a band begins right where another one ends. */
const touches = ({ whole }: NumberInput, lower: Band, upper: Band): boolean => {
  if (lower.high === null || upper.low === null) return false
  const [below, above] = [closedEnds(whole, lower), closedEnds(whole, upper)]
  if (!isSome(whole, lower) || !isSome(whole, upper)) return false
  return whole
    ? below.high + 1 === above.low
    : below.high === above.low && below.highClosed !== above.lowClosed
}

/** Whether bands stand in their order and share nothing. */
const isRising = ({ whole }: NumberInput, bands: ReadonlyArray<Band>): boolean =>
  bands.every((band, at) => {
    const before = bands[at - 1]
    if (before === undefined) return true
    const [one, other] = [closedEnds(whole, before), closedEnds(whole, band)]
    return one.high < other.low || (one.high === other.low && !(one.highClosed && other.lowClosed))
  })
