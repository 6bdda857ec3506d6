import type { ByteText } from "../../../core/json/byte-text.ts"
import { release } from "./release.ts"

/** Texts one after the other as bytes in UTF-8. */
export interface TextBytes {
  readonly write: (text: string) => void
  /** Adds a text that is in UTF-8 already. */
  readonly copy: (text: ByteText) => void
  /** How many bytes there are since the last time they were taken. */
  readonly length: () => number
  /** Puts one byte in the place of another. */
  readonly replace: (at: number, byte: number) => void
  /** All bytes since the last time, for good: the memory that they are written in goes with them. */
  readonly take: () => Uint8Array<ArrayBuffer>
}

/** Writes some JSON after what is there. */
export type WriteJson = (bytes: TextBytes) => void

/** A unit of a text in UTF-8 has at most so many bytes. */
const bytesPerUnitMax = 3

/** Memory is asked for in no smaller pieces. */
const leastBytes = 4096

/** A quarter more, so that the next texts mostly fit. */
const andQuarter = (bytes: number): number => bytes + (bytes >>> 2)

/** Begins with room for a quarter more than came last time, and widens it as texts need more. */
export const makeTextBytes = (): TextBytes => {
  let bytes = Buffer.alloc(0)
  let length = 0
  let usualBytes = leastBytes
  const makeRoom = (more: number): void => {
    if (length + more <= bytes.length) return
    const wider = Buffer.allocUnsafeSlow(
      Math.max(length + more, andQuarter(bytes.length), usualBytes),
    )
    wider.set(bytes.subarray(0, length))
    release(bytes)
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
      if (length === 0) return new Uint8Array(0)
      const taken = new Uint8Array(bytes.buffer, 0, length)
      usualBytes = Math.max(leastBytes, andQuarter(length))
      bytes = Buffer.alloc(0)
      length = 0
      return taken
    },
  }
}
