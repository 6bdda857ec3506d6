import { LRUCache } from "lru-cache"
import { memo } from "../../../core/memo.ts"
import { bytesText, type Utf8Body } from "../../api/text-body.ts"
import type { Coding } from "./accepted.ts"

/** Bodies that were compressed before. */
export interface KeptBodies {
  /** The compressed form of a body: the one that is kept, else the one that is made now and kept. */
  readonly of: (
    body: Utf8Body,
    coding: Coding,
    make: () => Promise<Uint8Array>,
  ) => Promise<Uint8Array>
}

/** Longer bodies are told apart by being the same object: comparing them would take too long. */
const comparedBytesMax = 262_144

/** What a body is known by: what it says, as far as that can be compared soon enough. */
const nameOf = (body: Utf8Body): Utf8Body =>
  typeof body === "string" || body.byteLength > comparedBytesMax ? body : bytesText(body)

/**
 * Keeps the compressed bodies of each coding within a bound on their bytes and those of what they
 * were made from; the longest unused go first.
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
