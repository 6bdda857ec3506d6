import type { Fact } from "./condition.ts"
import { type AskedFacts, factSite, readFact } from "./fact-site.ts"
import { interned } from "./interned.ts"
import { lowerBound, type SegmentedColumn } from "./segments.ts"
import { hashWord, makeWordSlots, noWordSlots, type WordHash } from "./word-slots.ts"

/**
 * From a fact to the place where its rows start in a {@link RowIndex}, for one condition column of any
 * kind: a fact of another kind than the column's is one that no cell names, or unknown.
 */
export interface Lookup {
  readonly factName: string
  readonly site: number
  readonly hash: WordHash
  /** Where the slots of words start in the {@link Shelf}, and the bits of a word's hash that tell its slot. */
  readonly slotsStart: number
  readonly slotMask: number
  /** Places by word, where the column's words have no slots. */
  readonly wordPlaces: ReadonlyMap<string, number> | undefined
  readonly otherWords: number
  /** Where the places of what is no truth value, of true and of false start in the shelf. */
  readonly truthsStart: number
  /**
   * Where the places of the whole numbers from `low` on start in the shelf, and how many there are
   * beside the first: -1 where the endpoints are not whole, or far from zero or from each other.
   */
  readonly wholesStart: number
  readonly wholesLast: number
  readonly low: number
  /** The endpoints of all intervals, rising, and the place of every segment that they cut. */
  readonly endpoints: Float64Array
  readonly numberPlaces: Int32Array
  readonly unknown: number
  /** The look-up of the next column: a chain takes fewer steps to walk than a list. */
  readonly next: Lookup | undefined
}

/** The places that the look-ups of a table compute, those of all columns in one array. */
interface Shelf {
  readonly places: Int32Array
  /** The word whose place lies at the same index; else the empty text. */
  readonly words: ReadonlyArray<string>
}

const searchedPlace = ({ endpoints, numberPlaces, unknown }: Lookup, fact: number): number => {
  if (Number.isNaN(fact)) return unknown
  const low = lowerBound(endpoints, fact)
  return numberPlaces[endpoints[low] === fact ? 2 * low + 1 : 2 * low] ?? unknown
}

const searchedWord = ({ otherWords, wordPlaces }: Lookup, fact: string): number =>
  wordPlaces === undefined ? otherWords : (wordPlaces.get(fact) ?? otherWords)

/** Finds where the rows start that accept the fact of a column; null, undefined and NaN are unknown. */
export type FindPlace = (lookup: Lookup, facts: AskedFacts) => number

const makeFindPlace = ({ places, words }: Shelf): FindPlace => {
  // The engine resolves an import at each use, but knows what a closure holds.
  const read = readFact
  const hashOf = hashWord

  const wordPlace = (lookup: Lookup, fact: string): number => {
    const { hash, slotMask, slotsStart } = lookup
    if (fact.length < hash.shortest) return searchedWord(lookup, fact)
    const slot = slotsStart + (hashOf(hash, fact) & slotMask)
    return words[slot] === fact ? (places[slot] ?? 0) : searchedWord(lookup, fact)
  }

  const numberPlace = (lookup: Lookup, fact: number): number => {
    const { low, wholesLast, wholesStart } = lookup
    // Most facts are whole and small: for them the engine needs no fractions at all.
    const whole = fact | 0
    if (whole !== fact || wholesLast < 0) return searchedPlace(lookup, fact)
    return places[wholesStart + Math.min(Math.max(whole - low, 0), wholesLast)] ?? 0
  }

  return (lookup, facts) => {
    const fact = read(facts, lookup.factName, lookup.site)
    if (typeof fact === "string") return wordPlace(lookup, fact)
    if (typeof fact === "number") return numberPlace(lookup, fact)
    // Computed without a branch: processors mispredict every other branch on truth values.
    return places[lookup.truthsStart + Number(fact === true) + 2 * Number(fact === false)] ?? 0
  }
}

/** Stretches of numbers longer than this are searched instead of indexed. */
const longestStretch = 4_096

/**
 * Numbers up to this far from zero are indexed: engines keep them, and their neighbours, as
 * integers.
 */
const farthest = 1_000_000_000

const placeWholeNumbers = (
  column: SegmentedColumn,
  places: ReadonlyArray<number>,
  endpoints: ReadonlyArray<number>,
): ReadonlyArray<number> => {
  const first = endpoints[0] ?? 0
  const stretch = (endpoints.at(-1) ?? 0) - first
  const isNear = (value: number) => Number.isInteger(value) && Math.abs(value) <= farthest
  if (endpoints.length === 0 || stretch > longestStretch || !endpoints.every(isNear)) return []
  return Array.from(
    { length: stretch + 3 },
    (_, index) => places[column.segmentOf(first - 1 + index)] ?? 0,
  )
}

/** A condition column under the name of its fact, with the place of the rows of each of its segments. */
export interface PlacedColumn {
  readonly factName: string
  readonly column: SegmentedColumn
  readonly places: ReadonlyArray<number>
}

/** Appends places to those that are there, and returns where they start. */
type Put = (added: ReadonlyArray<number>, words?: ReadonlyArray<string>) => number

const makeLookup = (
  { column, factName, places }: PlacedColumn,
  next: Lookup | undefined,
  put: Put,
  hasSlots: boolean,
): Lookup => {
  const unknown = places.at(-1) ?? 0
  const placeFor = (fact: Fact): number => places[column.segmentOf(fact)] ?? unknown
  const words = column.segments.flatMap((one) => (one._tag === "Word" ? [one.word] : []))
  const endpoints = column.segments.flatMap((one) => (one._tag === "Point" ? [one.value] : []))
  const wordSlots = hasSlots ? makeWordSlots(words) : undefined
  const isNumber = column.segments.some(({ _tag }) => _tag === "Between")
  const otherWords = column.segments.findIndex(({ _tag }) => _tag === "OtherWords")
  const { hash, slots } = wordSlots ?? noWordSlots
  const wholes = placeWholeNumbers(column, places, endpoints)
  // One literal, so that all look-ups have one shape for the engine.
  return {
    factName: interned(factName),
    site: factSite(factName),
    hash,
    slotsStart: put(slots.map(placeFor), slots),
    slotMask: slots.length - 1,
    wordPlaces:
      wordSlots === undefined ? new Map(words.map((word) => [word, placeFor(word)])) : undefined,
    otherWords: places[otherWords] ?? unknown,
    truthsStart: put([unknown, placeFor(true), placeFor(false)]),
    wholesStart: put(wholes),
    wholesLast: wholes.length - 1,
    low: wholes.length === 0 ? 0 : (endpoints[0] ?? 0) - 1,
    endpoints: Float64Array.from(endpoints),
    numberPlaces: isNumber ? Int32Array.from(places) : Int32Array.of(unknown),
    unknown,
    next,
  }
}

/** The look-ups of a table in a chain, in the order of the columns given. */
export interface Lookups {
  readonly lookupCount: number
  readonly firstLookup: Lookup | undefined
  readonly findPlace: FindPlace
}

/** Makes the look-ups of condition columns, with slots for their words or without. */
export const makeLookups = (columns: ReadonlyArray<PlacedColumn>, hasSlots = true): Lookups => {
  const places: Array<number> = []
  const words: Array<string> = []
  const put: Put = (added, names = []) => {
    const start = places.length
    for (const [index, place] of added.entries()) {
      places.push(place)
      words.push(names[index] ?? "")
    }
    return start
  }
  const firstLookup = columns.reduceRight<Lookup | undefined>(
    (next, column) => makeLookup(column, next, put, hasSlots),
    undefined,
  )
  const findPlace = makeFindPlace({ places: Int32Array.from(places), words })
  return { lookupCount: columns.length, firstLookup, findPlace }
}
