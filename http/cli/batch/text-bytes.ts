/** Texts one after the other as bytes in UTF-8, in memory that is used again. */
export interface TextBytes {
  readonly write: (text: string) => void
  /** The bytes of all texts since the last time. */
  readonly take: () => Uint8Array<ArrayBuffer>
}

/** A unit of a text in UTF-8 has at most so many bytes. */
const bytesPerUnitMax = 3

/** Begins with room for little, and doubles it as texts need more. */
export const makeTextBytes = (): TextBytes => {
  let bytes = Buffer.alloc(4096)
  let length = 0
  return {
    write: (text) => {
      const lengthMost = length + text.length * bytesPerUnitMax
      if (lengthMost > bytes.length) {
        bytes = Buffer.concat([bytes.subarray(0, length)], Math.max(lengthMost, 2 * bytes.length))
      }
      length += bytes.write(text, length)
    },
    take: () => {
      const taken = new Uint8Array(bytes.subarray(0, length))
      length = 0
      return taken
    },
  }
}
