import type { ByteText } from "../../core/json/byte-text.ts"

/** A body in UTF-8, as a text where each byte is a unit or as bytes. */
export type Utf8Body = ByteText | Uint8Array

/** A text as a body: itself where no unit is beyond ASCII, as then each is one byte. */
export const textBody = (text: string): Utf8Body =>
  Buffer.byteLength(text) === text.length ? (text as ByteText) : Buffer.from(text)

/** Bytes as the text of a body, each byte a unit. */
export const bytesText = (bytes: Uint8Array): ByteText =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1") as ByteText

/** The bytes of a body. */
export const bodyBytes = (body: Utf8Body): Uint8Array =>
  typeof body === "string" ? Buffer.from(body, "latin1") : body
