const byteOrderMark = new Uint8Array([0xef, 0xbb, 0xbf])

/**
 * Bytes in UTF-8 behind the mark that some editors and spreadsheets begin a text with.
 *
 * ```ts
 * import { afterMark } from "../http/terminal/byte-order-mark.ts"
 *
 * [...afterMark(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d))] // => [123, 125]
 * [...afterMark(Uint8Array.of(0x7b, 0x7d))] // => [123, 125]
 * ```
 */
export const afterMark = (bytes: Uint8Array): Uint8Array =>
  byteOrderMark.every((byte, index) => bytes[index] === byte)
    ? bytes.subarray(byteOrderMark.length)
    : bytes

/** How many bytes the mark has. */
export const markBytes = byteOrderMark.length

/**
 * A text behind that mark.
 *
 * ```ts
 * import { withoutMark } from "../http/terminal/byte-order-mark.ts"
 *
 * withoutMark("\uFEFF{}") // => "{}"
 * ```
 */
export const withoutMark = (text: string): string =>
  text.startsWith("\uFEFF") ? text.slice(1) : text
