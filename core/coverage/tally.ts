/** How many of some things are covered. */
export interface Tally {
  readonly covered: number
  readonly all: number
}

/** The sum of tallies. */
export const sumTallies = (tallies: ReadonlyArray<Tally>): Tally => ({
  covered: tallies.reduce((sum, { covered }) => sum + covered, 0),
  all: tallies.reduce((sum, { all }) => sum + all, 0),
})

/**
 * The hundredths of a percent that are covered, rounded down, so that 10 000 means all of it; of
 * nothing, all is covered.
 *
 * ```ts
 * import { coveredBps } from "../core/coverage/tally.ts"
 *
 * coveredBps({ covered: 2, all: 3 }) // => 6666
 * coveredBps({ covered: 99_999, all: 100_000 }) // => 9999
 * coveredBps({ covered: 0, all: 0 }) // => 10000
 * ```
 */
export const coveredBps = ({ all, covered }: Tally): number => {
  if (all === 0) return 10_000
  const parts = covered * 10_000
  return (parts - (parts % all)) / all
}

/**
 * A tally in percent with two decimals, rounded down: 100 % is all of it and nothing less.
 *
 * ```ts
 * import { percentText } from "../core/coverage/tally.ts"
 *
 * percentText({ covered: 9_999, all: 10_000 }) // => "99.99 %"
 * percentText({ covered: 1_000_000, all: 1_000_001 }) // => "99.99 %"
 * percentText({ covered: 7, all: 7 }) // => "100 %"
 * percentText({ covered: 0, all: 0 }) // => "-"
 * ```
 */
export const percentText = (tally: Tally): string => {
  if (tally.all === 0) return "-"
  const bps = coveredBps(tally)
  if (bps === 10_000) return "100 %"
  const decimals = String(bps % 100).padStart(2, "0")
  return `${(bps - (bps % 100)) / 100}.${decimals} %`
}
