import { addRow, type Bitset, emptyBitset, flipRow, removeRow } from "./bitset.ts"
import type { Interval } from "./cell.ts"
import type { ConditionTest, Fact } from "./condition.ts"
import type { Input } from "./input.ts"

/**
 * Facts that no cell of a condition column tells apart: one word, the words that no cell names, one
 * endpoint of intervals, the open stretch between two endpoints (infinite at the ends), one truth
 * value, or what is unknown.
 */
export type Segment =
  | { readonly _tag: "Word"; readonly word: string }
  | { readonly _tag: "OtherWords" }
  | { readonly _tag: "Point"; readonly value: number }
  | { readonly _tag: "Between"; readonly low: number; readonly high: number }
  | { readonly _tag: "Truth"; readonly value: boolean }
  | { readonly _tag: "Unknown" }

/**
 * A condition column cut into segments that together hold every fact there is, numbers in rising
 * order and what is unknown last. Evaluation looks a fact's segment up; explanation and verification
 * walk through all of them.
 */
export interface SegmentedColumn {
  readonly segments: ReadonlyArray<Segment>
  /** For each segment the rows whose cell accepts it. */
  readonly rows: ReadonlyArray<Bitset>
  /** Where a fact lies; one that is left out is unknown. */
  readonly segmentOf: (fact: Fact | undefined) => number
}

/** The rows whose condition a test passes. */
export const rowsWhere = (
  tests: ReadonlyArray<ConditionTest>,
  accepts: (test: ConditionTest) => boolean,
): Bitset => {
  const rows = emptyBitset(tests.length)
  for (const [row, test] of tests.entries()) if (accepts(test)) addRow(rows, row)
  return rows
}

const unknown: Segment = { _tag: "Unknown" }

const segmentWords = (tests: ReadonlyArray<ConditionTest>): SegmentedColumn => {
  const others = rowsWhere(tests, ({ _tag }) => _tag === "Any" || _tag === "NoneOf")
  const byWord = new Map<string, Bitset>()
  for (const [row, test] of tests.entries()) {
    if (test._tag !== "AnyOf" && test._tag !== "NoneOf") continue
    for (const word of test.words) {
      const rows = byWord.get(word) ?? others.slice()
      byWord.set(word, rows)
      if (test._tag === "AnyOf") addRow(rows, row)
      else removeRow(rows, row)
    }
  }
  const words = [...byWord.keys()]
  const numbers = new Map(words.map((word, index) => [word, index]))
  return {
    segments: [
      ...words.map((word): Segment => ({ _tag: "Word", word })),
      { _tag: "OtherWords" },
      unknown,
    ],
    rows: [...byWord.values(), others, others],
    segmentOf: (fact) =>
      typeof fact === "string" ? (numbers.get(fact) ?? words.length) : words.length + 1,
  }
}

/** The finite bounds of conditions on numbers, each once, rising. */
export const endpointsOf = (tests: ReadonlyArray<ConditionTest>): ReadonlyArray<number> => {
  const endpoints = new Set<number>()
  for (const test of tests) {
    if (test._tag !== "Within" && test._tag !== "Outside") continue
    for (const { high, low } of test.intervals) {
      if (Number.isFinite(low)) endpoints.add(low)
      if (Number.isFinite(high)) endpoints.add(high)
    }
  }
  return [...endpoints].sort((left, right) => left - right)
}

/** The first endpoint that is not below the value. */
const lowerBound = (endpoints: Float64Array, value: number): number => {
  let low = 0
  let high = endpoints.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((endpoints[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Where a number lies among the segments of a column with these endpoints. */
export const numberSegment = (endpoints: Float64Array, value: number): number => {
  const index = lowerBound(endpoints, value)
  return endpoints[index] === value ? 2 * index + 1 : 2 * index
}

/** The endpoints that some segments of numbers were made of. */
export const endpointsIn = (segments: ReadonlyArray<Segment>): Float64Array =>
  Float64Array.from(segments.flatMap((segment) => (segment._tag === "Point" ? segment.value : [])))

/** Stretches and endpoints in turn: stretch 0, endpoint 0, stretch 1, … */
const numberSegments = (endpoints: ReadonlyArray<number>): ReadonlyArray<Segment> => {
  const segments: Array<Segment> = []
  let low = Number.NEGATIVE_INFINITY
  for (const value of endpoints) {
    segments.push({ _tag: "Between", low, high: value }, { _tag: "Point", value })
    low = value
  }
  return [...segments, { _tag: "Between", low, high: Number.POSITIVE_INFINITY }]
}

/** Where an interval's first and last segment are among those of {@link numberSegments}. */
const stretchOf = (
  endpoints: Float64Array,
  { high, highClosed, low, lowClosed }: Interval,
): readonly [first: number, last: number] => {
  const first = Number.isFinite(low) ? 2 * lowerBound(endpoints, low) + (lowClosed ? 1 : 2) : 0
  const last = Number.isFinite(high)
    ? 2 * lowerBound(endpoints, high) + (highClosed ? 1 : 0)
    : 2 * endpoints.length
  return [first, last]
}

/** For each segment the rows whose acceptance is another one than in the segment before. */
export const changesOf = (
  endpoints: Float64Array,
  tests: ReadonlyArray<ConditionTest>,
): ReadonlyArray<ReadonlyArray<number>> => {
  const changes = Array.from({ length: 2 * endpoints.length + 2 }, (): Array<number> => [])
  for (const [row, test] of tests.entries()) {
    if (test._tag !== "Within" && test._tag !== "Outside") continue
    const stretches = test.intervals.map((interval) => stretchOf(endpoints, interval))
    let end = -1
    for (const [first, last] of stretches.sort(([left], [right]) => left - right)) {
      if (last < end) continue
      if (first > end) changes[first]?.push(row)
      else changes[end]?.pop()
      end = last + 1
      changes[end]?.push(row)
    }
  }
  return changes
}

/** The rows that accept each of so many segments; segments without a change between them share a set. */
const sweep = (
  start: Bitset,
  changes: ReadonlyArray<ReadonlyArray<number>>,
  count: number,
): ReadonlyArray<Bitset> => {
  let rows = start
  return Array.from({ length: count }, (_, segment) => {
    const changed = changes[segment] ?? []
    if (changed.length > 0) rows = rows.slice()
    for (const row of changed) flipRow(rows, row)
    return rows
  })
}

const segmentNumbers = (tests: ReadonlyArray<ConditionTest>): SegmentedColumn => {
  const sorted = endpointsOf(tests)
  const endpoints = Float64Array.from(sorted)
  const known = numberSegments(sorted)
  const start = rowsWhere(tests, ({ _tag }) => _tag === "Any" || _tag === "Outside")
  const rows = sweep(start, changesOf(endpoints, tests), known.length)
  return {
    segments: [...known, unknown],
    rows: [...rows, rowsWhere(tests, ({ _tag }) => _tag === "Any")],
    segmentOf: (fact) => {
      if (typeof fact !== "number" || Number.isNaN(fact)) return known.length
      return numberSegment(endpoints, fact)
    },
  }
}

const segmentBooleans = (tests: ReadonlyArray<ConditionTest>): SegmentedColumn => {
  const accepting = (value: boolean | undefined): Bitset =>
    rowsWhere(tests, (test) => test._tag === "Any" || (test._tag === "Is" && test.value === value))
  return {
    segments: [{ _tag: "Truth", value: false }, { _tag: "Truth", value: true }, unknown],
    rows: [accepting(false), accepting(true), accepting(undefined)],
    segmentOf: (fact) => (fact === false ? 0 : fact === true ? 1 : 2),
  }
}

/** Cuts one condition column into segments, given the condition of every row. */
export const segmentColumn = (
  input: Input<unknown>,
  tests: ReadonlyArray<ConditionTest>,
): SegmentedColumn => {
  switch (input.kind) {
    case "words":
      return segmentWords(tests)
    case "number":
      return segmentNumbers(tests)
    case "boolean":
      return segmentBooleans(tests)
  }
}
