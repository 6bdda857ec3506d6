import { medianOf } from "../../core/median.ts"

/** The lowest, the middle and the highest of some values, and how many there are. */
export interface Spread {
  readonly count: number
  readonly lowest: number
  readonly median: number
  readonly highest: number
}

/**
 * The spread of some values; undefined of none.
 *
 * ```ts
 * import { spreadOf } from "../rules/plausibility/spread.ts"
 *
 * spreadOf([30, 10, 20]) // => { count: 3, lowest: 10, median: 20, highest: 30 }
 * spreadOf([]) // => undefined
 * ```
 */
export const spreadOf = (values: ReadonlyArray<number>): Spread | undefined =>
  values.length === 0
    ? undefined
    : {
        count: values.length,
        lowest: Math.min(...values),
        median: medianOf(values),
        highest: Math.max(...values),
      }
