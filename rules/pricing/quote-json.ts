import { type ByteText, byteText } from "../../core/json/byte-text.ts"
import type { QuoteAnswer } from "./quote-answer.ts"

/**
 * Writes an answer around a quote as JSON in UTF-8, its members in the order of the contract.
 *
 * ```ts
 * import { writeQuote } from "../rules/pricing/quote-json.ts"
 *
 * const flags = { shouldCoverCancellation: false, shouldCoverExtremeSports: false, isAnnual: false }
 * const days = { startDate: "2026-07-01", endDate: "2026-07-07" }
 * const places = { countryResidence: "FR", arrivalCountries: ["ES"], currency: "EUR" }
 * const trip = { intent: "forTourism", ...days, ...places, travellers: [{ age: 8 }], ...flags }
 * const counts = { unpricedCount: 0, redirectOnlyCount: 0, nearMissCount: 2 }
 * const quote = { mode: "sandbox", days: 7, travellers: 1 } as const
 * const answer = { offers: [], ...counts, trip, quote, meta: {}, mode: "sandbox", ok: true } as const
 * writeQuote(answer).slice(0, 59) // => '{"ok":true,"mode":"sandbox","offers":[],"unpricedCount":0,"'
 * ```
 */
export const writeQuote = (answer: QuoteAnswer<unknown>): ByteText => byteText(quoteText(answer))

/** The same as a text, for what sends it on as a platform encodes texts, which is faster than ours. */
export const quoteText = ({
  mode,
  offers,
  ok,
  sessionId,
  ...others
}: QuoteAnswer<unknown>): string => JSON.stringify({ ok, mode, sessionId, offers, ...others })
