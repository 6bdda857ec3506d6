import type * as Brand from "effect/Brand"

/**
 * A text in UTF-8, each of its bytes as a unit from 0 to 255. Such texts are joined and cut like
 * any text, and sent as they are. V8 keeps a text in one allocation and an array of bytes in four,
 * which decides where many answers are joined from parts that few of them share.
 */
export type ByteText = string & Brand.Brand<"ByteText">

const encoder = new TextEncoder()

const beyondAscii = /[\u0080-\uffff]/

// Spread syntax would go through the arguments one by one.
const fromUnits: (...units: ReadonlyArray<number>) => string = String.fromCharCode

/** The most arguments that one call gets. */
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

/** A text that is known to be ASCII alone, such as figures and codes; it is not checked. */
export const asciiText = (text: string): ByteText => text as ByteText

/** Data as JSON in UTF-8. */
export const jsonBytes = (data: unknown): ByteText => byteText(JSON.stringify(data))

/** A part of a text in UTF-8. */
export const byteSlice = (text: ByteText, from: number, to?: number): ByteText =>
  text.slice(from, to) as ByteText

/** Two texts in UTF-8, one after the other. */
export const joined = (left: ByteText, right: ByteText): ByteText => (left + right) as ByteText
