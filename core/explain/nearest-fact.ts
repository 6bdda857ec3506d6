import type { Fact } from "../table/condition.ts"
import type { Segment } from "../table/segments.ts"
import type { Dimension } from "../analysis/space.ts"

/** A fact of a segment, and how far it is from the present one: 0 for all but numbers. */
export interface NearFact {
  readonly segment: number
  readonly fact: Fact
  readonly distance: number
}

const holdsNumber = (segment: Segment, fact: Fact): boolean => {
  if (typeof fact !== "number") return false
  if (segment._tag === "Point") return segment.value === fact
  return segment._tag === "Between" && fact > segment.low && fact < segment.high
}

/** The segment of a dimension that holds a fact; undefined where the column does not allow it. */
export const segmentAt = (
  { input, otherWords, segments }: Dimension,
  fact: Fact,
): number | undefined => {
  const named = segments.some((one) => one._tag === "Word" && one.word === fact)
  const unlisted = input.kind === "words" && otherWords.length === 0
  const index = segments.findIndex((segment) => {
    switch (segment._tag) {
      case "Unknown":
        return fact === null
      case "Truth":
        return segment.value === fact
      case "Word":
        return segment.word === fact
      case "OtherWords":
        return typeof fact === "string" && !named && (unlisted || otherWords.includes(fact))
      default:
        return holdsNumber(segment, fact)
    }
  })
  return index < 0 ? undefined : index
}

const decimalsMax = 9

const decimalsOf = (value: number): number => {
  for (let decimals = 0; decimals < decimalsMax; decimals += 1) {
    if (Number(value.toFixed(decimals)) === value) return decimals
  }
  return decimalsMax
}

/** A number just inside an open end: one unit of the last place away, finer where there is no room. */
const beside = (end: number, other: number, decimals: number): number => {
  const away = other > end ? 1 : -1
  for (let places = decimals; places <= decimalsMax; places += 1) {
    const value = Number((end + away * 10 ** -places).toFixed(places))
    if (away > 0 ? value > end && value < other : value < end && value > other) return value
  }
  return end + (other - end) * 0.5
}

type NumberInput = Extract<Dimension["input"], { readonly kind: "number" }>

/** The number of an open stretch that is nearest to another, within what the input allows. */
const nearestBetween = (
  { maximum = Infinity, minimum = -Infinity, whole }: NumberInput,
  { high, low }: Extract<Segment, { readonly _tag: "Between" }>,
  from: number,
): number => {
  if (whole) {
    const least = Math.max(Math.floor(low) + 1, Math.ceil(minimum))
    const most = Math.min(Math.ceil(high) - 1, Math.floor(maximum))
    return Math.min(Math.max(from, least), most)
  }
  const clamped = Math.min(Math.max(from, minimum), maximum)
  if (clamped > low && clamped < high) return clamped
  const [end, other] =
    clamped <= low ? [low, Math.min(high, maximum)] : [high, Math.max(low, minimum)]
  return beside(end, other, Math.max(decimalsOf(end), decimalsOf(from)))
}

/**
 * The fact of a segment that is nearest to the present one: for numbers the nearest that the column
 * allows, just inside of an open end; else the segment's own.
 */
export const nearestFact = (dimension: Dimension, segment: number, from: Fact): NearFact => {
  const { input, segments, witnesses } = dimension
  const own = witnesses[segment] ?? null
  const found = segments[segment]
  if (input.kind !== "number" || typeof from !== "number" || typeof own !== "number") {
    return { segment, fact: own, distance: 0 }
  }
  const fact = found?._tag === "Between" ? nearestBetween(input, found, from) : own
  return { segment, fact, distance: Math.abs(fact - from) }
}
