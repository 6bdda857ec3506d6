import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { callNumbersText, type CallNumbers, readCallNumbers } from "../../rules/usage/next-calls.ts"
import { type Refusal, refusal } from "../api/api-refusal.ts"
import type { Operations } from "../api/operation.ts"
import type { CallsSinceQuery, Usage } from "../ports/usage.ts"
import { makeAccountPage } from "./account-page.ts"

const usualLimit = 50
const limitMax = 500

const limitForm = /^\d{1,3}$/

const readLimit = (text: string | null): Result.Result<number, Refusal> => {
  if (text === null) return Result.succeed(usualLimit)
  const limit = limitForm.test(text) ? Number(text) : 0
  return limit < 1 || limit > limitMax
    ? Result.fail(refusal("BAD_REQUEST", `limit: a number from 1 to ${limitMax}`))
    : Result.succeed(limit)
}

const readCursor = (text: string | null): Result.Result<CallNumbers | null, Refusal> => {
  if (text === null) return Result.succeed(null)
  return Option.match(readCallNumbers(text), {
    onNone: () => Result.fail(refusal("BAD_REQUEST", "cursor: `nextCursor` of an answer before")),
    onSome: Result.succeed,
  })
}

const readRefused = (text: string | null): Result.Result<boolean, Refusal> =>
  text === null || text === "true" || text === "false"
    ? Result.succeed(text === "true")
    : Result.fail(refusal("BAD_REQUEST", "refused: true or false"))

const readQuery = (parameters: URLSearchParams): Result.Result<CallsSinceQuery, Refusal> =>
  Result.gen(function* () {
    return {
      after: yield* readCursor(parameters.get("cursor")),
      limit: yield* readLimit(parameters.get("limit")),
      isRefusedOnly: yield* readRefused(parameters.get("refused")),
    }
  })

/** `GET /api/v1/calls`: the calls of an account as they come, in the mode of the key. */
export const makeCallsList = (usage: Usage["Service"]): Operations["calls"] =>
  makeAccountPage({
    things: "Calls",
    done: "listed",
    read: readQuery,
    find: usage.callsSince,
    show: ({ calls, next }) => ({ calls, nextCursor: callNumbersText(next) }),
  })
