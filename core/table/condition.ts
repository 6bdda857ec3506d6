import * as Result from "effect/Result"
import { addRow, type Bitset, emptyBitset } from "./bitset.ts"
import {
  contains,
  type NumberTest,
  readBooleanTest,
  readNumberTest,
  readWordTest,
  type WordTest,
} from "./cell.ts"
import type { CellProblem } from "./error.ts"
import type { Input } from "./input.ts"

/** A fact as a decision table takes it; null is unknown. */
export type Fact = string | number | boolean | null

/** A condition cell as read, whatever its column's kind. */
export type ConditionTest = WordTest | NumberTest | { readonly _tag: "Is"; readonly value: boolean }

/** Reads one condition cell under its input. */
export const readTest = (
  input: Input<unknown>,
  cell: string,
): Result.Result<ConditionTest, CellProblem> => {
  switch (input.kind) {
    case "words":
      return readWordTest(cell, input.words)
    case "number":
      return readNumberTest(cell)
    case "boolean":
      return Result.map(readBooleanTest(cell), (value) =>
        value === undefined ? { _tag: "Any" } : { _tag: "Is", value },
      )
  }
}

/** The rows that a fact satisfies in one condition column. */
export type CompiledCondition = (fact: Fact) => Bitset

/** Whether a test passes for a word; undefined stands for a word that no cell names. */
const acceptsWord = (test: ConditionTest, word: string | undefined): boolean => {
  if (test._tag === "Any") return true
  if (test._tag === "AnyOf") return word !== undefined && test.words.includes(word)
  return test._tag === "NoneOf" && (word === undefined || !test.words.includes(word))
}

const acceptsNumber = (test: ConditionTest, value: number): boolean => {
  if (test._tag === "Any") return true
  if (test._tag === "Within") return test.intervals.some((interval) => contains(interval, value))
  return test._tag === "Outside" && !test.intervals.some((interval) => contains(interval, value))
}

const rowsWhere = (
  tests: ReadonlyArray<ConditionTest>,
  accepts: (test: ConditionTest) => boolean,
): Bitset => {
  const rows = emptyBitset(tests.length)
  for (const [row, test] of tests.entries()) if (accepts(test)) addRow(rows, row)
  return rows
}

const compileWords = (tests: ReadonlyArray<ConditionTest>): CompiledCondition => {
  const byWord = new Map<string, Bitset>()
  for (const test of tests) {
    if (test._tag !== "AnyOf" && test._tag !== "NoneOf") continue
    for (const word of test.words) {
      if (!byWord.has(word))
        byWord.set(
          word,
          rowsWhere(tests, (each) => acceptsWord(each, word)),
        )
    }
  }
  const other = rowsWhere(tests, (test) => acceptsWord(test, undefined))
  return (fact) => (typeof fact === "string" ? (byWord.get(fact) ?? other) : other)
}

const endpointsOf = (tests: ReadonlyArray<ConditionTest>): ReadonlyArray<number> => {
  const endpoints = new Set<number>()
  for (const test of tests) {
    if (test._tag !== "Within" && test._tag !== "Outside") continue
    for (const { low, high } of test.intervals) {
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

/** A value inside the open gap before endpoint `index`. */
const insideGap = (endpoints: ReadonlyArray<number>, index: number): number => {
  const below = endpoints[index - 1] ?? Number.NEGATIVE_INFINITY
  const above = endpoints[index] ?? Number.POSITIVE_INFINITY
  if (below === Number.NEGATIVE_INFINITY) return -Number.MAX_VALUE
  return above === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : below + (above - below) * 0.5
}

/** One bitset for every endpoint and for every open gap between endpoints. */
const compileNumbers = (tests: ReadonlyArray<ConditionTest>): CompiledCondition => {
  const endpoints = endpointsOf(tests)
  const atEndpoint = endpoints.map((value) =>
    rowsWhere(tests, (test) => acceptsNumber(test, value)),
  )
  const inGap = Array.from({ length: endpoints.length + 1 }, (_, index) => {
    const value = insideGap(endpoints, index)
    return rowsWhere(tests, (test) => acceptsNumber(test, value))
  })
  const unknown = rowsWhere(tests, (test) => test._tag === "Any")
  const sorted = Float64Array.from(endpoints)
  return (fact) => {
    if (typeof fact !== "number" || Number.isNaN(fact)) return unknown
    const index = lowerBound(sorted, fact)
    return (sorted[index] === fact ? atEndpoint[index] : inGap[index]) ?? unknown
  }
}

const compileBooleans = (tests: ReadonlyArray<ConditionTest>): CompiledCondition => {
  const accepting = (value: boolean | undefined): Bitset =>
    rowsWhere(tests, (test) => test._tag === "Any" || (test._tag === "Is" && test.value === value))
  const whenTrue = accepting(true)
  const whenFalse = accepting(false)
  const unknown = accepting(undefined)
  return (fact) => (fact === true ? whenTrue : fact === false ? whenFalse : unknown)
}

/** Compiles one condition column; undefined when every cell is empty, so that it decides nothing. */
export const compileCondition = (
  input: Input<unknown>,
  tests: ReadonlyArray<ConditionTest>,
): CompiledCondition | undefined => {
  if (tests.every((test) => test._tag === "Any")) return undefined
  switch (input.kind) {
    case "words":
      return compileWords(tests)
    case "number":
      return compileNumbers(tests)
    case "boolean":
      return compileBooleans(tests)
  }
}
