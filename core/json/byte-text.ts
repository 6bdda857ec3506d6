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

/** A place in JSON whose text is still to come. */
export interface Opening<Key extends string> {
  readonly key: Key
}

/** JSON in UTF-8, open at some places. */
export type OpenJson<Key extends string> = ReadonlyArray<ByteText | Opening<Key>>

/** What follows the name of a key that has an empty text. Within texts and keys quotes are escaped. */
const emptyText = '":""'

/** A text in UTF-8 as it stands between the quotes of JSON. */
export const quotedText = (text: string): ByteText => byteText(JSON.stringify(text).slice(1, -1))

/** Opens JSON, given without spaces, wherever the key of an opening has an empty text. */
export const openJson = <Key extends string>(
  json: ByteText,
  openings: ReadonlyArray<Opening<Key>>,
): OpenJson<Key> => {
  const open: Array<ByteText | Opening<Key>> = []
  let from = 0
  for (let at = json.indexOf(emptyText); at >= 0; at = json.indexOf(emptyText, at + 1)) {
    const start = json.lastIndexOf('"', at - 1)
    // A quote within a key has a backslash before it.
    if (json[start - 1] === "\\") continue
    const name = json.slice(start + 1, at)
    const opening = openings.find(({ key }) => key === name)
    if (opening === undefined) continue
    const end = at + emptyText.length - 1
    open.push(byteSlice(json, from, end), opening)
    from = end
  }
  open.push(byteSlice(json, from))
  return open
}

/**
 * Open JSON with its places filled.
 *
 * ```ts
 * import { jsonBytes } from "../core/json/byte-text.ts"
 * import { fillJson, openJson, quotedText } from "../core/json/byte-text.ts"
 *
 * const open = openJson(jsonBytes({ name: "", days: 9 }), [{ key: "name" }])
 * fillJson(open, { name: quotedText('"e"') }) // => '{"name":"\\"e\\"","days":9}'
 * ```
 */
export const fillJson = <Key extends string>(
  open: OpenJson<Key>,
  texts: Readonly<Record<Key, ByteText>>,
): ByteText => {
  let filled = ""
  for (const part of open) filled += typeof part === "string" ? part : texts[part.key]
  return filled as ByteText
}
