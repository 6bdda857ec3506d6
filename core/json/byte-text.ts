import type * as Brand from "effect/Brand"

/**
 * A text in UTF-8, each of its bytes as a unit from 0 to 255. Such texts are joined and cut as texts
 * are and leave as they stand. V8 keeps a text and its content in one place, an array of bytes in
 * four: where many answers are put together from parts that few of them share, that decides.
 */
export type ByteText = string & Brand.Brand<"ByteText">

const encoder = new TextEncoder()

const beyondAscii = /[\u0080-\uffff]/

// Spread, the arguments would be gone through one by one.
const fromUnits: (...units: ReadonlyArray<number>) => string = String.fromCharCode

/** One call is given no more arguments than that. */
const argumentsMax = 4_096

const encode = (text: string): string => {
  const bytes = encoder.encode(text)
  let units = ""
  for (let from = 0; from < bytes.length; from += argumentsMax) {
    units += Reflect.apply(fromUnits, undefined, bytes.subarray(from, from + argumentsMax))
  }
  return units
}

/**
 * A text in UTF-8: itself where it is ASCII alone.
 *
 * ```ts
 * import { byteText } from "../core/json/byte-text.ts"
 *
 * byteText("days") // => "days"
 * byteText("é") // => "\u00c3\u00a9"
 * ```
 */
export const byteText = (text: string): ByteText =>
  (beyondAscii.test(text) ? encode(text) : text) as ByteText

/** A text that is known to be ASCII alone, such as figures and codes: it is not looked through. */
export const asciiText = (text: string): ByteText => text as ByteText

/** Data as JSON in UTF-8. */
export const jsonBytes = (data: unknown): ByteText => byteText(JSON.stringify(data))

/** A part of a text in UTF-8. */
export const byteSlice = (text: ByteText, from: number, to?: number): ByteText =>
  text.slice(from, to) as ByteText

/** Two texts in UTF-8, one after the other. */
export const joined = (left: ByteText, right: ByteText): ByteText => (left + right) as ByteText
