import { minorToDecimal } from "../../../core/money/minor.ts"

/** What the simulator's premium depends on. */
export interface SimulatedTrip {
  readonly days: number
  readonly ages: ReadonlyArray<number>
}

const daysMax = 365

/** FNV-1a over the letters of a code: the same number in every run. */
const hashOf = (code: string): number => {
  let hash = 0x811c9dc5
  for (const letter of code) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  return hash
}

/** Share of the daily rate that an age pays, in percent. */
const loadingPercent = (age: number): number => {
  if (age < 18) return 50
  if (age < 65) return 100
  return age < 75 ? 200 : 300
}

/**
 * The simulator's premium, as decimal text: 5.00 to 19.99 by the code, and for each day (at most
 * 365) and traveller 0.80 to 1.49 by the code; half of that below 18 years, twice from 65, three
 * times from 75. At most 1,000,000. Nothing else about a trip changes it.
 *
 * ```ts
 * import { simulatedPremium } from "../http/tools/simulator/premium.ts"
 * simulatedPremium("AR-101", { days: 14, ages: [30] }) // => "25.25"
 * simulatedPremium("AR-101", { days: 14, ages: [30, 70] }) // => "49.61"
 * ```
 */
export const simulatedPremium = (code: string, { ages, days }: SimulatedTrip): string => {
  const hash = hashOf(code)
  const baseMinor = 500 + (hash % 1_500)
  const dailyMinor = 80 + (hash % 70)
  const loadings = ages.reduce((sum, age) => sum + loadingPercent(age), 0)
  const dailyHundredths = dailyMinor * Math.min(days, daysMax) * loadings
  const minor = (BigInt(baseMinor) * 100n + BigInt(dailyHundredths)) / 100n
  return minorToDecimal(minor > 100_000_000n ? 100_000_000n : minor, 2)
}
