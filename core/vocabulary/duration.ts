/**
 * Reads a duration as ISO 8601 writes it, as the number that condition columns compare: seconds, or
 * months where it is of years and months; undefined for anything else.
 *
 * ```ts
 * import { readDuration } from "../core/vocabulary/duration.ts"
 *
 * readDuration("P1DT2H") // => { type: "seconds", count: 93600 }
 * readDuration("-P1Y6M") // => { type: "months", count: -18 }
 * readDuration("P1M2D") // => undefined
 * ```
 */
export const readDuration = (
  written: string,
): { readonly type: DurationUnit; readonly count: number } | undefined => {
  const parts = durationPattern.exec(written)
  if (parts === null) return undefined
  const [years, months, days, hours, minutes, seconds] = parts.slice(2)
  const sign = parts[1] === "-" ? -1 : 1
  const isMonths = years !== undefined || months !== undefined
  const isSeconds = [days, hours, minutes, seconds].some((part) => part !== undefined)
  if (isMonths === isSeconds) return undefined
  const of = (part: string | undefined): number => Number(part ?? 0)
  if (isMonths) return { type: "months", count: sign * (of(years) * 12 + of(months)) }
  const count = ((of(days) * 24 + of(hours)) * 60 + of(minutes)) * 60 + of(seconds)
  return { type: "seconds", count: sign * count }
}

/** A unit that condition columns count durations in. */
export type DurationUnit = "seconds" | "months"

/** The unit of durations that a word names, if it names one. */
export const durationUnit = (word: string | undefined): DurationUnit | undefined =>
  word === "seconds" || word === "months" ? word : undefined

/**
 * A duration that is written as one, or as its digits, as the number of a unit; anything else as it is.
 *
 * ```ts
 * import { durationFigure } from "../core/vocabulary/duration.ts"
 *
 * durationFigure("P1DT2H", "seconds") // => 93600
 * durationFigure("93600", "seconds") // => 93600
 * durationFigure("P1Y", "seconds") // => "P1Y"
 * ```
 */
export const durationFigure = <Given>(given: Given, unit: DurationUnit): Given | number => {
  if (typeof given !== "string") return given
  const read = readDuration(given)
  if (read !== undefined) return read.type === unit ? read.count : given
  return /^-?\d{1,15}$/.test(given) ? Number(given) : given
}

const durationPattern =
  /^(-)?P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
