/**
 * Uncompresses LZ4 to a length that is known beforehand; throws a RangeError where it does not come to that. A few bytes can
 * stand for any length, so nothing is written behind that length.
 */
export const lz4 = {
  /** A block alone: LZ4_RAW of Parquet. */
  block: (bytes: Uint8Array, length: number): Uint8Array =>
    uncompressed(bytes, length, [writeBlock]),
  /** LZ4 of Parquet: blocks as Hadoop writes them; some programs wrote a frame or a block alone. */
  hadoop: (bytes: Uint8Array, length: number): Uint8Array =>
    uncompressed(bytes, length, [writeHadoop, writeFrame, writeBlock]),
  /** A frame, whose blocks may repeat what those before them wrote: LZ4_FRAME of Arrow. */
  frame: (bytes: Uint8Array, length: number): Uint8Array =>
    uncompressed(bytes, length, [writeFrame]),
} as const

/** Writes what some bytes stand for, and gives where that ends; throws a RangeError where they stand for nothing. */
type Write = (bytes: Uint8Array, output: Uint8Array) => number

/** What the first form says that comes to the length. */
const uncompressed = (
  bytes: Uint8Array,
  length: number,
  forms: ReadonlyArray<Write>,
): Uint8Array => {
  const output = new Uint8Array(length)
  for (const write of forms) {
    try {
      if (write(bytes, output) === length) return output
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause
    }
  }
  throw new RangeError("LZ4 that is damaged, or of another length")
}

/** A longer length goes on in the bytes behind it, which add at most so much each. */
const byteMax = 255

/** Lengths up to this one stand in the half of a byte. */
const halfMax = 15

/** A repetition is at least so long. */
const repetitionMin = 4

/** Writes a block behind what those before it have written, which it may repeat. */
const writeBlock = (bytes: Uint8Array, output: Uint8Array, from = 0): number => {
  let at = 0
  let end = from
  const next = (): number => {
    const byte = bytes[at]
    if (byte === undefined) throw new RangeError("a block of LZ4 that is cut short")
    at += 1
    return byte
  }
  const lengthFrom = (half: number): number => {
    if (half < halfMax) return half
    let byte = next()
    let total = half + byte
    while (byte === byteMax) {
      byte = next()
      total += byte
    }
    return total
  }
  while (at < bytes.length) {
    const lengths = next()
    const plain = lengthFrom(lengths >> 4)
    if (at + plain > bytes.length) throw new RangeError("a block of LZ4 that is cut short")
    output.set(bytes.subarray(at, at + plain), end)
    at += plain
    end += plain
    if (at === bytes.length) break
    const back = next() + 256 * next()
    if (back === 0 || back > end) throw new RangeError("a repetition of nothing")
    const stop = end + repetitionMin + lengthFrom(lengths & halfMax)
    if (stop > output.length) throw new RangeError("LZ4 of more than its length")
    // A repetition may go on into what it writes itself.
    for (; end < stop; end += 1) output[end] = output[end - back] ?? 0
  }
  return end
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** Writes the blocks of Hadoop: before some of them stands what they come to together, before each how long it is. */
const writeHadoop = (bytes: Uint8Array, output: Uint8Array): number => {
  const view = viewOf(bytes)
  let end = 0
  for (let at = 0; at < bytes.length;) {
    const stop = end + view.getUint32(at)
    at += 4
    while (end < stop) {
      const length = view.getUint32(at)
      const block = bytes.subarray(at + 4, at + 4 + length)
      const from = end
      end = writeBlock(block, output, from)
      if (block.length < length || end === from || end > stop) {
        throw new RangeError("no blocks of Hadoop")
      }
      at += 4 + length
    }
  }
  return end
}

/** What a frame begins with. */
const frameMark = 0x18_4d_22_04

/** What the first byte of a frame says of it, by its bits. */
const flags = { dictionary: 1, totalChecksum: 4, totalLength: 8, blockChecksums: 16 } as const

/** The bit of a length that says that a block is plain. */
const plainBit = 0x80_00_00_00

const writeFrame = (bytes: Uint8Array, output: Uint8Array): number => {
  const view = viewOf(bytes)
  if (view.getUint32(0, true) !== frameMark) throw new RangeError("no frame of LZ4")
  const said = view.getUint8(4)
  const has = (flag: number): boolean => (said & flag) !== 0
  // What it says of itself ends with a checksum of a byte.
  let at = 7 + (has(flags.totalLength) ? 8 : 0) + (has(flags.dictionary) ? 4 : 0)
  let end = 0
  for (let told = view.getUint32(at, true); told !== 0; told = view.getUint32(at, true)) {
    const isPlain = told >= plainBit
    const length = told - (isPlain ? plainBit : 0)
    const block = bytes.subarray(at + 4, at + 4 + length)
    if (block.length < length) throw new RangeError("a frame of LZ4 that is cut short")
    if (isPlain) output.set(block, end)
    end = isPlain ? end + length : writeBlock(block, output, end)
    at += 4 + length + (has(flags.blockChecksums) ? 4 : 0)
  }
  const last = at + 4 + (has(flags.totalChecksum) ? 4 : 0)
  if (last !== bytes.length) throw new RangeError("a frame of LZ4 that is cut short")
  return end
}
