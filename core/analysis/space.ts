import { type Bitset, fullBitset } from "../table/bitset.ts"
import type { Reference } from "../table/column.ts"
import type { ConditionTest, Fact } from "../table/condition.ts"
import type { Inputs } from "../table/decision.ts"
import type { Input } from "../table/input.ts"
import { type Segment, segmentColumn } from "../table/segments.ts"

/** The words that a reference may name; undefined where they are not known. */
export type WordsOf = (reference: Reference) => ReadonlyArray<string> | undefined

/**
 * One condition column as verification sees it: the segments in which a fact that the column allows
 * can lie, in order, each with a fact of it and the rows whose cell accepts it.
 */
export interface Dimension {
  /** The column's name in the file. */
  readonly name: string
  readonly input: Input<unknown>
  readonly segments: ReadonlyArray<Segment>
  readonly witnesses: ReadonlyArray<Fact>
  readonly rows: ReadonlyArray<Bitset>
  /** The words that the column allows and no cell names. */
  readonly otherWords: ReadonlyArray<string>
}

/** All combinations of facts that a decision table can be asked with, and where its rows lie. */
export interface Space {
  readonly dimensions: ReadonlyArray<Dimension>
  readonly rowCount: number
  /** Every row. */
  readonly all: Bitset
}

type NumberInput = Extract<Input<unknown>, { readonly kind: "number" }>

/** A fact inside of an open stretch and the column's bounds, nearest to zero where it is endless. */
const factBetween = (input: NumberInput, low: number, high: number): number | undefined => {
  const { maximum = Number.POSITIVE_INFINITY, minimum = Number.NEGATIVE_INFINITY, whole } = input
  if (whole) {
    const least = Math.max(Math.floor(low) + 1, Math.ceil(minimum))
    const most = Math.min(Math.ceil(high) - 1, Math.floor(maximum))
    if (least > most) return undefined
    return Number.isFinite(least) ? least : Math.min(0, most)
  }
  const least = Math.max(low, minimum)
  const most = Math.min(high, maximum)
  if (least > most || (least === most && (least === low || most === high))) return undefined
  if (least === minimum && least > low) return least
  if (most === maximum && most < high) return most
  if (!Number.isFinite(least)) return Number.isFinite(most) ? most - 1 : 0
  if (!Number.isFinite(most)) return least + 1
  // Between numbers as large as they can be their distance would be none.
  const middle = Number.isFinite(most - least)
    ? least + (most - least) * 0.5
    : least * 0.5 + most * 0.5
  return middle > least && middle < most ? middle : undefined
}

const allowsPoint = (input: NumberInput, value: number): boolean =>
  (!input.whole || Number.isInteger(value)) &&
  value >= (input.minimum ?? Number.NEGATIVE_INFINITY) &&
  value <= (input.maximum ?? Number.POSITIVE_INFINITY)

const wordsOfInput = (
  input: Input<unknown>,
  wordsOf: WordsOf,
): ReadonlyArray<string> | undefined => {
  if (input.kind !== "words") return undefined
  return input.words ?? (input.reference === undefined ? undefined : wordsOf(input.reference))
}

/** A word that no cell can name, for columns whose words are not listed. */
const anyOtherWord = "any other word"

/** A fact of a segment that the column allows; undefined when there is none. */
const witnessIn = (
  input: Input<unknown>,
  segment: Segment,
  words: ReadonlyArray<string> | undefined,
  otherWords: ReadonlyArray<string>,
): Fact | undefined => {
  switch (segment._tag) {
    case "Word":
      return words === undefined || words.includes(segment.word) ? segment.word : undefined
    case "OtherWords":
      return words === undefined ? anyOtherWord : otherWords[0]
    case "Point":
      return input.kind === "number" && allowsPoint(input, segment.value)
        ? segment.value
        : undefined
    case "Between":
      return input.kind === "number" ? factBetween(input, segment.low, segment.high) : undefined
    case "Truth":
      return segment.value
    case "Unknown":
      return input.optional === true ? null : undefined
  }
}

const makeDimension = (
  name: string,
  input: Input<unknown>,
  tests: ReadonlyArray<ConditionTest>,
  wordsOf: WordsOf,
): Dimension => {
  const { rows, segments } = segmentColumn(input, tests)
  const words = wordsOfInput(input, wordsOf)
  const named = new Set(segments.flatMap((one) => (one._tag === "Word" ? one.word : [])))
  const otherWords = (words ?? []).filter((word) => !named.has(word))
  const possible = segments.flatMap((segment, index) => {
    const witness = witnessIn(input, segment, words, otherWords)
    const accepting = rows[index]
    return witness === undefined || accepting === undefined
      ? []
      : [{ segment, witness, rows: accepting }]
  })
  return {
    name,
    input,
    segments: possible.map(({ segment }) => segment),
    witnesses: possible.map(({ witness }) => witness),
    rows: possible.map((one) => one.rows),
    otherWords,
  }
}

/**
 * Cuts the facts that a decision table can be asked with into segments: what its inputs allow, under
 * the conditions of its rows. Rows of several tables with the same inputs may be given together, so
 * that one space compares them.
 */
export const makeSpace = (
  inputs: Inputs,
  tests: ReadonlyArray<ReadonlyArray<ConditionTest>>,
  wordsOf: WordsOf,
): Space => ({
  dimensions: Object.entries(inputs).map(([name, input], index) => {
    const column = tests.map((row): ConditionTest => row[index] ?? { _tag: "Any" })
    return makeDimension(name, input, column, wordsOf)
  }),
  rowCount: tests.length,
  all: fullBitset(tests.length),
})
