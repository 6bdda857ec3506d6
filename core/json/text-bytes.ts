/** Texts and bytes one after the other as bytes in UTF-8, in memory that is used again. */
export interface TextBytes {
  readonly write: (text: string) => void
  /** Adds bytes that are in UTF-8 already. */
  readonly copy: (bytes: Uint8Array) => void
  /** How many bytes there are since the last time they were taken. */
  readonly length: () => number
  /** Puts one byte in the place of another. */
  readonly replace: (at: number, byte: number) => void
  /** All bytes since the last time. */
  readonly take: () => Uint8Array<ArrayBuffer>
}

/** Writes some JSON in UTF-8 after what is there. */
export type WriteJson = (bytes: TextBytes) => void

/** A unit of a text in UTF-8 has at most so many bytes. */
const bytesPerUnitMax = 3

/** Texts up to this length are encoded here: calling the encoder takes longer. */
const shortText = 512

/** Writes a text in UTF-8 into bytes from a place on, and gives how many it wrote. */
export type EncodeInto = (text: string, bytes: Uint8Array<ArrayBuffer>, at: number) => number

const encoder = new TextEncoder()

const webEncodeInto: EncodeInto = (text, bytes, at) =>
  encoder.encodeInto(text, bytes.subarray(at)).written

/** Writes a text from `at` on up to its first unit beyond ASCII, and gives how many it wrote. */
const writeAscii = (text: string, bytes: Uint8Array, at: number): number => {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit > 0x7f) return index
    bytes[at + index] = unit
  }
  return text.length
}

/**
 * Begins with room for little, and doubles it as texts need more. A runtime may bring an encoder of
 * its own.
 *
 * ```ts
 * import { makeTextBytes } from "../core/json/text-bytes.ts"
 *
 * const bytes = makeTextBytes()
 * bytes.write("é")
 * bytes.copy(Uint8Array.of(33))
 * [...bytes.take()] // => [195, 169, 33]
 * ```
 */
export const makeTextBytes = (encodeInto = webEncodeInto): TextBytes => {
  let bytes = new Uint8Array(4096)
  let length = 0
  const makeRoom = (more: number): void => {
    if (length + more <= bytes.length) return
    const wider = new Uint8Array(Math.max(length + more, 2 * bytes.length))
    wider.set(bytes.subarray(0, length))
    bytes = wider
  }
  const encode = (text: string): void => {
    length += encodeInto(text, bytes, length)
  }
  return {
    write: (text) => {
      makeRoom(text.length * bytesPerUnitMax)
      if (text.length > shortText) return encode(text)
      const written = writeAscii(text, bytes, length)
      length += written
      if (written < text.length) encode(text.slice(written))
    },
    copy: (more) => {
      makeRoom(more.length)
      bytes.set(more, length)
      length += more.length
    },
    length: () => length,
    replace: (at, byte) => {
      bytes[at] = byte
    },
    take: () => {
      const taken = bytes.slice(0, length)
      length = 0
      return taken
    },
  }
}
