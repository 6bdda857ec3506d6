import * as Effect from "effect/Effect"
import type { HttpClientError } from "effect/http/HttpClientError"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"

/** Why the body of an answer could not be read in full. */
export type TextLost =
  | { readonly _tag: "TooLarge"; readonly bytesMax: number }
  /** The connection was lost on the way. */
  | { readonly _tag: "CutOff"; readonly error: HttpClientError }

/**
 * Reads the first bytes of a body, and no more of it. What came is the answer, even where the connection
 * is lost or the time is over on the way.
 */
export const readBeginning = (
  { stream }: HttpClientResponse,
  { bytesMax, timeoutMs }: { readonly bytesMax: number; readonly timeoutMs: number },
): Effect.Effect<Uint8Array> =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let bytes = 0
    return stream.pipe(
      Stream.takeUntil((chunk) => {
        chunks.push(chunk)
        bytes += chunk.length
        return bytes >= bytesMax
      }),
      Stream.runDrain,
      Effect.timeoutOption(timeoutMs),
      Effect.ignore,
      Effect.map(() => Buffer.concat(chunks).subarray(0, bytesMax)),
    )
  })

/** Reads a body as UTF-8, up to its bound: bytes are counted as the client delivers them. */
export const readText = (
  { stream }: HttpClientResponse,
  bytesMax: number,
): Effect.Effect<string, TextLost> =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let bytes = 0
    const keep = (chunk: Uint8Array): Effect.Effect<void, TextLost> => {
      bytes += chunk.length
      chunks.push(chunk)
      return bytes > bytesMax ? Effect.fail({ _tag: "TooLarge", bytesMax }) : Effect.void
    }
    return stream.pipe(
      Stream.mapError((error): TextLost => ({ _tag: "CutOff", error })),
      Stream.runForEach(keep),
      Effect.map(() => Buffer.concat(chunks).toString("utf8")),
    )
  })
