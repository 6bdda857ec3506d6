import type { KeyId } from "../../../rules/accounts/key-text.ts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type QuotaState, remaining, stateAfter } from "../../../rules/quota/quota.ts"
import type { WritesSpent } from "../../ports/session-links.ts"
import { AccountTurns } from "../database/account-turns.ts"
import { chargeWrite, uncountCall } from "./quota-sql.ts"
import { storeTimeoutMs } from "./quotas.ts"

/** A call that was charged: the quota of its key stood as `state` says then. */
export interface ChargedCall {
  readonly keyId: KeyId
  readonly state: QuotaState
}

/** Where a key has no quota that a write could be taken from. */
export interface NoQuota {
  readonly _tag: "NoQuota"
}

/** A call that is refused for its write counts nowhere, in the burst neither. */
const writesSpent = (state: QuotaState): Effect.Effect<never, WritesSpent> =>
  Effect.fail({
    _tag: "WritesSpent",
    state: stateAfter(state, { calls: -1, prices: 0, bilans: 0 }),
  })

/** Charges calls the day's writes that they cost, on top of what every call costs. */
export const makeWriteCharges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const turns = yield* AccountTurns

  /** Refuses a call whose writes were spent before, so that nothing is asked for it; `pay` decides exactly. */
  const expectWrite = ({ state }: ChargedCall): Effect.Effect<void, WritesSpent> =>
    remaining(state.writes) > 0 ? Effect.void : writesSpent(state)

  /**
   * Takes one write, as the last step of the transaction that makes what it pays for; the quota after
   * it. Where no write is left it fails, and the transaction with it.
   */
  const payWrite = ({
    keyId,
    state,
  }: ChargedCall): Effect.Effect<QuotaState, WritesSpent | NoQuota | SqlError> =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      Effect.flatMap(
        chargeWrite(sql, { keyId, nowMs, state }),
        (charge): Effect.Effect<QuotaState, WritesSpent | NoQuota> => {
          if (charge === undefined) return Effect.fail({ _tag: "NoQuota" })
          return charge.granted ? Effect.succeed(charge.state) : writesSpent(charge.state)
        },
      ),
    )

  /**
   * Work with a transaction in which a call pays its write: where that was refused, the call is taken out
   * of the burst once the transaction has gone, which would take that back otherwise.
   */
  const uncountingRefused =
    ({ keyId, state }: ChargedCall) =>
    <A, E extends { readonly _tag: string }, R>(work: Effect.Effect<A, E, R>) =>
      Effect.tapError(work, ({ _tag }) =>
        _tag === "WritesSpent"
          ? uncountCall(sql, { keyId, minute: state.window.minute }).pipe(
              turns.take({ account: keyId, timeoutMs: storeTimeoutMs }),
              Effect.ignore,
            )
          : Effect.void,
      )

  return { expectWrite, payWrite, uncountingRefused }
})
