import { interned } from "./interned.ts"

/** Distinguishes words by one or two characters and the length, without reading whole words. */
export interface WordHash {
  /** The length of the shortest word; the characters lie within it. */
  readonly shortest: number
  /** Whether the first character is enough. */
  readonly isSingle: boolean
  readonly firstFrom: number
  readonly firstEnds: number
  readonly secondFrom: number
  readonly secondEnds: number
  readonly factor: number
}

/** A slot of its own for each of some words. Slots that no word has hold the empty text. */
export interface WordSlots {
  readonly hash: WordHash
  /** Their number is a power of two. */
  readonly slots: ReadonlyArray<string>
}

/** Where a character lies: its index is `from`, and more by the length of the word where `ends` is -1. */
interface Position {
  readonly from: number
  readonly ends: 0 | -1
}

const atStart: Position = { from: 0, ends: 0 }

/** All are made here, so that they have one shape for the engine. */
const makeHash = (
  shortest: number,
  first: Position,
  second: Position = atStart,
  factor?: number,
): WordHash => ({
  shortest,
  isSingle: factor === undefined,
  firstFrom: first.from,
  firstEnds: first.ends,
  secondFrom: second.from,
  secondEnds: second.ends,
  factor: factor ?? 1,
})

/** More than the length of any text, and a number that engines keep as an integer. */
const longerThanTexts = 0x3fff_ffff

/** Slots in which no word is found. */
export const noWordSlots: WordSlots = { hash: makeHash(longerThanTexts, atStart), slots: [] }

const mostWords = 512
const mostPositions = 8
const factors = [1, 3, 7, 13, 19, 29, 37, 53] as const

/**
 * A number for a word that is not shorter than the shortest; its lowest bits tell the slot.
 *
 * ```ts
 * import { hashWord, makeWordSlots } from "../core/table/word-slots.ts"
 *
 * const tiers = makeWordSlots(["entry", "mid", "premium"])
 * tiers === undefined ? "" : tiers.slots[hashWord(tiers.hash, "mid") & (tiers.slots.length - 1)] // => "mid"
 * ```
 */
export const hashWord = (hash: WordHash, word: string): number => {
  const { length } = word
  const first = word.charCodeAt(hash.firstFrom + (hash.firstEnds & length))
  const second = hash.isSingle ? 0 : word.charCodeAt(hash.secondFrom + (hash.secondEnds & length))
  return (Math.imul(first, hash.factor) + second + length) | 0
}

const positionsIn = (shortest: number): ReadonlyArray<Position> =>
  Array.from({ length: Math.min(shortest, mostPositions) }, (_, index): Array<Position> => [
    { from: -1 - index, ends: -1 },
    { from: index, ends: 0 },
  ]).flat()

/** The hashes by one character that may distinguish words of at least this length. */
const singleHashes = (shortest: number): ReadonlyArray<WordHash> =>
  positionsIn(shortest).map((first) => makeHash(shortest, first))

/** The same by two characters. */
const doubleHashes = (shortest: number): ReadonlyArray<WordHash> => {
  const positions = positionsIn(shortest)
  return positions.flatMap((first) =>
    positions.flatMap((second) =>
      factors.map((factor) => makeHash(shortest, first, second, factor)),
    ),
  )
}

const separates = (hash: WordHash, words: ReadonlyArray<string>, size: number): boolean => {
  const taken = new Set<number>()
  for (const word of words) {
    const slot = hashWord(hash, word) & (size - 1)
    if (taken.has(slot)) return false
    taken.add(slot)
  }
  return true
}

/**
 * Finds slots for distinct words; undefined when there is no word, an empty one or more than 512, or
 * when no two characters tell them apart.
 */
export const makeWordSlots = (words: ReadonlyArray<string>): WordSlots | undefined => {
  const shortest = Math.min(...words.slice(0, mostWords).map(({ length }) => length))
  if (words.length === 0 || words.length > mostWords || shortest === 0) return undefined
  const least = 2 ** Math.ceil(Math.log2(words.length))
  const sizes = [least * 2, least * 4, least * 8]
  for (const hashesFor of [singleHashes, doubleHashes]) {
    const hashes = hashesFor(shortest)
    for (const size of sizes) {
      const hash = hashes.find((each) => separates(each, words, size))
      if (hash === undefined) continue
      const slots = Array.from({ length: size }, () => "")
      for (const word of words) slots[hashWord(hash, word) & (size - 1)] = interned(word)
      return { hash, slots }
    }
  }
  return undefined
}
