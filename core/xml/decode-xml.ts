import * as Result from "effect/Result"

/** Why the bytes of an XML document are no text: an encoding that is not known, or bytes that it does not have. */
export type XmlUndecodable =
  | { readonly _tag: "EncodingUnknown"; readonly encoding: string }
  | {
      readonly _tag: "BytesBroken"
      readonly encoding: string
      /** Where the first of them stands, from 1. */
      readonly line: number
      readonly column: number
    }

/** An encoding stands this far from the beginning of a document at most. */
const declarationBytesMax = 1024

/** What documents begin with whose characters have four bytes, or are not those of ASCII. */
const foreign: ReadonlyArray<readonly [bytes: ReadonlyArray<number>, encoding: string]> = [
  [[0xff, 0xfe, 0x00, 0x00], "UTF-32"],
  [[0x00, 0x00, 0xfe, 0xff], "UTF-32"],
  [[0x3c, 0x00, 0x00, 0x00], "UTF-32"],
  [[0x00, 0x00, 0x00, 0x3c], "UTF-32"],
  [[0x4c, 0x6f, 0xa7, 0x94], "EBCDIC"],
]

/** Byte order marks, and `<` as encodings of two bytes write it. */
const known: ReadonlyArray<readonly [bytes: ReadonlyArray<number>, encoding: string]> = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
  [[0x3c, 0x00], "utf-16le"],
  [[0x00, 0x3c], "utf-16be"],
]

const declared = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"'>]*)["']/

const ascii = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, declarationBytesMax), (byte) => String.fromCharCode(byte)).join("")

const beginsWith =
  (start: Uint8Array) =>
  ([bytes]: readonly [ReadonlyArray<number>, string]): boolean =>
    bytes.every((byte, at) => start[at] === byte)

const decoderNamed = (encoding: string): Result.Result<TextDecoder, XmlUndecodable> =>
  Result.try({
    try: () => new TextDecoder(encoding, { fatal: true }),
    catch: () => ({ _tag: "EncodingUnknown", encoding }) as const,
  })

/**
 * What decodes an XML document that begins with some bytes, a kilobyte of them or all: by its byte order
 * mark, its first characters, or the encoding that it declares; else UTF-8. It refuses bytes that the
 * encoding does not have.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { xmlDecoder } from "../core/xml/decode-xml.ts"
 *
 * const start = (text: string) => new TextEncoder().encode(text)
 * Result.getOrThrow(xmlDecoder(start("<a/>"))).encoding // => "utf-8"
 * Result.getOrThrow(xmlDecoder(start('<?xml version="1.0" encoding="latin1"?>'))).encoding // => "windows-1252"
 * xmlDecoder(start('<?xml version="1.0" encoding="IBM500"?>')) // => Result.fail({ _tag: "EncodingUnknown", encoding: "IBM500" })
 * ```
 */
export const xmlDecoder = (start: Uint8Array): Result.Result<TextDecoder, XmlUndecodable> => {
  const other = foreign.find(beginsWith(start))?.[1]
  if (other !== undefined) return Result.fail({ _tag: "EncodingUnknown", encoding: other })
  const seen = known.find(beginsWith(start))?.[1]
  if (seen !== undefined) return decoderNamed(seen)
  const decoder = decoderNamed(declared.exec(ascii(start))?.[1] ?? "utf-8")
  // Programs that write into a text declare UTF-16 and are saved as UTF-8: what can be read is no UTF-16.
  return Result.flatMap(decoder, (named) =>
    named.encoding.startsWith("utf-16") ? decoderNamed("utf-8") : Result.succeed(named),
  )
}

/** Where the first character stands that a decoder put in the place of broken bytes. */
const firstBroken = (bytes: Uint8Array, encoding: string) => {
  const before = new TextDecoder(encoding).decode(bytes).split("\uFFFD", 1)[0] ?? ""
  const lines = before.split("\n")
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 }
}

/**
 * The text of an XML document, without a byte order mark.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { decodeXml } from "../core/xml/decode-xml.ts"
 *
 * decodeXml(Uint8Array.of(0xff, 0xfe, 0x3c, 0, 0xe9, 0)) // => Result.succeed("<é")
 * decodeXml(Uint8Array.of(0x3c, 0xe9)) // => Result.fail({ _tag: "BytesBroken", encoding: "utf-8", line: 1, column: 2 })
 * ```
 */
export const decodeXml = (bytes: Uint8Array): Result.Result<string, XmlUndecodable> =>
  Result.flatMap(xmlDecoder(bytes.subarray(0, declarationBytesMax)), (decoder) =>
    Result.try({
      try: () => decoder.decode(bytes),
      catch: () => {
        const { encoding } = decoder
        return { _tag: "BytesBroken", encoding, ...firstBroken(bytes, encoding) } as const
      },
    }),
  )

/**
 * Why a document is no text, as the end of a sentence that its name begins.
 *
 * ```ts
 * import { describeUndecodable } from "../core/xml/decode-xml.ts"
 *
 * describeUndecodable({ _tag: "EncodingUnknown", encoding: "IBM500" }) // => "is in IBM500, an encoding that is not read; save it as UTF-8"
 * ```
 */
export const describeUndecodable = (fault: XmlUndecodable): string =>
  fault._tag === "EncodingUnknown"
    ? `is in ${fault.encoding}, an encoding that is not read; save it as UTF-8`
    : `holds bytes that are not ${fault.encoding}, which it should be in; save it as UTF-8`
