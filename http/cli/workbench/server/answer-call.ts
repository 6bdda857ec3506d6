import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type { CallRefusal, CallReply } from "../../../pages/workbench/protocol/call.ts"
import type { CallName } from "../../../pages/workbench/protocol/calls.ts"
import type { Bench } from "../bench.ts"
import { type CallError, callHandlers } from "../call-handlers.ts"

const isCallName = (name: string): name is CallName => Object.hasOwn(callHandlers, name)

/** An error as the page gets it: its tag, and those of its fields that are words or numbers. */
const refusalOf = (error: CallError): CallRefusal => {
  const facts = Object.fromEntries(
    Object.entries(error).filter(
      ([name, value]) =>
        !["_tag", "name", "message", "stack"].includes(name) &&
        (typeof value === "string" || typeof value === "number"),
    ),
  ) as CallRefusal["facts"]
  const code = "code" in error && typeof error.code === "string" ? error.code : error._tag
  return { code, message: error.message, facts }
}

const refused = (code: string, message: string): CallReply<never> => ({
  _tag: "Refused",
  refusal: { code, message, facts: {} },
})

/** Answers a call of the page: by what it comes to, or by why it is refused. */
export const answerCall = (
  name: string,
  body: unknown,
  bench: Bench,
): Effect.Effect<CallReply<unknown>> => {
  if (!isCallName(name)) return Effect.succeed(refused("UnknownCall", `There is no call ${name}`))
  const { answer, input } = callHandlers[name]
  const read = Schema.decodeUnknownExit(input as Schema.ConstraintDecoder<unknown>)(body)
  if (Exit.isFailure(read)) {
    return Effect.succeed(refused("BadInput", `${name}: ${Cause.pretty(read.cause)}`))
  }
  const answering = answer as (input: unknown, bench: Bench) => Effect.Effect<unknown, CallError>
  return Effect.match(answering(read.value, bench), {
    onSuccess: (output): CallReply<unknown> => ({ _tag: "Answered", output }),
    onFailure: (error): CallReply<unknown> => ({ _tag: "Refused", refusal: refusalOf(error) }),
  })
}
