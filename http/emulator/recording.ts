import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { responseBytes } from "../api/answer.ts"
import { BodyTooLarge, type IncomingCall, type UnreadBody } from "../api/incoming.ts"
import type { App } from "../gateway/app.ts"
import { systemReason } from "../platform/system-error.ts"
import { refusal } from "../terminal/command-refused.ts"
import { endpointAt } from "./triggers/refusal-rehearsals.ts"

/** A line of a recording: a call of an endpoint without its key and signature, and its answer. */
const RecordedCall = Schema.Struct({
  at: Schema.String,
  method: Schema.String,
  path: Schema.String,
  query: Schema.String,
  body: Schema.String,
  status: Schema.Int,
  headers: Schema.Record(Schema.String, Schema.String),
  answer: Schema.String,
})

/** A call and its answer, as a recording holds them. */
export type RecordedCall = typeof RecordedCall.Type

const readLine = Schema.decodeUnknownResult(Schema.fromJsonString(RecordedCall))

/** What is done around the calls of endpoints. */
export interface Recording {
  readonly around: (
    call: IncomingCall,
    answer: App["answer"],
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse>
}

/** Neither records nor replays. */
export const noRecording: Recording = { around: (call, answer) => answer(call) }

/** One around the other. */
export const bothRecordings = (outer: Recording, inner: Recording): Recording => ({
  around: (call, answer) => outer.around(call, (call) => inner.around(call, answer)),
})

type Asked = Pick<RecordedCall, "body" | "method" | "path" | "query">

const sameCall = (left: Asked, right: Asked): boolean =>
  left.method === right.method &&
  left.path === right.path &&
  left.query === right.query &&
  left.body === right.body

/** More than the service takes, so that it refuses what is too large by itself. */
const bodyBytesMax = 16 * 1_024 * 1_024

/** Reads a call ahead, and gives it on as it came: what could not be read cannot be read again. */
const withAsked = <A>(
  call: IncomingCall,
  use: (asked: Asked, call: IncomingCall) => Effect.Effect<A>,
): Effect.Effect<A> =>
  Effect.flatMap(Effect.result(call.readBody(bodyBytesMax)), (read) => {
    const { method, path, query } = call
    const body = Result.isSuccess(read) ? Buffer.from(read.success).toString("utf8") : ""
    return use({ method, path, query, body }, { ...call, readBody: readAgain(read) })
  })

const readAgain =
  (read: Result.Result<Uint8Array, UnreadBody>): IncomingCall["readBody"] =>
  (maximumBytes) =>
    Result.isSuccess(read) && read.success.byteLength > maximumBytes
      ? Effect.fail(new BodyTooLarge({ maximumBytes }))
      : Effect.fromResult(read)

const unusable = (file: string) => (cause: unknown) =>
  refusal("recording-unusable", { path: file, reason: systemReason(cause) })

/** Writes every call of an endpoint and its answer to a file, a line of JSON each. */
export const recordTo = (file: string, now: Effect.Effect<string>) =>
  Effect.as(Effect.try({ try: () => writeFileSync(file, ""), catch: unusable(file) }), {
    around: (call, answer) =>
      endpointAt(call.method, call.path) === undefined
        ? answer(call)
        : withAsked(call, (asked, call) =>
            Effect.gen(function* () {
              const at = yield* now
              const response = yield* answer(call)
              const { status } = response
              const told: RecordedCall = {
                at,
                ...asked,
                status,
                headers: { ...response.headers },
                answer: Buffer.from(responseBytes(response)).toString("utf8"),
              }
              appendFileSync(file, `${JSON.stringify(told)}\n`)
              return response
            }),
          ),
  } satisfies Recording)

/** Marks an answer that a recording has given. */
const replayedHeader = "x-emulator-replayed"

const replayed = ({ answer, headers, status }: RecordedCall) =>
  HttpServerResponse.text(answer, {
    status,
    headers: { ...headers, [replayedHeader]: "true" },
    contentType: headers["content-type"],
  })

/**
 * Answers from a recording what it holds, for any signer at any time: of calls that are alike the
 * first is answered first, and the last one again when all have been. All else goes to the service.
 */
export const replayFrom = (file: string) =>
  Effect.gen(function* () {
    const text = yield* Effect.try({
      try: () => readFileSync(file, "utf8"),
      catch: unusable(file),
    })
    const lines = text.split("\n").filter((line) => line.trim() !== "")
    const calls: Array<RecordedCall> = []
    for (const [index, line] of lines.entries()) {
      const read = readLine(line)
      if (Result.isFailure(read)) {
        return yield* refusal("recording-unusable", {
          path: file,
          reason: { _tag: "NoRecordedCall", line: index + 1 },
        })
      }
      calls.push(read.success)
    }
    const given = new Set<RecordedCall>()
    const find = (asked: Asked): RecordedCall | undefined => {
      const alike = calls.filter((call) => sameCall(call, asked))
      const found = alike.find((call) => !given.has(call)) ?? alike.at(-1)
      if (found !== undefined) given.add(found)
      return found
    }
    const recording: Recording = {
      around: (call, answer) =>
        endpointAt(call.method, call.path) === undefined
          ? answer(call)
          : withAsked(call, (asked, call) => {
              const found = find(asked)
              return found === undefined ? answer(call) : Effect.succeed(replayed(found))
            }),
    }
    return { recording, calls: calls.length }
  })
