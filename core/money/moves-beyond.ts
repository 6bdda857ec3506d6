import type { Bps } from "./minor.ts"
import type { Rational } from "./rational.ts"

/**
 * Whether a figure moves by more than some basis points of what it was, exactly.
 *
 * ```ts
 * import { movesBeyond } from "../core/money/moves-beyond.ts"
 * import { fromInteger } from "../core/money/rational.ts"
 * movesBeyond({ before: fromInteger(100n), after: fromInteger(110n), boundBps: 1000 }) // => false
 * movesBeyond({ before: fromInteger(100n), after: fromInteger(111n), boundBps: 1000 }) // => true
 * ```
 */
export const movesBeyond = ({
  after,
  before,
  boundBps,
}: {
  readonly before: Rational
  readonly after: Rational
  readonly boundBps: Bps
}): boolean => {
  const was = before.numerator * after.denominator
  const is = after.numerator * before.denominator
  return (is > was ? is - was : was - is) * 10_000n > was * BigInt(boundBps)
}
