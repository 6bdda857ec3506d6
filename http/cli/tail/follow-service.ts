import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { endpoints } from "../../api/api.ts"
import { CallsResponse } from "../../api/calls.ts"
import type { RecentCall } from "../../ports/usage.ts"
import type { CallAnswer, SignedCaller } from "../../terminal/service-call.ts"
import { askService, keepAsking, type ServiceTold } from "../ask-service.ts"

/**
 * Follows the calls of a key's account over the API, for ever. What passes, a restart of the service among
 * it, is told once and waited out; a call that the service refuses ends it, and so does an address where
 * nothing answers at first.
 */
export const followService = Effect.fnUntraced(function* (caller: SignedCaller, wish: TailWish) {
  const print = printCalls(wish.json)
  const only = wish.isRefusedOnly ? { refused: "true" } : {}
  const first = yield* ask(caller, { ...only, limit: String(Math.max(1, wish.last)) })
  yield* print(wish.last === 0 ? [] : first.answer.calls)
  let cursor = first.answer.nextCursor

  return yield* keepAsking(caller, {
    firstPauseMs: pauseAfter(first),
    ask: Effect.suspend(() => ask(caller, { ...only, cursor, limit: String(limit) })),
    take: Effect.fnUntraced(function* (told) {
      const { calls, nextCursor } = told.answer
      yield* print(calls)
      cursor = nextCursor
      return calls.length < limit ? pauseAfter(told) : 0
    }),
  })
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

/** Asks once for the calls after a cursor. */
const ask = (caller: SignedCaller, parameters: Readonly<Record<string, string>>) => {
  const { method, path } = endpoints.calls
  const target = `${path}?${new URLSearchParams(parameters)}`
  return askService(caller, { method, path: target, read: readCalls })
}

const pauseAfter = ({ askedAtMs, callsLeft }: ServiceTold<unknown>): number =>
  paceMs(callsLeft, askedAtMs)

const readCalls = ({ body, status }: CallAnswer) =>
  status === 200 ? readBody(body) : Option.none()

const readBody = Schema.decodeUnknownOption(Schema.fromJsonString(CallsResponse))

const limit = 500

/** From how many calls left of the minute on the list is asked every second. */
const plenty = 200

/** Of how many calls left of the minute none is taken: they are for the partner's own calls. */
const spared = 20

const statusWidth = 3

const codeWidth = 22

const durationWidth = 8
