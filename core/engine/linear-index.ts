import { type Bitset, countRows, flipRow, fullBitset, hasRow } from "../table/bitset.ts"
import type { ConditionTest, Fact } from "../table/condition.ts"
import { any, type Decision } from "../table/decision.ts"
import type { Input } from "../table/input.ts"
import { camelCase } from "../table/names.ts"
import type { MatchingIndex } from "../table/row-index.ts"
import { changesOf, endpointsOf, numberSegment, rowsWhere } from "../table/segments.ts"

/** A condition column whose rows are asked for by the segment of a fact. */
export interface AskedColumn {
  /** Where it stands among the columns of its table. */
  readonly at: number
  readonly factName: string
  readonly segmentOf: (fact: Fact | undefined) => number
  /** The bounds of a column of numbers, rising; of others none. */
  readonly endpoints: Float64Array
  /** Makes the rows of a segment ready, and tells which of the places they lie at. */
  readonly ready: (segment: number) => number
  readonly places: Int32Array
}

/** An index of rows that is asked and not walked through. */
export interface LinearIndex extends Omit<MatchingIndex, "deciding"> {
  /** All columns; those that leave the fewest rows come first. */
  readonly ranked: ReadonlyArray<AskedColumn>
}

/**
 * Indexes a long table in memory that grows with its rows, as one set of rows for every segment grows
 * with their square where each row has bounds of its own. A column keeps a number of sets, and for the
 * segments between them which rows change; a question makes the one set that it asks for.
 *
 * ```ts
 * import { linearIndex } from "../core/engine/linear-index.ts"
 * import { loadDecision } from "../core/table/decision.ts"
 * import { fares, faresText } from "../test/support/own-tables.ts"
 *
 * linearIndex(loadDecision(fares, faresText).content).ranked.length // => 2
 * ```
 */
export const linearIndex = (
  { definition, tests }: Decision,
  most = setsMost(tests.length),
): LinearIndex => {
  const every = fullBitset(tests.length)
  const width = every.length
  const kept: Array<Bitset> = []
  const keep = (set: Bitset): number => (kept.push(set.slice()) - 1) * width
  const columns = Object.entries(definition.inputs).map(([name, input], at) => {
    const column = tests.map((row) => row[at] ?? any)
    return { at, factName: camelCase(name), ...stepsOf(input, column, keep, most) }
  })
  // Each column makes its sets in a place of its own, behind those that are kept.
  const words = new Int32Array((kept.length + columns.length) * width)
  for (const [number, set] of kept.entries()) words.set(set, number * width)
  const ranked = columns
    .toSorted((left, right) => left.left - right.left)
    .map(({ at, endpoints, factName, segmentOf, steps }): AskedColumn => {
      const made = (kept.length + at) * width
      return {
        at,
        factName,
        segmentOf,
        endpoints,
        ready: makeReady(words, width, made, steps),
        places: Int32Array.from([made, ...steps.bases]),
      }
    })
  return { every, ranked, width, words }
}

/** The most sets that a column keeps: some hundred bytes a row, or 256 kB. */
const setsMost = (rows: number): number => Math.max(512, Math.floor(2_097_152 / (rows + 1)))

/** For each segment a set that is kept, and the stretch of changes that leads from it to its own. */
interface Steps {
  readonly bases: ReadonlyArray<number>
  readonly firsts: Int32Array
  readonly ends: Int32Array
  readonly changes: Int32Array
}

const makeReady = (
  words: Int32Array,
  width: number,
  made: number,
  { bases, changes, ends, firsts }: Steps,
): AskedColumn["ready"] => {
  const baseOf = Int32Array.from(bases)
  return (segment) => {
    const end = ends[segment] ?? 0
    const first = firsts[segment] ?? 0
    if (first === end) return segment + 1
    const base = baseOf[segment] ?? 0
    words.copyWithin(made, base, base + width)
    for (let change = first; change < end; change += 1) {
      const row = changes[change] ?? 0
      const word = made + (row >> 5)
      words[word] = (words[word] ?? 0) ^ (1 << (row & 31))
    }
    return 0
  }
}

interface SteppedColumn extends Pick<AskedColumn, "endpoints" | "segmentOf"> {
  readonly steps: Steps
  /** The rows that it leaves on average. */
  readonly left: number
}

const stepsOf = (
  input: Input<unknown>,
  tests: ReadonlyArray<ConditionTest>,
  keep: (set: Bitset) => number,
  most: number,
): SteppedColumn => {
  switch (input.kind) {
    case "number":
      return stepNumbers(tests, keep, most)
    case "words":
      return stepWords(tests, keep)
    case "boolean":
      return stepBooleans(tests, keep)
  }
}

const noEndpoints = new Float64Array(0)

const isAny = ({ _tag }: ConditionTest): boolean => _tag === "Any"

const stepNumbers = (
  tests: ReadonlyArray<ConditionTest>,
  keep: (set: Bitset) => number,
  most: number,
): SteppedColumn => {
  const endpoints = Float64Array.from(endpointsOf(tests))
  const known = 2 * endpoints.length + 1
  const changing = changesOf(endpoints, tests).slice(0, known)
  const changes = Int32Array.from(changing.flat())
  const apart = Math.floor(changes.length / most)
  const set = rowsWhere(tests, ({ _tag }) => _tag === "Any" || _tag === "Outside")
  const bases: Array<number> = []
  const [firsts, ends] = [new Int32Array(known + 1), new Int32Array(known + 1)]
  let [base, first, end, count, left] = [-1, 0, 0, countRows(set), 0]
  for (const [segment, rows] of changing.entries()) {
    for (const row of rows) {
      flipRow(set, row)
      count += hasRow(set, row) ? 1 : -1
    }
    end += rows.length
    if (base < 0 || end - first > apart) {
      base = keep(set)
      first = end
    }
    bases.push(base)
    firsts[segment] = first
    ends[segment] = end
    left += count
  }
  const unknown = rowsWhere(tests, isAny)
  bases.push(keep(unknown))
  return {
    endpoints,
    segmentOf: (fact) =>
      typeof fact === "number" && !Number.isNaN(fact) ? numberSegment(endpoints, fact) : known,
    steps: { bases, changes, ends, firsts },
    left: (left + countRows(unknown)) / bases.length,
  }
}

const stepWords = (
  tests: ReadonlyArray<ConditionTest>,
  keep: (set: Bitset) => number,
): SteppedColumn => {
  const others = rowsWhere(tests, ({ _tag }) => _tag === "Any" || _tag === "NoneOf")
  const byWord = new Map<string, Array<number>>()
  for (const [row, test] of tests.entries()) {
    if (test._tag !== "AnyOf" && test._tag !== "NoneOf") continue
    for (const word of new Set(test.words)) {
      const rows = byWord.get(word)
      if (rows === undefined) byWord.set(word, [row])
      else rows.push(row)
    }
  }
  const numbers = new Map([...byWord.keys()].map((word, number) => [word, number]))
  const changing = [...byWord.values()]
  const base = keep(others)
  const bases: Array<number> = []
  const [firsts, ends] = [new Int32Array(changing.length + 2), new Int32Array(changing.length + 2)]
  const changes: Array<number> = []
  let left = 2 * countRows(others)
  for (const [segment, rows] of changing.entries()) {
    const set = rows.length > others.length ? others.slice() : undefined
    left += countRows(others)
    for (const row of rows) {
      left += hasRow(others, row) ? -1 : 1
      if (set === undefined) changes.push(row)
      else flipRow(set, row)
    }
    // A word of many rows keeps its set, which is no longer than the list of them.
    bases.push(set === undefined ? base : keep(set))
    ends[segment] = changes.length
    firsts[segment] = set === undefined ? changes.length - rows.length : changes.length
  }
  const [otherwise, unknown] = [changing.length, changing.length + 1]
  return {
    endpoints: noEndpoints,
    segmentOf: (fact) => (typeof fact === "string" ? (numbers.get(fact) ?? otherwise) : unknown),
    steps: { bases: [...bases, base, base], changes: Int32Array.from(changes), ends, firsts },
    left: left / (changing.length + 2),
  }
}

const stepBooleans = (
  tests: ReadonlyArray<ConditionTest>,
  keep: (set: Bitset) => number,
): SteppedColumn => {
  const sets = [false, true, undefined].map((value) =>
    rowsWhere(tests, (test) => isAny(test) || (test._tag === "Is" && test.value === value)),
  )
  return {
    endpoints: noEndpoints,
    segmentOf: (fact) => (fact === false ? 0 : fact === true ? 1 : 2),
    steps: {
      bases: sets.map(keep),
      changes: new Int32Array(0),
      ends: new Int32Array(sets.length),
      firsts: new Int32Array(sets.length),
    },
    left: sets.reduce((sum, set) => sum + countRows(set), 0) / sets.length,
  }
}
