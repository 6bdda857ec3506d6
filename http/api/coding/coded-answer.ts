import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { LRUCache } from "lru-cache"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { memo } from "../../../core/memory.ts"
import { type Answer, bodyBytes, bytesText, type Utf8Body } from "../answer.ts"
import type { Accepted, Coding } from "./accepted.ts"

/** Bounds on compressing. */
interface CodingPolicy {
  /** Shorter bodies are sent as they are: with its header, the compressed one is hardly shorter. */
  readonly bytesMin: number
  /** Longer bodies that are made for one call are sent as they are. */
  readonly madeBytesMax: number
  /** How many bodies that are made for one call are compressed at once; others are sent as they are. */
  readonly atOnceMax: number
  /** Bytes of the bodies that are kept of each coding, compressed and plain. */
  readonly keptBytesMax: number
}

/** The policy of a service. */
export const codingPolicy: CodingPolicy = {
  bytesMin: 1_024,
  madeBytesMax: 1_048_576,
  atOnceMax: 4,
  keptBytesMax: 16 * 1_048_576,
}

/** Encodes answers as their callers ask. */
export interface Coder {
  /**
   * An answer in the best coding that its caller takes, by every `Accept-Encoding` that it sent. An
   * answer that caches may share is compressed once.
   */
  readonly coded: (answer: Answer, acceptEncoding: ReadonlyArray<string>) => Effect.Effect<Answer>
}

const compressible = /^(text\/|application\/json|image\/svg\+xml)/

const isShared = ({ headers }: Answer): boolean =>
  headers["cache-control"]?.includes("public") === true

/** What an answer varies by of its own, and the coding. */
const variedBy = ({ headers: { vary } }: Answer): string =>
  vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`

const varying = (answer: Answer, more: Readonly<Record<string, string>> = {}): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...more, vary: variedBy(answer) },
})

const withBody = (answer: Answer, coding: Coding, body: Uint8Array): Answer => ({
  ...varying(answer, { "content-encoding": coding }),
  body,
})

const read = async (header: string): Promise<Accepted> => {
  // Loaded on first use, so that a server starts sooner.
  const { acceptedOf } = await import("./accepted.ts")
  return acceptedOf(header)
}

/** Makes a coder with bodies of its own to keep. */
export const makeCoder = (policy: CodingPolicy): Coder => {
  const kept = makeKeptBodies(policy.keptBytesMax)
  let atOnce = 0

  const once = (body: Utf8Body, coding: Coding): Promise<Uint8Array> => {
    atOnce += 1
    return compress(bodyBytes(body), coding).finally(() => {
      atOnce -= 1
    })
  }

  const compressed = (answer: Answer, coding: Coding): Promise<Uint8Array> | undefined => {
    const { body } = answer
    if (isShared(answer)) {
      return kept.of(body, coding, () => compress(bodyBytes(body), coding))
    }
    return body.length > policy.madeBytesMax || atOnce >= policy.atOnceMax
      ? undefined
      : once(body, coding)
  }

  const coded = async (answer: Answer, acceptEncoding: ReadonlyArray<string>): Promise<Answer> => {
    const { coding, takesPlain } = await read(acceptEncoding.join(","))
    if (coding === undefined) return varying(answer)
    if (takesPlain && answer.body.length < policy.bytesMin) return varying(answer)
    const body = await compressed(answer, coding)
    return body === undefined ? varying(answer) : withBody(answer, coding, body)
  }

  return {
    coded: (answer, acceptEncoding) => {
      const { body, contentType, headers, rest } = answer
      const mayBeCoded = compressible.test(contentType) && body.length > 0 && rest === undefined
      if (!mayBeCoded || headers["content-encoding"] !== undefined) return Effect.succeed(answer)
      return acceptEncoding.length === 0
        ? Effect.succeed(varying(answer))
        : Effect.promise(() => coded(answer, acceptEncoding))
    },
  }
}

/** The coder of a process: what it has compressed stays, whatever tables are put in force. */
export const AnswerCoder = Context.Reference<Coder>("viatica/AnswerCoder", {
  defaultValue: () => makeCoder(codingPolicy),
})

/**
 * Compresses a page of megabytes in a quarter of a second; higher qualities are hardly smaller.
 */
const brotliQuality = 5

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compresses bytes outside the thread that answers. */
const compress = (bytes: Uint8Array, coding: Coding): Promise<Uint8Array> =>
  coding === "gzip"
    ? zip(bytes)
    : brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      })

/** Bodies that were compressed before. */
interface KeptBodies {
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
const makeKeptBodies = (bytesMax: number): KeptBodies => {
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
