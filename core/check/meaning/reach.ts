import type { WordsOf } from "../../analysis/space.ts"
import type { Interval } from "../../table/cell.ts"
import type { ConditionTest } from "../../table/condition.ts"
import type { Input } from "../../table/input.ts"

/** Whole numbers from one to another, both taken in; an endless end is infinite. */
export interface Stretch {
  readonly low: number
  readonly high: number
}

/** What a cell lets through: some words, or stretches of whole numbers, apart and rising. */
export type Reach =
  | { readonly _tag: "Words"; readonly words: ReadonlyArray<string> }
  | { readonly _tag: "Numbers"; readonly stretches: ReadonlyArray<Stretch> }

const everyNumber: Stretch = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }

const stretchOf = ({ high, highClosed, low, lowClosed }: Interval): Stretch => ({
  low: lowClosed ? Math.ceil(low) : Math.floor(low) + 1,
  high: highClosed ? Math.floor(high) : Math.ceil(high) - 1,
})

/** What two lists of stretches have in common. */
export const commonStretches = (
  left: ReadonlyArray<Stretch>,
  right: ReadonlyArray<Stretch>,
): ReadonlyArray<Stretch> =>
  left.flatMap((one) =>
    right.flatMap((other) => {
      const low = Math.max(one.low, other.low)
      const high = Math.min(one.high, other.high)
      return low <= high ? [{ low, high }] : []
    }),
  )

const outside = (stretches: ReadonlyArray<Stretch>): ReadonlyArray<Stretch> =>
  stretches.reduce<ReadonlyArray<Stretch>>(
    (left, { high, low }) =>
      commonStretches(left, [
        { low: everyNumber.low, high: low - 1 },
        { low: high + 1, high: everyNumber.high },
      ]),
    [everyNumber],
  )

const numbersOf = (test: ConditionTest): ReadonlyArray<Stretch> => {
  switch (test._tag) {
    case "Within":
      return test.intervals.map(stretchOf)
    case "Outside":
      return outside(test.intervals.map(stretchOf))
    default:
      return [everyNumber]
  }
}

/** The words of an input, as far as they are known; those of a truth value among them. */
const wordsOfInput = (
  input: Input<unknown>,
  wordsOf: WordsOf,
): ReadonlyArray<string> | undefined => {
  if (input.kind === "boolean") return ["true", "false"]
  if (input.kind !== "words") return undefined
  return input.words ?? (input.reference === undefined ? undefined : wordsOf(input.reference))
}

/**
 * What a condition cell lets through of what its column allows; an unknown fact is left aside.
 * Numbers are taken as whole ones.
 */
export const reachOf = (input: Input<unknown>, test: ConditionTest, wordsOf: WordsOf): Reach => {
  if (input.kind === "number") {
    const bounds: Stretch = {
      low: input.minimum ?? everyNumber.low,
      high: input.maximum ?? everyNumber.high,
    }
    return { _tag: "Numbers", stretches: commonStretches(numbersOf(test), [bounds]) }
  }
  const words = wordsOfInput(input, wordsOf) ?? []
  switch (test._tag) {
    case "AnyOf":
      return { _tag: "Words", words: test.words }
    case "NoneOf":
      return { _tag: "Words", words: words.filter((word) => !test.words.includes(word)) }
    case "Is":
      return { _tag: "Words", words: [String(test.value)] }
    default:
      return { _tag: "Words", words }
  }
}

/** What two cells of a column both let through; undefined where that is nothing. */
export const commonReach = (left: Reach, right: Reach): Reach | undefined => {
  if (left._tag === "Numbers" && right._tag === "Numbers") {
    const stretches = commonStretches(left.stretches, right.stretches)
    return stretches.length === 0 ? undefined : { _tag: "Numbers", stretches }
  }
  if (left._tag === "Words" && right._tag === "Words") {
    const words = left.words.filter((word) => right.words.includes(word))
    return words.length === 0 ? undefined : { _tag: "Words", words }
  }
  return undefined
}

/** Whether two cells of a column let anything through together. */
export const haveCommon = (left: Reach, right: Reach): boolean => {
  if (left._tag === "Words") {
    return right._tag === "Words" && left.words.some((word) => right.words.includes(word))
  }
  if (right._tag === "Words") return false
  return left.stretches.some((one) =>
    right.stretches.some((other) => one.low <= other.high && other.low <= one.high),
  )
}
