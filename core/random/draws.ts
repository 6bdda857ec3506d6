/** A stream of draws that its seed decides: the same seed gives the same draws on any machine. */
export interface Draws {
  /** The next 32 bits as a whole number, 0 to 4 294 967 295. */
  readonly next: () => number
  /** A whole number from 0 to `bound` - 1, each equally likely; `bound` is 1 to 2^32. */
  readonly below: (bound: number) => number
  /** A whole number from `minimum` to `maximum`, both included, each equally likely. */
  readonly between: (minimum: number, maximum: number) => number
}

const numbers = 4_294_967_296

/**
 * Draws from a 32-bit seed by mulberry32 (Tommy Ettinger, public domain): a counter that steps by an
 * odd constant, so that every state comes once in 2^32 draws, and a mixing of its bits. Good enough
 * to spread samples; never for secrets.
 *
 * ```ts
 * import { makeDraws } from "../core/random/draws.ts"
 *
 * const draws = makeDraws(1)
 * draws.next() // => 2693262067
 * draws.below(6) // => 3
 * draws.between(10, 19) // => 17
 * ```
 */
export const makeDraws = (seed: number): Draws => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (bound: number): number => {
    // Numbers above the last whole multiple of the bound would favour the low remainders.
    const limit = numbers - (numbers % bound)
    let drawn = next()
    while (drawn >= limit) drawn = next()
    return drawn % bound
  }
  return { next, below, between: (minimum, maximum) => minimum + below(maximum - minimum + 1) }
}
