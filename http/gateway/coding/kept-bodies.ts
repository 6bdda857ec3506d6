import { LRUCache } from "lru-cache"
import { memo } from "../../../core/memory.ts"
import { bytesText, type Utf8Body } from "../../api/text-body.ts"
import type { Coding } from "./accepted.ts"

/** Bodies that were compressed before. */
export interface KeptBodies {
  /** The compressed form of a body: the cached one, else one that is made and cached now. */
  readonly of: (
    body: Utf8Body,
    coding: Coding,
    make: () => Promise<Uint8Array>,
  ) => Promise<Uint8Array>
}

/** Longer bodies are compared by identity: comparing their content would take too long. */
const comparedBytesMax = 262_144

/** The cache key of a body: its content, or the body itself where that is too long to compare. */
const nameOf = (body: Utf8Body): Utf8Body =>
  typeof body === "string" || body.byteLength > comparedBytesMax ? body : bytesText(body)

/**
 * Caches the compressed bodies of each coding within a bound on their bytes and those of their
 * sources; the least recently used go first.
 */
export const makeKeptBodies = (bytesMax: number): KeptBodies => {
  const bodiesIn = memo(
    (_coding: Coding) =>
      new LRUCache<Utf8Body, Uint8Array, () => Promise<Uint8Array>>({
        maxSize: bytesMax,
        sizeCalculation: (compressed, body) => compressed.length + body.length,
        fetchMethod: (_body, _stale, { context: make }) => make(),
        ignoreFetchAbort: true,
      }),
  )
  return {
    of: (body, coding, make) => bodiesIn(coding).forceFetch(nameOf(body), { context: make }),
  }
}
