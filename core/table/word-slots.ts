/**
 * A slot of its own for each of some words, found from two characters and the length, so that a
 * look-up hashes no whole word. Slots that no word has hold the empty text.
 */
export interface WordSlots extends Hash {
  /** As many as some power of two. */
  readonly slots: ReadonlyArray<string>
}

interface Hash {
  /** The length of the shortest word; both characters lie within it. */
  readonly shortest: number
  /** A character's index is `from` plus `ends` times the length of the word: `ends` is 0 or 1. */
  readonly firstFrom: number
  readonly firstEnds: number
  readonly secondFrom: number
  readonly secondEnds: number
  readonly factor: number
}

/** Slots in which no word is found. */
export const noWordSlots: WordSlots = {
  slots: [],
  shortest: Number.MAX_SAFE_INTEGER,
  firstFrom: 0,
  firstEnds: 0,
  secondFrom: 0,
  secondEnds: 0,
  factor: 1,
}

const mostWords = 512
const mostPositions = 8
const factors = [1, 3, 7, 13, 19, 29, 37, 53] as const

const slotOf = (hash: Hash, word: string, mask: number): number => {
  const { length } = word
  const first = word.charCodeAt(hash.firstFrom + hash.firstEnds * length)
  const second = word.charCodeAt(hash.secondFrom + hash.secondEnds * length)
  return (Math.imul(first, hash.factor) + second + length) & mask
}

/**
 * The slot of a word, or -1 when it is none of the words.
 *
 * ```ts
 * import { findSlot, makeWordSlots } from "../core/table/word-slots.ts"
 *
 * const tiers = makeWordSlots(["entry", "mid", "premium"])
 * tiers?.slots[findSlot(tiers, "mid")] // => "mid"
 * tiers === undefined ? 0 : findSlot(tiers, "mad") // => -1
 * ```
 */
export const findSlot = (words: WordSlots, word: string): number => {
  if (word.length < words.shortest) return -1
  const slot = slotOf(words, word, words.slots.length - 1)
  return words.slots[slot] === word ? slot : -1
}

/** The engine's own copy of a text, which is compared by identity; a slice of a file is not. */
const interned = (word: string): string => Object.keys({ [word]: true })[0] ?? word

const positionsIn = (shortest: number) =>
  Array.from({ length: Math.min(shortest, mostPositions) }, (_, index) => [
    { from: -1 - index, ends: 1 },
    { from: index, ends: 0 },
  ]).flat()

const hashesFor = (shortest: number): ReadonlyArray<Hash> => {
  const positions = positionsIn(shortest)
  return positions.flatMap((first) =>
    positions.flatMap((second) =>
      factors.map((factor) => ({
        shortest,
        firstFrom: first.from,
        firstEnds: first.ends,
        secondFrom: second.from,
        secondEnds: second.ends,
        factor,
      })),
    ),
  )
}

const separates = (hash: Hash, words: ReadonlyArray<string>, size: number): boolean => {
  const taken = new Set<number>()
  for (const word of words) {
    const slot = slotOf(hash, word, size - 1)
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
  const hashes = hashesFor(shortest)
  const least = 2 ** Math.ceil(Math.log2(words.length))
  for (const size of [least * 2, least * 4, least * 8]) {
    const hash = hashes.find((each) => separates(each, words, size))
    if (hash === undefined) continue
    const slots = Array.from({ length: size }, () => "")
    for (const word of words) slots[slotOf(hash, word, size - 1)] = interned(word)
    return { ...hash, slots }
  }
  return undefined
}
