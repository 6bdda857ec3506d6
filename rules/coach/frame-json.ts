import { asciiText, type ByteText, jsonBytes } from "../../core/json/byte-text.ts"
import { makeMemory } from "../../core/memory.ts"
import type { DetectedCard } from "./card/bin-card.ts"
import type { BilanResponse } from "./response.ts"

/** What an answer has of the request's own, beside what is said of the card. */
export interface BilanFrame extends Pick<BilanResponse, "destinations" | "offer" | "meta"> {
  readonly detected: DetectedCard | undefined
}

/** So many texts are kept as JSON: countries, and the addresses of partners' links. */
const textsMax = 4_096

/** Texts that are JSON already, with commas between them. */
const listed = (texts: ReadonlyArray<string>): string => {
  let list = texts[0] ?? ""
  for (let index = 1; index < texts.length; index += 1) list += `,${texts[index]}`
  return list
}

/**
 * Prepares what writes the end of an answer, from its destinations on, as JSON in UTF-8: byte for byte
 * as `JSON.stringify` does, which takes as long for it as all else of an answer that is known. Codes,
 * versions and addresses are the same for many, and looked through and quoted once.
 */
export const prepareWriteFrame = (): ((frame: BilanFrame) => ByteText) => {
  const known = makeMemory<string, ByteText>(textsMax)
  const quoted = (text: string): string => known.get(text, () => jsonBytes(text))
  const quotedOrNull = (text: string | null): string => (text === null ? "null" : quoted(text))
  return ({ destinations, meta, offer }) => {
    const { engineVersion, lang, market, passport, warnings } = meta
    return asciiText(
      `"destinations":[${listed(destinations.map(quoted))}],` +
        `"offer":{"quoteUrl":${quotedOrNull(offer.quoteUrl)}},` +
        `"meta":{"engineVersion":${quoted(engineVersion)},"market":"${market}","lang":"${lang}",` +
        `"passport":${quotedOrNull(passport)},"warnings":[${listed(warnings.map(quoted))}]}}`,
    )
  }
}
