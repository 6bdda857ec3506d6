/** A day on which a longer trip costs less than one of a day fewer. */
export interface StepDown {
  /** The longer trip, in days. */
  readonly days: number
  readonly fromMinor: number
  readonly toMinor: number
}

/** Neighbours, both included, for which no row applies. */
export interface UnpricedRun {
  readonly from: number
  readonly to: number
}

/** Premiums in minor units, one behind the other; null where no row applies. */
export type PremiumCurve = ReadonlyArray<number | null>

/**
 * Where premiums by days, those of one day first, fall.
 *
 * ```ts
 * import { stepsDown } from "../rules/pricing/premium-curve.ts"
 *
 * stepsDown([1000, 1200, 1100, null, 900]) // => [{ days: 3, fromMinor: 1200, toMinor: 1100 }]
 * ```
 */
export const stepsDown = (premiums: PremiumCurve): ReadonlyArray<StepDown> =>
  premiums.flatMap((toMinor, index) => {
    const fromMinor = premiums[index - 1]
    return toMinor === null || fromMinor === undefined || fromMinor === null || toMinor >= fromMinor
      ? []
      : [{ days: index + 1, fromMinor, toMinor }]
  })

/** Whether nobody is asked for: no row before, and none on one side of it. */
const isOutside = (before: PremiumCurve, after: PremiumCurve, index: number): boolean =>
  (before[index] ?? null) === null &&
  (after.slice(0, index).every((each) => each === null) ||
    after.slice(index + 1).every((each) => each === null))

/**
 * Where premiums have a hole: no row applies, though one does on both sides of it, or did before. The
 * places are indexes.
 *
 * ```ts
 * import { unpricedRuns } from "../rules/pricing/premium-curve.ts"
 *
 * unpricedRuns([null, null, null, null, 5], [null, 3, null, 4, null]) // => [{ from: 2, to: 2 }, { from: 4, to: 4 }]
 * ```
 */
export const unpricedRuns = (
  before: PremiumCurve,
  after: PremiumCurve,
): ReadonlyArray<UnpricedRun> => {
  const runs: Array<UnpricedRun> = []
  for (const [index, premium] of after.entries()) {
    if (premium !== null || isOutside(before, after, index)) continue
    const last = runs.at(-1)
    if (last?.to === index - 1) runs.splice(-1, 1, { from: last.from, to: index })
    else runs.push({ from: index, to: index })
  }
  return runs
}

/** So many days are shown at least. */
const daysShownMin = 28

/**
 * How many days a picture of premiums shows: the last day on which another row begins to apply, and as
 * many again, as far as rows reach. Lines are those of the rows by day, of every curve.
 *
 * ```ts
 * import { daysToShow } from "../rules/pricing/premium-curve.ts"
 *
 * daysToShow([[7, 7, 8, ...Array.from({ length: 400 }, () => 8)]]) // => 30
 * daysToShow([[7, 7, 8, null, null]]) // => 3
 * ```
 */
export const daysToShow = (curves: ReadonlyArray<ReadonlyArray<number | null>>): number => {
  let lastChange = 1
  let lastRow = 0
  for (const lines of curves) {
    for (const [index, line] of lines.entries()) {
      if (line === null) continue
      lastRow = Math.max(lastRow, index + 1)
      if (index > 0 && lines[index - 1] !== line) lastChange = Math.max(lastChange, index + 1)
    }
  }
  return Math.min(lastRow, lastChange - 1 + Math.max(lastChange - 1, daysShownMin))
}

/** Whether two curves have the same premiums, and rows at the same places. */
export const isSameCurve = (one: PremiumCurve, other: PremiumCurve): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index])
