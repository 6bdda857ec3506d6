import { makeMemory } from "../memory.ts"
import { type ByteText, jsonBytes } from "./byte-text.ts"

/**
 * Quotes texts as JSON in UTF-8, and caches the last `textsMax` of them: looking a text up is
 * faster than escaping it.
 *
 * ```ts
 * import { makeQuotedTexts } from "../core/json/quoted-texts.ts"
 *
 * const quoted = makeQuotedTexts(2)
 * quoted("FR") // => '"FR"'
 * quoted('"é"') // => '"\\"\u00c3\u00a9\\""'
 * ```
 */
export const makeQuotedTexts = (textsMax: number): ((text: string) => ByteText) => {
  const known = makeMemory<string, ByteText>(textsMax)
  return (text) => known.get(text, () => jsonBytes(text))
}
