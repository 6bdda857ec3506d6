import { asciiText, type ByteText, jsonBytes } from "../../core/json/byte-text.ts"
import { listed } from "../../core/json/listed.ts"
import { makeQuotedTexts } from "../../core/json/quoted-texts.ts"
import type { KeyMode } from "../accounts/partner.ts"
import { memoFrozen } from "../../core/memo-frozen.ts"
import type { Trip } from "../trip/trip.ts"
import type { Offer, PricedQuote } from "./offer.ts"

/** An answer around a quote; its members are written in this order. */
export interface QuoteAnswer<Shown = Offer> extends PricedQuote<Shown> {
  readonly ok: true
  readonly mode: KeyMode
  /** A token, or absent where nothing is kept between calls. */
  readonly sessionId?: string
  /** The trip as it was read. */
  readonly trip: Trip
  readonly quote: {
    readonly mode: KeyMode
    readonly days: number
    readonly travellers: number
    /** An ISO 8601 time. */
    readonly expiresAt?: string
  }
  /** What else is said of the answer; where it is frozen, its text is kept. */
  readonly meta: object
}

/** So many texts are kept as JSON: countries, currencies, intents and states. */
const textsMax = 2_048

/** A member of an object behind another one; nothing where it is absent. */
const member = (name: string, json: string | number | undefined): string =>
  json === undefined ? "" : `,"${name}":${json}`

/** Prepares what writes trips: all of them have the same few codes. */
const prepareWriteTrip = (): ((trip: Trip) => string) => {
  const quoted = makeQuotedTexts(textsMax)
  const travellerJson = ({ age }: Trip["travellers"][number]): ByteText =>
    asciiText(`{"age":${age}}`)
  return (trip) => {
    const { countryResidence, currency, endDate, intent, startDate, stateResidence } = trip
    const state = stateResidence === undefined ? undefined : quoted(stateResidence)
    return (
      `{"intent":${quoted(intent)},"startDate":"${startDate}","endDate":"${endDate}",` +
      `"countryResidence":${quoted(countryResidence)},` +
      `"arrivalCountries":[${listed(trip.arrivalCountries.map(quoted))}],` +
      `"travellers":[${listed(trip.travellers.map(travellerJson))}],` +
      `"currency":${quoted(currency)},"shouldCoverCancellation":${trip.shouldCoverCancellation},` +
      `"shouldCoverExtremeSports":${trip.shouldCoverExtremeSports},"isAnnual":${trip.isAnnual}` +
      `${member("stateResidence", state)}${member("tripPrice", trip.tripPrice)}` +
      `${member("studiesAmount", trip.studiesAmount)}}`
    )
  }
}

const stayJson = ({ days, expiresAt, mode, travellers }: QuoteAnswer["quote"]): string => {
  const until = expiresAt === undefined ? undefined : `"${expiresAt}"`
  return `{"mode":"${mode}","days":${days},"travellers":${travellers}${member("expiresAt", until)}}`
}

/**
 * Prepares what writes answers around quotes as JSON in UTF-8, byte for byte as `JSON.stringify` does
 * with the offers as objects. Days, tokens and times are ASCII that needs no escape.
 *
 * ```ts
 * import { asciiText } from "../core/json/byte-text.ts"
 * import { prepareWriteQuote } from "../rules/pricing/quote-json.ts"
 *
 * const flags = { shouldCoverCancellation: false, shouldCoverExtremeSports: false, isAnnual: false }
 * const days = { startDate: "2026-07-01", endDate: "2026-07-07" }
 * const places = { countryResidence: "FR", arrivalCountries: ["ES"], currency: "EUR" }
 * const trip = { intent: "forTourism", ...days, ...places, travellers: [{ age: 8 }], ...flags }
 * const counts = { unpricedCount: 0, redirectOnlyCount: 0, nearMissCount: 2 }
 * const quote = { mode: "sandbox", days: 7, travellers: 1 } as const
 * const answer = { ok: true, mode: "sandbox", ...counts, trip, quote, meta: {} } as const
 * const written = prepareWriteQuote()({ ...answer, offers: [asciiText("7")] })
 * written.slice(0, 60) // => '{"ok":true,"mode":"sandbox","offers":[7],"unpricedCount":0,"'
 * JSON.parse(written) // => { ...answer, offers: [7] }
 * ```
 */
export const prepareWriteQuote = (): ((answer: QuoteAnswer<ByteText>) => ByteText) => {
  const tripJson = prepareWriteTrip()
  const metaJson = memoFrozen((meta: object) => jsonBytes(meta))
  return (answer) => {
    const { mode, nearMissCount, quote, redirectOnlyCount, sessionId, unpricedCount } = answer
    const session = sessionId === undefined ? undefined : `"${sessionId}"`
    return asciiText(
      `{"ok":true,"mode":"${mode}"${member("sessionId", session)},` +
        `"offers":[${listed(answer.offers)}],"unpricedCount":${unpricedCount},` +
        `"redirectOnlyCount":${redirectOnlyCount},"nearMissCount":${nearMissCount},` +
        `"trip":${tripJson(answer.trip)},"quote":${stayJson(quote)},"meta":${metaJson(answer.meta)}}`,
    )
  }
}
