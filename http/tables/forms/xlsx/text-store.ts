/** Texts by their numbers, from 0. */
export interface TextStore {
  /** The text of a number; undefined where there is none. */
  readonly at: (index: number) => string | undefined
  readonly count: () => number
  readonly add: (text: string) => void
}

/** Texts lie in pieces of so many bytes, one behind the other. */
const pieceBytes = 1024 * 1024

/** A character that takes more than the one byte of Latin-1. */
const wide = /[\u0100-\uffff]/

/**
 * Holds texts as their bytes: as objects, a million short ones take far more than what they say, and each text that a parser
 * cuts out of a piece of a file holds that piece.
 *
 * ```ts
 * import { makeTextStore } from "../http/tables/forms/xlsx/text-store.ts"
 *
 * const store = makeTextStore()
 * store.add("été")
 * store.add("日本")
 * store.at(1) // => "日本"
 * store.at(2) // => undefined
 * ```
 */
export const makeTextStore = (): TextStore => {
  const pieces: Array<Buffer> = []
  let end = 0
  let count = 0
  /** Twice the place where each text ends, and one more where its characters take two bytes. */
  let ends = new Uint32Array(1024)

  const write = (bytes: Buffer): void => {
    for (let from = 0; from < bytes.length;) {
      const at = end % pieceBytes
      if (at === 0) pieces.push(Buffer.allocUnsafeSlow(pieceBytes))
      const copied = bytes.copy(pieces.at(-1) ?? bytes, at, from)
      from += copied
      end += copied
    }
  }
  const read = (from: number, to: number, encoding: BufferEncoding): string => {
    const [first, last] = [Math.floor(from / pieceBytes), Math.floor(to / pieceBytes)]
    if (first === last) {
      const base = first * pieceBytes
      return pieces[first]?.toString(encoding, from - base, to - base) ?? ""
    }
    const parts = pieces.slice(first, last + 1)
    const base = first * pieceBytes
    return Buffer.concat(parts).toString(encoding, from - base, to - base)
  }
  return {
    at: (index) => {
      if (!Number.isInteger(index) || index < 0 || index >= count) return undefined
      const marked = ends[index] ?? 0
      const from = index === 0 ? 0 : (ends[index - 1] ?? 0) >>> 1
      return read(from, marked >>> 1, marked % 2 === 1 ? "utf16le" : "latin1")
    },
    count: () => count,
    add: (text) => {
      const isNarrow = !wide.test(text)
      write(Buffer.from(text, isNarrow ? "latin1" : "utf16le"))
      if (count === ends.length) {
        const grown = new Uint32Array(2 * count)
        grown.set(ends)
        ends = grown
      }
      ends[count] = 2 * end + (isNarrow ? 0 : 1)
      count += 1
    },
  }
}
