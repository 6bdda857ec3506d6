import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { RecentCall } from "../../ports/usage.ts"

const statusWidth = 3
const codeWidth = 22
const durationWidth = 8

/**
 * A call as a line.
 *
 * ```ts
 * import { callLine } from "../http/cli/tail/call-lines.ts"
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
