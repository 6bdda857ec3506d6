import { asciiText, type ByteText, jsonBytes, listed } from "../../core/json/byte-text.ts"
import type { QuoteAnswer } from "./quote-answer.ts"

export type { QuoteAnswer } from "./quote-answer.ts"

/**
 * Writes an answer around a quote as JSON in UTF-8, byte for byte as `JSON.stringify` does with the
 * offers as objects: these are JSON already, and most of the answer.
 *
 * ```ts
 * import { asciiText } from "../core/json/byte-text.ts"
 * import { writeQuote } from "../rules/pricing/quote-json.ts"
 *
 * const flags = { shouldCoverCancellation: false, shouldCoverExtremeSports: false, isAnnual: false }
 * const days = { startDate: "2026-07-01", endDate: "2026-07-07" }
 * const places = { countryResidence: "FR", arrivalCountries: ["ES"], currency: "EUR" }
 * const trip = { intent: "forTourism", ...days, ...places, travellers: [{ age: 8 }], ...flags }
 * const counts = { unpricedCount: 0, redirectOnlyCount: 0, nearMissCount: 2 }
 * const quote = { mode: "sandbox", days: 7, travellers: 1 } as const
 * const answer = { ok: true, mode: "sandbox", ...counts, trip, quote, meta: {} } as const
 * const written = writeQuote({ ...answer, offers: [asciiText("7")] })
 * written.slice(0, 60) // => '{"ok":true,"mode":"sandbox","offers":[7],"unpricedCount":0,"'
 * JSON.parse(written) // => { ...answer, offers: [7] }
 * ```
 */
export const writeQuote = ({
  mode,
  offers,
  ok,
  sessionId,
  ...others
}: QuoteAnswer<ByteText>): ByteText => {
  const before = jsonBytes({ ok, mode, sessionId }).slice(0, -1)
  return asciiText(`${before},"offers":[${listed(offers)}],${jsonBytes(others).slice(1)}`)
}
