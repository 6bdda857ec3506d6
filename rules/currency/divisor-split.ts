/** A divisor written as a product of two whole numbers as near to each other as was found. */
export interface DivisorSplit {
  readonly upper: number
  readonly lower: number
}

/** Trial division stops here; what is left of the divisor then counts as one prime. */
const trialDivisorMax = 1_000_000

const primeFactors = (value: number): ReadonlyArray<number> => {
  const primes: Array<number> = []
  let rest = value
  for (let prime = 2; prime * prime <= rest && prime <= trialDivisorMax; prime += 1) {
    while (rest % prime === 0) {
      primes.push(prime)
      rest /= prime
    }
  }
  if (rest > 1) primes.push(rest)
  return primes
}

const divisors = (value: number): ReadonlyArray<number> => {
  let found: ReadonlyArray<number> = [1]
  for (const prime of primeFactors(value)) {
    found = [...new Set(found.flatMap((known) => [known, known * prime]))]
  }
  return found
}

/**
 * Splits a whole number from 1 to 2^53 - 1 into two factors, `upper` the larger, that are as
 * balanced as its prime factors up to a million allow. Balanced factors keep products small.
 *
 * ```ts
 * import { splitDivisor } from "../rules/currency/divisor-split.ts"
 * splitDivisor(10_000_000_000) // => { upper: 100_000, lower: 100_000 }
 * splitDivisor(14) // => { upper: 7, lower: 2 }
 * ```
 */
export const splitDivisor = (value: number): DivisorSplit => {
  let best: DivisorSplit = { upper: value, lower: 1 }
  for (const divisor of divisors(value)) {
    const other = value / divisor
    const upper = Math.max(divisor, other)
    if (upper < best.upper) best = { upper, lower: Math.min(divisor, other) }
  }
  return best
}
