import type { ByteText } from "../../../core/json/byte-text.ts"

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

/** So many characters of lines are gathered before they are written, which is dear for each alone. */
const gatheredLength = 4096

const lineEnd = "\n"

/** A quarter more, so that the next texts mostly fit. */
const andQuarter = (bytes: number): number => bytes + (bytes >>> 2)

/** Begins with room for a quarter more than came last time, and widens it as texts need more. */
export const makeTextBytes = (): TextBytes => {
  let bytes = Buffer.alloc(0)
  let length = 0
  let usualBytes = leastBytes
  let lines = ""
  let endsLine = true
  const makeRoom = (more: number): void => {
    if (length + more <= bytes.length) return
    const wider = Buffer.allocUnsafeSlow(
      Math.max(length + more, andQuarter(bytes.length), usualBytes),
    )
    wider.set(bytes.subarray(0, length))
    release(bytes)
    bytes = wider
  }
  const writeLines = (): void => {
    if (lines === "") return
    makeRoom(lines.length * bytesPerUnitMax)
    length += bytes.write(lines, length)
    lines = ""
  }
  return {
    write: (text) => {
      // Halves of a character in two texts are not one: texts meet at the end of a line alone.
      if (text !== lineEnd && (!endsLine || lines.length > gatheredLength)) writeLines()
      lines += text
      endsLine = text === lineEnd
    },
    copy: (text) => {
      writeLines()
      makeRoom(text.length)
      length += bytes.write(text, length, "latin1")
    },
    length: () => {
      writeLines()
      return length
    },
    replace: (at, byte) => {
      writeLines()
      bytes[at] = byte
    },
    take: () => {
      writeLines()
      if (length === 0) return new Uint8Array(0)
      const taken = new Uint8Array(bytes.buffer, 0, length)
      usualBytes = Math.max(leastBytes, andQuarter(length))
      bytes = Buffer.alloc(0)
      length = 0
      return taken
    },
  }
}

/** Node 20 lacks it, and gives memory back in its own time. */
const { transfer } = ArrayBuffer.prototype as {
  readonly transfer?: (this: ArrayBuffer, lengthBytes: number) => ArrayBuffer
}

/**
 * Gives the memory of bytes back at once; nothing else may use them any more, or share them. It lies
 * outside of the heap of objects, which would otherwise be searched through again and again for bytes
 * that nobody holds.
 */
export const release = (bytes: Uint8Array<ArrayBuffer>): void => {
  transfer?.call(bytes.buffer, 0)
}

/** Whether bytes lie in memory of their own: those that share some are only a part of it. */
const isAlone = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength

/** Gives the memory of bytes that were handed over back, where it is theirs alone. */
export const releaseOwn = (bytes: Uint8Array): void => {
  if (isAlone(bytes)) release(bytes)
}
