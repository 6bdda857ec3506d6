import { compare, divide, type Rational } from "../../core/money/rational.ts"
import * as Result from "effect/Result"
import type { GuaranteeState } from "../../core/vocabulary/guarantee.ts"

/** A guarantee as an offer holds it: its ceiling in main units, and the euro's rate of its currency. */
export interface Held {
  readonly state: GuaranteeState
  /** Null for a state without a ceiling of its own. */
  readonly value: Rational | null
  /** Units of the guarantee currency for one euro. */
  readonly eurRate: Rational
}

/** States without any ceiling: nothing is held beyond them. */
const boundless: ReadonlySet<GuaranteeState> = new Set(["actual_costs", "included"])

const inEuros = ({ eurRate, value }: Held): Rational | undefined =>
  value === null ? undefined : Result.getOrUndefined(divide(value, eurRate))

const sameState = (left: Held, right: Held): -1 | 0 | 1 | undefined => {
  if (left.value === null && right.value === null) return 0
  const [here, there] =
    compare(left.eurRate, right.eurRate) === 0
      ? [left.value ?? undefined, right.value ?? undefined]
      : [inEuros(left), inEuros(right)]
  return here === undefined || there === undefined ? undefined : compare(here, there)
}

/**
 * Compares what is held under one guarantee: -1 where the left is less, 1 where it is more, 0 where
 * both are alike, and undefined where nobody can say, as with a ceiling beside a ticket home, or an
 * amount for each day beside one for the whole trip.
 *
 * ```ts
 * import { fromInteger, one } from "../core/money/rational.ts"
 * import { compareCovers } from "../rules/plausibility/compare-covers.ts"
 *
 * const upTo = (euros: bigint) => ({ state: "value", value: fromInteger(euros), eurRate: one }) as const
 * const atCost = { state: "actual_costs", value: null, eurRate: one } as const
 * const home = { state: "return_ticket", value: null, eurRate: one } as const
 * compareCovers(upTo(500n), upTo(800n)) // => -1
 * compareCovers(atCost, upTo(800n)) // => 1
 * compareCovers(home, upTo(800n)) // => undefined
 * ```
 */
export const compareCovers = (left: Held, right: Held): -1 | 0 | 1 | undefined => {
  if (left.state === right.state) return sameState(left, right)
  if (left.state === "not_available") return -1
  if (right.state === "not_available") return 1
  const [here, there] = [boundless.has(left.state), boundless.has(right.state)]
  if (here && there) return 0
  if (here || there) return here ? 1 : -1
  return undefined
}
