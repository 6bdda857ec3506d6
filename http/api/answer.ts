import type { ByteText } from "../../core/json/byte-text.ts"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { type Refusal, refusalBody, refusals } from "./api-refusal.ts"

/** A body in UTF-8, as a text where each byte is a unit or as bytes. */
export type Utf8Body = ByteText | Uint8Array

/** A text as a body: itself where no unit is beyond ASCII, as then each is one byte. */
export const textBody = (text: string): Utf8Body =>
  Buffer.byteLength(text) === text.length ? (text as ByteText) : Buffer.from(text)

/** Bytes as the text of a body, each byte a unit. */
export const bytesText = (bytes: Uint8Array): ByteText =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1") as ByteText

/** The bytes of a body. */
export const bodyBytes = (body: Utf8Body): Uint8Array =>
  typeof body === "string" ? Buffer.from(body, "latin1") : body

/** A body that is JSON in UTF-8 already: what `JSON.stringify` would write of its type. */
export class WrittenJson<Body> {
  readonly json: Utf8Body
  declare protected readonly writtenOf: Body
  constructor(json: Utf8Body) {
    this.json = json
  }
}

/**
 * What follows the body of an answer: each run gives the next piece, once the caller has taken the one
 * before; undefined at the end. A failure breaks the answer off, so that no caller takes it for whole.
 */
export type AnswerRest = Effect.Effect<Utf8Body | undefined, unknown>

/** What goes back to the caller: status, lower-case headers, and the body in UTF-8. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly body: Utf8Body
  readonly headers: Readonly<Record<string, string>>
  /** Left out where the body is all. */
  readonly rest?: AnswerRest
  /** Why the call was refused, where it was: the body says the same. */
  readonly refused?: Refusal
}

const sharedBodies = new WeakSet<object>()

/** Whether a body is one that many answers share. */
export const isSharedBody = (given: unknown): boolean =>
  typeof given === "object" && given !== null && sharedBodies.has(given)

/**
 * An answer that goes to many callers as it is: its bytes are made once, so that slow readers share
 * them.
 */
export const sharedAnswer = (answer: Answer): Answer => {
  const body = bodyBytes(answer.body)
  sharedBodies.add(body)
  return { ...answer, body }
}

/** An answer with a text as its body; the type without a charset, as every text is in UTF-8. */
export const textAnswer = (
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>>,
): Answer => ({ status, contentType: `${type}; charset=utf-8`, body: textBody(text), headers })

/** An answer with a JSON body, to be written or written already. */
export const jsonAnswer = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  contentType: "application/json; charset=utf-8",
  body: body instanceof WrittenJson ? body.json : textBody(JSON.stringify(body)),
  headers,
})

/** The answer of a refusal. */
export const refusalAnswer = (
  refused: Refusal,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  ...jsonAnswer(refusals[refused.name].status, refusalBody(refused), {
    ...headers,
    ...refused.headers,
  }),
  refused,
})

/** What a response says of its body; nothing where it tells that the caller has that already. */
const bodyHeaders = ({ body, contentType, rest, status }: Answer) =>
  status === 304
    ? {}
    : {
        "content-type": contentType,
        ...(rest === undefined ? { "content-length": String(body.length) } : {}),
      }

/** Says why an answer is broken off; one whose reader has left is not. */
const brokenOff = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Cause.hasInterruptsOnly(cause)
    ? Effect.void
    : Effect.logError("an answer could not be written", cause)

/** A body, and each piece that follows it once its reader has room for that. */
const pieces = (body: Utf8Body, rest: AnswerRest): Stream.Stream<Uint8Array, unknown> =>
  Stream.concat(
    Stream.succeed(bodyBytes(body)),
    Stream.unfold(undefined, () =>
      Effect.map(Effect.tapCause(rest, brokenOff), (piece) =>
        piece === undefined ? undefined : ([bodyBytes(piece), undefined] as const),
      ),
    ),
  )

/**
 * The response of an answer under the request's id: no client may guess another content type, and
 * nobody caches what does not say how long it holds. Names of headers are lower-case, and leave in
 * this order.
 */
export const responseOf = (
  answer: Answer,
  requestId: string,
): HttpServerResponse.HttpServerResponse => {
  const { body, contentType, rest, status } = answer
  const headers = {
    "cache-control": "no-store",
    ...answer.headers,
    ...bodyHeaders(answer),
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  }
  const head = { status, headers, contentType }
  if (status === 304) return HttpServerResponse.empty(head)
  if (rest !== undefined) return HttpServerResponse.stream(pieces(body, rest), head)
  // A text of ASCII alone leaves in one piece with its head.
  return typeof body === "string" && Buffer.byteLength(body) === body.length
    ? HttpServerResponse.text(body, head)
    : HttpServerResponse.uint8Array(bodyBytes(body), head)
}

/** The bytes of a response that is whole. */
export const responseBytes = ({ body }: HttpServerResponse.HttpServerResponse): Uint8Array =>
  body._tag === "Uint8Array" ? body.body : new Uint8Array()
