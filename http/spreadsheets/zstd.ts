import * as zlib from "node:zlib"

/** What Node has of Zstandard, from 22.15 on. */
interface Zstandard {
  readonly zstdCompressSync?: (bytes: Uint8Array) => Uint8Array
  readonly zstdDecompressSync?: (bytes: Uint8Array) => Uint8Array
}

const { zstdCompressSync, zstdDecompressSync } = zlib as Zstandard

const absent = (): never => {
  throw new Error("it is compressed by Zstandard, which takes Node 22.15 or newer")
}

/** Compresses and uncompresses by Zstandard. */
export const zstandard = {
  encode: zstdCompressSync ?? absent,
  decode: zstdDecompressSync ?? absent,
}
