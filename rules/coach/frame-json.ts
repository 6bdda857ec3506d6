import { asciiText, type ByteText } from "../../core/json/byte-text.ts"
import { listed } from "../../core/json/listed.ts"
import { makeQuotedTexts } from "../../core/json/quoted-texts.ts"
import type { DetectedCard } from "./card/bin-card.ts"
import type { BilanResponse } from "./response.ts"

/** What an answer has of the request's own, beside what is said of the card. */
export interface BilanFrame extends Pick<BilanResponse, "destinations" | "offer" | "meta"> {
  readonly detected: DetectedCard | undefined
}

/** So many texts are kept as JSON: countries, and the addresses of partners' links. */
const textsMax = 4_096

/**
 * Prepares what writes the end of an answer, from its destinations on, as JSON in UTF-8: byte for byte
 * as `JSON.stringify` does, which takes as long for it as all else of an answer that is known.
 *
 * ```ts
 * import { prepareWriteFrame } from "../rules/coach/frame-json.ts"
 *
 * const offer = { quoteUrl: null }
 * const said = { engineVersion: "2.3.2", market: "fr", lang: "fr", passport: "FR" } as const
 * const frame = { destinations: ["US"], detected: undefined, offer, meta: { ...said, warnings: [] } }
 * const { destinations, meta } = JSON.parse(`{${prepareWriteFrame()(frame)}`)
 * destinations // => ["US"]
 * meta // => { engineVersion: "2.3.2", market: "fr", lang: "fr", passport: "FR", warnings: [] }
 * ```
 */
export const prepareWriteFrame = (): ((frame: BilanFrame) => ByteText) => {
  const quoted = makeQuotedTexts(textsMax)
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
