import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { Coding } from "./accepted.ts"

/**
 * Compresses a page of megabytes in a quarter of a second; higher qualities are hardly smaller.
 */
const brotliQuality = 5

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compresses bytes outside the thread that answers. */
export const compress = (bytes: Uint8Array, coding: Coding): Promise<Uint8Array> =>
  coding === "gzip"
    ? zip(bytes)
    : brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      })
