import { ColumnsFault } from "./column-source.ts"
import * as zlib from "node:zlib"

/** How much is uncompressed at most, and how long the pieces of it are. */
interface Bounds {
  readonly maxOutputLength: number
  readonly chunkSize?: number
}

/** What Node has of Zstandard, from 22.15 on. */
interface Zstandard {
  readonly zstdCompressSync?: (bytes: Uint8Array) => Uint8Array
  readonly zstdDecompressSync?: (bytes: Uint8Array, bounds: Bounds) => Uint8Array
}

const { zstdCompressSync, zstdDecompressSync } = zlib as Zstandard

const absent = (): never => {
  throw new ColumnsFault("it is compressed by Zstandard, which takes Node 22.15 or newer")
}

/** Compresses by Zstandard, and uncompresses up to a length, behind which it throws. */
export const zstandard = {
  encode: zstdCompressSync ?? absent,
  decode: zstdDecompressSync ?? absent,
}
