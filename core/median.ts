/**
 * The middle of some numbers; half-way between the two middle ones of an even count.
 *
 * ```ts
 * import { medianOf } from "../core/median.ts"
 *
 * medianOf([30, -10, 20]) // => 20
 * medianOf([1, 2]) // => 1.5
 * ```
 */
export const medianOf = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((left, right) => left - right)
  const upper = sorted[sorted.length >> 1] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? 0)) * 0.5
}
