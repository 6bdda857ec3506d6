import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { endpoints } from "../../api/api.ts"
import { CallsResponse } from "../../api/calls.ts"
import { refusedFinding } from "../doctor/findings.ts"
import type { RecentCall } from "../../ports/usage.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"
import {
  type CallAnswer,
  type CallFailed,
  sendSigned,
  type SignedCaller,
} from "../../terminal/service-call.ts"

/**
 * Follows the calls of a key's account over the API, for ever. What passes, a restart of the service among
 * it, is told once and waited out; a call that the service refuses ends it, and so does an address where
 * nothing answers at first.
 */
export const followService = Effect.fnUntraced(function* (caller: SignedCaller, wish: TailWish) {
  const print = printCalls(wish.json)
  const only = wish.isRefusedOnly ? { refused: "true" } : {}
  const first = yield* ask(caller, { ...only, limit: String(Math.max(1, wish.last)) })
  yield* print(wish.last === 0 ? [] : first.calls)
  let cursor = first.nextCursor
  let pauseMs = first.pauseMs
  let failures = 0

  const look = Effect.gen(function* () {
    const asked = { ...only, cursor, limit: String(limit) }
    const found = yield* ask(caller, asked)
    if (failures > 0) yield* Console.error(`viatica: ${caller.origin.origin} answers again`)
    failures = 0
    yield* print(found.calls)
    cursor = found.nextCursor
    pauseMs = found.calls.length < limit ? found.pauseMs : 0
  })

  const waitOut = (passing: TailAway) => {
    const backOffMs = Math.min(pauseMaxMs, pauseFirstMs * 2 ** failures)
    pauseMs = passing.retryAfterMs ?? backOffMs
    failures += 1
    return failures > 1
      ? Effect.void
      : Console.error(`viatica: ${passing.message}; goes on as soon as it answers`)
  }

  return yield* Effect.forever(
    Effect.andThen(
      Effect.suspend(() => Effect.sleep(pauseMs)),
      Effect.catchTag(look, "TailAway", waitOut),
    ),
  )
})

/**
 * How long to wait before calls are asked for again, by what is left of the key's calls of the minute, so
 * that following them takes none that the partner needs: every four seconds, which is 15 calls a minute,
 * every second where there is plenty, and not before the next minute where little is left.
 *
 * ```ts
 * import { paceMs } from "../http/cli/tail/follow-service.ts"
 *
 * paceMs(59, 30_000) // => 4000
 * paceMs(599, 30_000) // => 1000
 * paceMs(12, 30_000) // => 30000
 * ```
 */
export const paceMs = (callsLeft: number, nowMs: number): number => {
  if (callsLeft >= plenty) return 1_000
  return callsLeft >= spared ? 4_000 : 60_000 - (nowMs % 60_000)
}

/**
 * A call as a line.
 *
 * ```ts
 * import { callLine } from "../http/cli/tail/follow-service.ts"
 *
 * const call = {
 *   at: "2027-05-03T09:30:00.000Z",
 *   endpoint: "quotes",
 *   method: "POST",
 *   path: "/api/v1/travel/quotes",
 *   status: 401,
 *   errorCode: "STALE_TIMESTAMP",
 *   detail: "The timestamp header is missing.",
 *   requestId: "3f8e",
 *   keyId: "ak_test_1",
 *   durationMs: 3,
 *   isSigned: false,
 * }
 * callLine(call).slice(0, 50) // => "2027-05-03T09:30:00.000Z  401  STALE_TIMESTAMP    "
 * callLine(call).slice(50) // => "         3 ms  3f8e  ak_test_1 (unsigned)  POST /api/v1/travel/quotes  The timestamp header is missing."
 * ```
 */
export const callLine = (call: RecentCall): string =>
  [
    call.at,
    String(call.status).padStart(statusWidth),
    (call.errorCode ?? "ok").padEnd(codeWidth),
    `${call.durationMs} ms`.padStart(durationWidth),
    call.requestId,
    call.isSigned ? call.keyId : `${call.keyId} (unsigned)`,
    `${call.method} ${call.path}`,
    ...(call.detail === null ? [] : [call.detail]),
  ].join("  ")

/** Prints calls, a line each. */
export const printCalls = (json: boolean) => (calls: ReadonlyArray<RecentCall>) =>
  Effect.forEach(calls, (call) => Console.log(json ? JSON.stringify(call) : callLine(call)), {
    discard: true,
  })

/** What is shown of the calls, and how. */
export interface TailWish {
  /** How many calls of before to begin with. */
  readonly last: number
  readonly isRefusedOnly: boolean
  readonly json: boolean
}

/** Asks once for the calls after a cursor, and says when to ask again. */
const ask = Effect.fnUntraced(function* (
  caller: SignedCaller,
  parameters: Readonly<Record<string, string>>,
) {
  const nowMs = yield* Clock.currentTimeMillis
  const { method, path } = endpoints.calls
  const target = `${path}?${new URLSearchParams(parameters)}`
  const answer = yield* Effect.mapError(sendSigned(caller, { method, path: target }, nowMs), away)
  if (answer.status !== 200) return yield* notListed(answer)
  const read = readCalls(answer.body)
  if (Option.isNone(read)) return yield* notListed(answer)
  const callsLeft = Number(answer.headers["x-ratelimit-burst-remaining"] ?? 0)
  return { ...read.value, pauseMs: paceMs(callsLeft, nowMs) }
})

const away = ({ message }: CallFailed): TailAway =>
  new TailAway({ told: message, retryAfterMs: undefined })

const retryAfterMs = ({ headers }: CallAnswer): number | undefined => {
  const seconds = Number(headers["retry-after"] ?? Number.NaN)
  return seconds > 0 ? seconds * 1_000 : undefined
}

/** Nothing came this time; it may when asked again. */
class TailAway extends Data.TaggedError("TailAway")<{
  readonly told: string
  /** What `Retry-After` asks for; undefined where nothing does. */
  readonly retryAfterMs: number | undefined
}> {
  override get message() {
    return this.told
  }
}

const notListed = (answer: CallAnswer): TailAway | CommandRefused => {
  const { found, todo } = refusedFinding("calls", answer)
  return isPassing(answer.status)
    ? new TailAway({ told: found, retryAfterMs: retryAfterMs(answer) })
    : refusal("calls-not-listed", { found, todo: todo ?? "" })
}

const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500

const readCalls = Schema.decodeUnknownOption(Schema.fromJsonString(CallsResponse))

const limit = 500

const pauseMaxMs = 30_000

const pauseFirstMs = 1_000

/** From how many calls left of the minute on the list is asked every second. */
const plenty = 200

/** Of how many calls left of the minute none is taken: they are for the partner's own calls. */
const spared = 20

const statusWidth = 3

const codeWidth = 22

const durationWidth = 8
