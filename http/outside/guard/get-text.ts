import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { NotPublic } from "./public-address.ts"
import type { OutsideFailureOf } from "../../ports/outside-failure.ts"

/** Why a text could not be fetched. */
export type GetFailure = OutsideFailureOf<"Refused" | "TooLarge" | "Unreachable">

/** Gets the text under an address. */
type GetText = (url: URL) => Effect.Effect<string, GetFailure>

/** How texts are asked for. */
interface Wanted {
  /** The header of that name. */
  readonly accept: string
  /** Bytes of a text, after decompression. */
  readonly bytesMax: number
}

/**
 * Asks by GET, once; only the status 200 counts as an answer. The client must not follow redirects;
 * whatever is left of an answer when this ends is not received.
 */
export const makeGetText = (
  client: HttpClient.HttpClient,
  { accept, bytesMax }: Wanted,
): GetText => {
  const scoped = HttpClient.withScope(withoutTrace(client))
  return Effect.fnUntraced(function* (url: URL) {
    const response = yield* Effect.mapError(scoped.get(url, { accept }), notSent)
    const { status } = response
    if (status !== 200) return yield* Effect.fail<GetFailure>({ _tag: "Refused", status })
    return yield* Effect.mapError(readText(response, bytesMax), textLost)
  }, Effect.scoped)
}

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

/** The same client, but its calls carry no ids of this process's traces: they are nobody else's concern. */
export const withoutTrace: (client: HttpClient.HttpClient) => HttpClient.HttpClient =
  HttpClient.transformResponse(Effect.provideService(HttpClient.TracerPropagationEnabled, false))

/** What a deadline adds to the failures of asking: a defect is one of them, too. */
export type DeadlineFailure = OutsideFailureOf<"Died" | "TimedOut">

/** Asking that ends by a deadline, and turns defects into failures. */
export const withinDeadline = <A, E, R>(
  asking: Effect.Effect<A, E, R>,
  timeoutMs: number,
  failed: (failure: DeadlineFailure) => E,
): Effect.Effect<A, E, R> =>
  asking.pipe(
    Effect.timeoutOrElse({
      duration: timeoutMs,
      orElse: () => Effect.fail(failed({ _tag: "TimedOut", timeoutMs })),
    }),
    Effect.catchDefect((defect) => Effect.fail(failed({ _tag: "Died", defect: String(defect) }))),
  )

const unreachable: GetFailure = { _tag: "Unreachable" }

const notSent = (): GetFailure => unreachable

const textLost = (lost: TextLost): GetFailure => (lost._tag === "TooLarge" ? lost : unreachable)

/** Why no answer began. */
type ConnectionError =
  /** Nothing may be sent there. */
  | { readonly _tag: "NotPublic" }
  /** The connection could not be made or was lost before an answer began; trying again may help. */
  | { readonly _tag: "Unreachable"; readonly code: string }
  /** Something else went wrong, such as a certificate that does not hold, or an answer that is no HTTP. */
  | { readonly _tag: "Broken"; readonly code: string }

/** Codes of a connection that was not made, or was lost before an answer began. */
const unreachableCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_NODATA",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ETIMEDOUT",
])

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : ""

/** Reads why a client failed before it had the head of an answer. */
export const connectionError = ({ reason }: HttpClientError): ConnectionError => {
  const { cause } = reason
  if (cause instanceof NotPublic) return { _tag: "NotPublic" }
  const code = codeOf(cause)
  return unreachableCodes.has(code)
    ? { _tag: "Unreachable", code }
    : { _tag: "Broken", code: code === "" ? reason._tag : code }
}
