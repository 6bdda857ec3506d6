/** Texts as Arrow keeps them: their bytes, where each begins, and which of them are there. */
export interface WrittenTexts {
  readonly length: number
  readonly nullCount: number
  /** A bit for each text, left out where none is missing. */
  readonly validity: Uint8Array
  readonly offsets: Int32Array
  readonly values: Uint8Array
}

const bitsPerByte = 8

/** A unit of a text in UTF-8 has at most so many bytes. */
const bytesPerUnitMax = 3

/** Every part of a record batch takes a multiple of so many bytes. */
const alignedBytes = 8

const aligned = (bytes: number): number => Math.ceil(bytes / alignedBytes) * alignedBytes

/** A bit for each value that is there. */
const validityOf = (values: ReadonlyArray<string | null>): Uint8Array => {
  const validity = new Uint8Array(aligned(Math.ceil(values.length / bitsPerByte)))
  for (const [index, value] of values.entries()) {
    const byte = index >> 3
    if (value !== null) validity[byte] = (validity[byte] ?? 0) | (1 << (index % bitsPerByte))
  }
  return validity
}

/**
 * Encodes the texts of a column. To encode text by text is most of the work of a record batch, so texts
 * of plain ASCII are encoded at once: there a character is a byte.
 *
 * ```ts
 * import { writeTexts } from "../http/tables/forms/arrow/write-text.ts"
 *
 * const { nullCount, offsets } = writeTexts(["FR", null, "été"])
 * nullCount // => 1
 * Array.from(offsets) // => [0, 2, 2, 7]
 * ```
 */
export const writeTexts = (values: ReadonlyArray<string | null>): WrittenTexts => {
  const all = values.join("")
  const isPlain = Buffer.byteLength(all) === all.length
  const bytes = Buffer.alloc(aligned(isPlain ? all.length : all.length * bytesPerUnitMax))
  if (isPlain) bytes.write(all, "latin1")
  const offsets = new Int32Array(aligned(4 * (values.length + 1)) / 4)
  let nullCount = 0
  let at = 0
  for (const [index, value] of values.entries()) {
    if (value === null) nullCount += 1
    else at += isPlain ? value.length : bytes.write(value, at)
    offsets[index + 1] = at
  }
  return {
    length: values.length,
    nullCount,
    validity: nullCount === 0 ? new Uint8Array() : validityOf(values),
    offsets,
    values: bytes.subarray(0, aligned(at)),
  }
}
