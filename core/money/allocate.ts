import * as Result from "effect/Result"
import { plainFailure, plainSuccess } from "../plain-result.ts"
import { fromInteger, multiply, type Rational } from "./rational.ts"
import { type AmountMinor, numberToRational } from "./minor.ts"

/** A share of an amount: how it compares with the other weights is all that counts. */
export type Weight = number | bigint | Rational

/** Why an amount cannot be allocated. */
export type AllocationProblem =
  /** The amount is no whole number that doubles hold exactly. */
  | { readonly _tag: "NotWhole"; readonly amountMinor: AmountMinor }
  /** A weight, by its place from 0, is negative, NaN or infinite. */
  | { readonly _tag: "BadWeight"; readonly index: number }
  /** No weight is above zero, so that nothing says who gets the amount. */
  | { readonly _tag: "NoWeight" }

/** The parts of an amount, of the type that the amount is of. */
export type Parts<Amount extends number | bigint> = ReadonlyArray<
  Amount extends number ? number : bigint
>

const exactWeight = (weight: Weight): Rational | undefined => {
  if (typeof weight === "number") return Result.getOrUndefined(numberToRational(weight))
  return typeof weight === "bigint" ? fromInteger(weight) : weight
}

/** Weights as whole numbers in the same proportions; the place of the first that is none. */
const wholeWeights = (
  weights: ReadonlyArray<Weight>,
): Result.Result<ReadonlyArray<bigint>, number> => {
  const exact: Array<Rational> = []
  for (const [index, weight] of weights.entries()) {
    const read = exactWeight(weight)
    if (read === undefined || read.numerator < 0n) return plainFailure(index)
    exact.push(read)
  }
  const factor = exact.reduce((product, { denominator }) => {
    const { denominator: missing } = multiply(fromInteger(product), {
      numerator: 1n,
      denominator,
    })
    return product * missing
  }, 1n)
  return plainSuccess(exact.map(({ denominator, numerator }) => numerator * (factor / denominator)))
}

/** The places that one unit more goes to: the largest remainders, the earlier of equal ones. */
const placesByRemainder = (
  remainders: ReadonlyArray<bigint>,
  count: number,
): ReadonlyArray<number> =>
  [...remainders.keys()]
    .sort((left, right) => {
      const [before, after] = [remainders[left] ?? 0n, remainders[right] ?? 0n]
      if (before === after) return left - right
      return before > after ? -1 : 1
    })
    .slice(0, count)

const allocateWhole = (amount: bigint, weights: ReadonlyArray<bigint>, sum: bigint) => {
  const parts = weights.map((weight) => (amount * weight) / sum)
  const remainders = weights.map((weight) => (amount * weight) % sum)
  const missing = amount - parts.reduce((total, part) => total + part, 0n)
  for (const place of placesByRemainder(remainders, Number(missing))) {
    parts[place] = (parts[place] ?? 0n) + 1n
  }
  return parts
}

/**
 * Divides an amount of minor units by weights so that the parts sum to it exactly: each part is its
 * exact share rounded down, and what is left goes, a unit each, to the largest remainders, the
 * earlier of equal ones. No part is a unit or more from its exact share, and a weight of zero gets
 * nothing. A negative amount, a refund, is divided as its positive one is.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { allocate } from "../core/money/allocate.ts"
 *
 * Result.getOrThrow(allocate(100, [1, 1, 1])) // => [34, 33, 33]
 * Result.getOrThrow(allocate(-1000n, [0.1, 0.2, 0])) // => [-333n, -667n, 0n]
 * Result.isFailure(allocate(100, [0, 0])) // => true
 * ```
 */
export const allocate = <const Amount extends number | bigint>(
  amountMinor: Amount,
  weights: ReadonlyArray<Weight>,
): Result.Result<Parts<Amount>, AllocationProblem> => {
  if (typeof amountMinor === "number" && !Number.isSafeInteger(amountMinor)) {
    return plainFailure({ _tag: "NotWhole", amountMinor })
  }
  const whole = wholeWeights(weights)
  if (Result.isFailure(whole)) return plainFailure({ _tag: "BadWeight", index: whole.failure })
  const sum = whole.success.reduce((total, weight) => total + weight, 0n)
  if (sum === 0n) return plainFailure({ _tag: "NoWeight" })
  const amount = BigInt(amountMinor)
  const isNegative = amount < 0n
  const parts = allocateWhole(isNegative ? -amount : amount, whole.success, sum).map((part) =>
    isNegative ? -part : part,
  )
  const typed: ReadonlyArray<number | bigint> =
    typeof amountMinor === "number" ? parts.map(Number) : parts
  return plainSuccess(typed as Parts<Amount>)
}
