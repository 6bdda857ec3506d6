import type { Fact } from "./condition.ts"
import { factSite } from "./fact-site.ts"
import { lowerBound, type SegmentedColumn } from "./segments.ts"
import { findSlot, makeWordSlots, noWordSlots, type WordSlots } from "./word-slots.ts"

/**
 * From a fact to the place where its rows start in a {@link RowIndex}, for one condition column of any
 * kind: a fact of another kind than the column's is one that no cell names, or unknown.
 */
export interface Lookup extends WordSlots {
  readonly factName: string
  readonly site: number
  /** The place of the word in each slot. */
  readonly slotPlaces: Int32Array
  /** Places by word, where the column's words have no slots. */
  readonly wordPlaces: ReadonlyMap<string, number> | undefined
  readonly otherWords: number
  readonly whenTrue: number
  readonly whenFalse: number
  /** Places of the whole numbers from `low` on, where the endpoints are whole and near each other; else empty. */
  readonly wholePlaces: Int32Array
  readonly low: number
  /** The endpoints of all intervals, rising, and the place of every segment that they cut. */
  readonly endpoints: Float64Array
  readonly numberPlaces: Int32Array
  readonly unknown: number
}

const searchedPlace = ({ endpoints, numberPlaces, unknown }: Lookup, fact: number): number => {
  if (Number.isNaN(fact)) return unknown
  const low = lowerBound(endpoints, fact)
  return numberPlaces[endpoints[low] === fact ? 2 * low + 1 : 2 * low] ?? unknown
}

const numberPlace = (lookup: Lookup, fact: number): number => {
  const { low, wholePlaces } = lookup
  // Most facts are whole and small: for them the engine needs no fractions at all.
  const whole = fact | 0
  if (whole !== fact || wholePlaces.length === 0) return searchedPlace(lookup, fact)
  return wholePlaces[Math.min(Math.max(whole - low, 0), wholePlaces.length - 1)] ?? lookup.unknown
}

const wordPlace = (lookup: Lookup, fact: string): number => {
  const { otherWords, slotPlaces, wordPlaces } = lookup
  const slot = findSlot(lookup, fact)
  if (slot >= 0) return slotPlaces[slot] ?? otherWords
  return wordPlaces === undefined ? otherWords : (wordPlaces.get(fact) ?? otherWords)
}

/** Where the rows start that accept a fact; null, undefined and NaN are unknown. */
export const placeOf = (lookup: Lookup, fact: Fact | undefined): number => {
  if (typeof fact === "string") return wordPlace(lookup, fact)
  if (typeof fact === "number") return numberPlace(lookup, fact)
  if (fact === true) return lookup.whenTrue
  return fact === false ? lookup.whenFalse : lookup.unknown
}

/** Stretches of numbers longer than this are searched instead of counted through. */
const longestStretch = 4_096

const placeWholeNumbers = (
  column: SegmentedColumn,
  places: ReadonlyArray<number>,
  endpoints: ReadonlyArray<number>,
): Int32Array => {
  const first = endpoints[0] ?? 0
  const stretch = (endpoints.at(-1) ?? 0) - first
  const near = stretch <= longestStretch && endpoints.every((value) => Number.isSafeInteger(value))
  if (endpoints.length === 0 || !near) return new Int32Array(0)
  return Int32Array.from(
    { length: stretch + 3 },
    (_, index) => places[column.segmentOf(first - 1 + index)] ?? 0,
  )
}

/** Makes the look-up of a column, given the place of the rows of each of its segments. */
export const makeLookup = (
  factName: string,
  column: SegmentedColumn,
  places: ReadonlyArray<number>,
): Lookup => {
  const unknown = places.at(-1) ?? 0
  const placeFor = (fact: Fact): number => places[column.segmentOf(fact)] ?? unknown
  const words = column.segments.flatMap((one) => (one._tag === "Word" ? [one.word] : []))
  const endpoints = column.segments.flatMap((one) => (one._tag === "Point" ? [one.value] : []))
  const wordSlots = makeWordSlots(words)
  const isNumber = column.segments.some(({ _tag }) => _tag === "Between")
  const otherWords = column.segments.findIndex(({ _tag }) => _tag === "OtherWords")
  const { factor, firstEnds, firstFrom, secondEnds, secondFrom, shortest, slots } =
    wordSlots ?? noWordSlots
  // One literal, so that all look-ups have one shape, which the engine then needs not tell apart.
  return {
    slots,
    shortest,
    firstFrom,
    firstEnds,
    secondFrom,
    secondEnds,
    factor,
    factName,
    site: factSite(factName),
    slotPlaces: Int32Array.from(slots, placeFor),
    wordPlaces:
      wordSlots === undefined ? new Map(words.map((word) => [word, placeFor(word)])) : undefined,
    otherWords: places[otherWords] ?? unknown,
    whenTrue: placeFor(true),
    whenFalse: placeFor(false),
    wholePlaces: placeWholeNumbers(column, places, endpoints),
    low: (endpoints[0] ?? 0) - 1,
    endpoints: Float64Array.from(endpoints),
    numberPlaces: isNumber ? Int32Array.from(places) : Int32Array.of(unknown),
    unknown,
  }
}
