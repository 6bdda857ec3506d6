import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { randomUUID } from "node:crypto"
import { jsonAnswer, responseOf } from "../api/answer.ts"
import type { IncomingCall } from "../api/incoming.ts"
import type { Armed } from "./triggers/armed.ts"
import { durationForm, readDuration } from "./told-text.ts"
import type { EmulatorState } from "./emulator-state.ts"
import type { ImportedTables } from "./imported-tables.ts"
import { TriggerRefused, triggerRefused } from "./triggers/trigger-refused.ts"
import { triggers } from "./triggers/triggers.ts"
import { refusal } from "../terminal/command-refused.ts"
import { type CallFailed, sendRaw } from "../terminal/service-call.ts"

const times = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })))

const ClockBody = Schema.Struct({ advance: Schema.String })

const TriggerBody = Schema.Struct({
  trigger: Schema.String,
  endpoint: Schema.optionalKey(Schema.String),
  key: Schema.optionalKey(Schema.String),
  subscription: Schema.optionalKey(Schema.String),
  times,
})

const AnswerBody = Schema.Struct({
  endpoint: Schema.String,
  status: Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 })),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  body: Schema.optionalKey(Schema.Unknown),
  times,
})

const ListenBody = Schema.Struct({
  url: Schema.String,
  mode: Schema.optionalKey(Schema.Literals(["sandbox", "live"])),
  types: Schema.optionalKey(Schema.Array(Schema.String)),
})

const UnlistenBody = Schema.Struct({ endpoint: Schema.String })

const EvaluateBody = Schema.Struct({ table: Schema.String, facts: Schema.Unknown })

const bodyBytesMax = 4 * 1_024 * 1_024

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/gu, " ")

const bodyOf = <Body>(
  call: IncomingCall,
  schema: Schema.Codec<Body, unknown> & { readonly fields: Readonly<Record<string, unknown>> },
): Effect.Effect<Body, TriggerRefused> =>
  call.readBody(bodyBytesMax).pipe(
    Effect.mapError(() => triggerRefused({ _tag: "BodyCut" })),
    Effect.flatMap((bytes) => {
      const text = Buffer.from(bytes).toString("utf8")
      const read = Result.mapError(
        Schema.decodeUnknownResult(Schema.fromJsonString(schema), {
          onExcessProperty: "error",
        })(text),
        ({ message }) =>
          triggerRefused({
            _tag: "BodyWrong",
            says: oneLine(message),
            fields: Object.keys(schema.fields),
          }),
      )
      return Effect.fromResult(read)
    }),
  )

const advance = (state: EmulatorState) =>
  Effect.fnUntraced(function* (call: IncomingCall) {
    const { advance } = yield* bodyOf(call, ClockBody)
    const ms = readDuration(advance)
    return ms === undefined
      ? yield* triggerRefused({ _tag: "NoDuration", form: durationForm })
      : yield* state.advance(ms)
  })

const answerNext = (state: EmulatorState) =>
  Effect.fnUntraced(function* (call: IncomingCall) {
    const { body, endpoint, headers = {}, status, times = 1 } = yield* bodyOf(call, AnswerBody)
    const text = typeof body === "string" ? body : JSON.stringify(body ?? null)
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    yield* state.answerNext(endpoint, { status, headers: lower, body: text }, times)
    return { endpoint, status, times }
  })

const listed = triggers.map(({ endpoints, kind, name, refusal, what }) => ({
  name,
  kind,
  what,
  endpoints,
  refusal: refusal ?? null,
}))

/** What of the machine calls may be made to: a page in a browser that names another host is none. */
const ownHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/u

/**
 * Programs on this machine alone: no page of a browser, whichever site it is of, reads the keys or
 * moves the clock.
 */
const isForeign = ({ headerValues }: IncomingCall): boolean =>
  !ownHost.test(headerValues("host")[0] ?? "") || headerValues("origin").length > 0

const replyJson = (status: number, body: unknown): HttpServerResponse =>
  responseOf(jsonAnswer(status, body, { [emulatorHeader]: "viatica" }), randomUUID())

/** What was asked makes no sense, or what was needed is gone, such as the database. */
const refused = (cause: Cause.Cause<TriggerRefused>): HttpServerResponse => {
  const error = Cause.squash(cause)
  const detail = error instanceof Error ? error.message : String(error)
  return error instanceof TriggerRefused
    ? replyJson(400, { error: "REFUSED", detail })
    : replyJson(500, { error: "FAILED", detail: `The emulator failed: ${detail}` })
}

/** What waits for next calls, by the names of triggers. */
const waiting = ({ does, endpoints, times }: Armed) => ({
  trigger: does._tag === "Refuse" ? does.name : does._tag === "Answer" ? "answer" : "slow",
  endpoints,
  times,
})

type Handler = (call: IncomingCall) => Effect.Effect<unknown, TriggerRefused>

/** Answers the calls below `/_emulator`. */
export const makeControl = (state: EmulatorState, tables: ImportedTables) => {
  const status = Effect.gen(function* () {
    return {
      now: yield* state.now,
      ...(yield* state.account),
      waiting: state.arming.list().map(waiting),
      triggers: "/_emulator/triggers",
    }
  })
  const handlers: Readonly<Record<string, Handler>> = {
    "GET ": () => status,
    "GET /clock": () => Effect.map(state.now, (now) => ({ now })),
    "POST /clock": advance(state),
    "GET /keys": () => state.account,
    "GET /triggers": () => Effect.succeed(listed),
    "POST /trigger": (call) => Effect.flatMap(bodyOf(call, TriggerBody), state.trigger),
    "POST /answer": answerNext(state),
    "POST /endpoints": (call) => Effect.flatMap(bodyOf(call, ListenBody), state.listen),
    "GET /endpoints": () => state.listeners,
    "POST /endpoints/remove": (call) =>
      Effect.flatMap(bodyOf(call, UnlistenBody), ({ endpoint }) => state.unlisten(endpoint)),
    "GET /tables": () => tables.list,
    "POST /evaluate": (call) =>
      Effect.flatMap(bodyOf(call, EvaluateBody), ({ facts, table }) =>
        tables.evaluate(table, facts),
      ),
    "POST /reset": () => state.reset,
  }
  return (call: IncomingCall, path: string): Effect.Effect<HttpServerResponse> => {
    if (isForeign(call)) {
      return Effect.succeed(
        replyJson(403, { error: "FOREIGN", detail: "Programs on this machine only." }),
      )
    }
    const handler = Option.fromNullishOr(handlers[`${call.method} ${path}`])
    if (Option.isNone(handler)) {
      const known = Object.keys(handlers).map((name) => name.replace(" ", " /_emulator"))
      return Effect.succeed(
        replyJson(404, { error: "NOT_FOUND", detail: `There are: ${known.join(", ")}.` }),
      )
    }
    return Effect.matchCause(handler.value(call), {
      onFailure: refused,
      onSuccess: (body) => replyJson(200, body),
    })
  }
}

/** Calls an emulator that runs, below `/_emulator`. */
export const callEmulator = Effect.fnUntraced(function* (
  baseUrl: URL,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
) {
  const bytes = Buffer.from(body === undefined ? "" : JSON.stringify(body), "utf8")
  const answer = yield* sendRaw({
    origin: baseUrl,
    method,
    target: `/_emulator${path}`,
    headers: { "content-length": String(bytes.length) },
    body: bytes,
  }).pipe(Effect.mapError((error) => missing(baseUrl.origin, reasonOf(error))))
  const parsed = Result.try((): unknown => JSON.parse(answer.body))
  if (answer.headers[emulatorHeader] === undefined || Result.isFailure(parsed)) {
    return yield* missing(baseUrl.origin, "something else does")
  }
  if (answer.status === 200) return parsed.success
  const told = parsed.success
  const detail =
    typeof told === "object" && told !== null && "detail" in told ? String(told.detail) : ""
  return yield* refusal("emulator-refused", { detail })
})

/** The header of answers that tells the command line that an emulator answers, and nothing else does. */
const emulatorHeader = "x-emulator"

const missing = (address: string, reason: string) =>
  refusal("emulator-missing", { address, reason })

const reasonOf = ({ message }: CallFailed): string => message.replace(/^Cannot call [^ ]+: /u, "")
