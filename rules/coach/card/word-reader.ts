import { plainName } from "./plain-name.ts"

/** Reads a word to what it stands for; null for a word that is not known, and for no word. */
export type WordReader<Value> = (text: string | null) => Value | null

/**
 * A reader of words as printed first, then without case, accents, spaces and punctuation.
 *
 * ```ts
 * import { makeWordReader } from "../rules/coach/card/word-reader.ts"
 *
 * const read = makeWordReader([["world elite", "elite"]])
 * read("World-Elite") // => "elite"
 * read("other") // => null
 * ```
 */
export const makeWordReader = <Value>(
  words: ReadonlyArray<readonly [string, Value]>,
): WordReader<Value> => {
  const exact = new Map(words)
  const plain = new Map(words.map(([word, value]) => [plainName(word), value]))
  return (text) => (text === null ? null : (exact.get(text) ?? plain.get(plainName(text)) ?? null))
}
