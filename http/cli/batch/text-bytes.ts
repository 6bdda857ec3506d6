import type { ByteText } from "../../../core/json/byte-text.ts"

/** Texts one after the other as bytes in UTF-8, in memory that is used again. */
export interface TextBytes {
  readonly write: (text: string) => void
  /** Adds a text that is in UTF-8 already. */
  readonly copy: (text: ByteText) => void
  /** How many bytes there are since the last time they were taken. */
  readonly length: () => number
  /** Puts one byte in the place of another. */
  readonly replace: (at: number, byte: number) => void
  /** All bytes since the last time, for good. */
  readonly take: () => Uint8Array<ArrayBuffer>
}

/** Writes some JSON after what is there. */
export type WriteJson = (bytes: TextBytes) => void

/** A unit of a text in UTF-8 has at most so many bytes. */
const bytesPerUnitMax = 3

/** Begins with room for little, and doubles it as texts need more. */
export const makeTextBytes = (): TextBytes => {
  let bytes = Buffer.alloc(4096)
  let length = 0
  const makeRoom = (more: number): void => {
    if (length + more <= bytes.length) return
    const wider = Buffer.alloc(Math.max(length + more, 2 * bytes.length))
    wider.set(bytes.subarray(0, length))
    bytes = wider
  }
  return {
    write: (text) => {
      makeRoom(text.length * bytesPerUnitMax)
      length += bytes.write(text, length)
    },
    copy: (text) => {
      makeRoom(text.length)
      length += bytes.write(text, length, "latin1")
    },
    length: () => length,
    replace: (at, byte) => {
      bytes[at] = byte
    },
    take: () => {
      const taken = new Uint8Array(bytes.subarray(0, length))
      length = 0
      return taken
    },
  }
}
