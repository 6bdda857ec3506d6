import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Charge, ChargeOutcome } from "../../../rules/quota/charge.ts"
import { AccountTurns } from "../database/account-turns.ts"
import { boundLockWait } from "../database/brief-locks.ts"
import type { Database } from "../database/client.ts"
import { inTime } from "../../platform/in-time.ts"
import { ServiceMeters } from "../../observability/meters.ts"
import { chargeBatch } from "./charge-batch.ts"
import { Quotas, QuotaStoreUnavailable } from "../../ports/quotas.ts"
import { makeHeldCharges } from "./held-charges.ts"
import { storeTimeoutMs } from "./store-timeout.ts"
import { makeTelling } from "./telling.ts"
import { byKey, chargeOf, type WaitingCall } from "./waiting-calls.ts"

/** How much is done beside one batch, so that the next calls are read in time. */
const besideMost = 64

/** Does what may be done while the database is at a batch. */
const doBeside = (batch: ReadonlyArray<WaitingCall>): void => {
  let done = 0
  for (const { beside } of batch) {
    if (beside === undefined) continue
    if (done === besideMost) return
    done += 1
    Result.try(beside)
  }
}

const makeQuotas = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const turns = yield* AccountTurns
  const arrivals = yield* Queue.unbounded<WaitingCall>()
  const meters = yield* ServiceMeters
  const telling = yield* makeTelling
  const { tellFailed, tellKey, tellOutdated } = telling
  const bound = sql.literal(boundLockWait)
  const resume = (call: WaitingCall): void => void Queue.offerUnsafe(arrivals, call)
  const heldCharges = yield* makeHeldCharges(sql, telling, resume)

  const settle = Effect.fnUntraced(function* (batch: ReadonlyArray<WaitingCall>) {
    const startedAt = performance.now()
    const meter = (isSettled: boolean): void =>
      meters.batch({ calls: batch.length, durationMs: performance.now() - startedAt, isSettled })
    const { keys, outdated } = byKey(batch)
    const charges = [...keys].map(([keyId, calls]) => chargeOf(keyId, calls))
    const charging = chargeBatch(sql, charges, yield* Clock.currentTimeMillis)
    yield* Effect.matchCause(inTime(storeTimeoutMs, () => doBeside(batch))(charging), {
      onFailure: (cause) => {
        meter(false)
        tellFailed(batch, cause)
      },
      onSuccess: ({ granted, held }) => {
        meter(true)
        tellOutdated(outdated)
        for (const [keyId, calls] of keys) {
          if (held.has(keyId)) heldCharges.hold(keyId, calls.waiting)
          else tellKey(calls, granted.get(keyId))
        }
      },
    })
  })

  const flush = Effect.flatMap(Queue.takeAll(arrivals), (arrived) => {
    const batch = heldCharges.passBy(arrived)
    return batch.length === 0 ? Effect.void : settle(batch)
  })
  yield* Effect.forkScoped(Effect.forever(flush))

  const charge = (asked: Charge, beside?: () => void) =>
    Effect.callback<ChargeOutcome, QuotaStoreUnavailable>((resume) => {
      const sinceMs = performance.now()
      Queue.offerUnsafe(arrivals, { charge: asked, beside, tell: resume, sinceMs })
    })

  /** Changes what a key has used, in its turn: the row may be held by others. */
  const change = <A>(keyId: string, statement: Effect.Effect<A, SqlError>) =>
    Effect.mapError(
      turns.take({ account: keyId, timeoutMs: storeTimeoutMs })(statement),
      (cause) => new QuotaStoreUnavailable({ cause }),
    )

  const refund = Effect.fn("Quotas.refund")(function* (charged: Charge & { readonly day: number }) {
    const prices = charged.kind === "price" ? 1 : 0
    const bilans = charged.kind === "bilan" ? 1 : 0
    const statement = sql`
      with bound as materialized (select ${bound})
      update quota set
        reads_used = case when day = ${charged.day}
          then greatest(0, reads_used - ${prices + bilans}) else reads_used end,
        prices = greatest(0, prices - ${prices}),
        bilans = greatest(0, bilans - ${bilans})
      from bound where key_id = ${charged.keyId}`
    yield* change(charged.keyId, statement)
  })

  const uncount = Effect.fn("Quotas.uncount")(function* (call: {
    readonly keyId: string
    readonly minute: number
  }) {
    const statement = sql`
      with bound as materialized (select ${bound})
      update quota set burst_used = greatest(0, burst_used - 1)
      from bound where key_id = ${call.keyId} and minute = ${call.minute}`
    yield* change(call.keyId, statement)
  })

  return { charge, refund, uncount }
})

/**
 * Quotas on the database; calls that arrive while a statement runs share the next one. A key whose
 * quota others hold waits apart, so that nobody else is late for it.
 */
export const layerQuotas: Layer.Layer<Quotas, never, Database> = Layer.effect(Quotas, makeQuotas)
