import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type ChargeOutcome, dealOut, type GrantedTogether } from "../../../rules/quota/charge.ts"
import { ServiceMeters } from "../../observability/meters.ts"
import { QuotaStoreUnavailable } from "../../ports/quotas.ts"
import type { KeyCalls, WaitingCall } from "./waiting-calls.ts"

const keyChanged: ChargeOutcome = { _tag: "KeyChanged" }

/** Tells calls what became of their charges, and counts it. */
export const makeTelling = Effect.gen(function* () {
  const meters = yield* ServiceMeters

  const tell = (call: WaitingCall, outcome: ChargeOutcome): void => {
    meters.charge(outcome._tag, 1)
    call.tell(Exit.succeed(outcome))
  }

  return {
    /** Tells every call of a key what was granted to them together; nothing, where it has changed. */
    tellKey: ({ waiting }: KeyCalls, together: GrantedTogether | undefined): void => {
      const kinds = waiting.map(({ charge }) => charge.kind)
      const dealt = together === undefined ? [] : dealOut(kinds, together)
      for (const [index, call] of waiting.entries()) tell(call, dealt[index] ?? keyChanged)
    },
    /** Tells calls that their key's record is not the newest one. */
    tellOutdated: (calls: ReadonlyArray<WaitingCall>): void => {
      for (const call of calls) tell(call, keyChanged)
    },
    /** Tells calls that they could not be charged. */
    tellFailed: (calls: ReadonlyArray<WaitingCall>, cause: unknown): void => {
      meters.charge("Unavailable", calls.length)
      const failed = Exit.fail(new QuotaStoreUnavailable({ cause }))
      for (const call of calls) call.tell(failed)
    },
  }
})

/** What tells calls of their charges. */
export type Telling = Effect.Success<typeof makeTelling>
