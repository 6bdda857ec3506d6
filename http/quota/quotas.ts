import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { type Charge, type ChargeOutcome, countOf, dealOut } from "../../rules/quota/charge.ts"
import { inTime } from "../database/in-time.ts"
import { ServiceMeters } from "../observability/meters.ts"
import { chargeBatch } from "./charge-batch.ts"
import { QuotaStoreUnavailable } from "./errors.ts"
import type { KeyCharge } from "./key-charge.ts"

/** How long the database may take: partners wait for it, and the next batch waits as well. */
const storeTimeout = "3 seconds"

/** How much is done beside one batch, so that the next calls are read in time. */
const besideMost = 64

interface Waiting {
  readonly charge: Charge
  readonly beside: (() => void) | undefined
  readonly outcome: Deferred.Deferred<ChargeOutcome, QuotaStoreUnavailable>
}

/** What one key's calls in a batch come to; calls read with an older record wait outside. */
interface KeyBatch {
  readonly revision: bigint
  readonly waiting: ReadonlyArray<Waiting>
}

/** Quotas of keys, exact over every server process on one database. */
export class Quotas extends Context.Service<
  Quotas,
  {
    /**
     * Counts one call, or says why it is refused; a refused call is counted nowhere. While the
     * database is at it, `beside` is called, or not: it says nothing, and what it throws is not heard.
     */
    readonly charge: (
      charge: Charge,
      beside?: () => void,
    ) => Effect.Effect<ChargeOutcome, QuotaStoreUnavailable>
    /** Gives back the read of a call that was charged on `day` (days since 1970) and failed. */
    readonly refund: (
      charge: Charge & { readonly day: number },
    ) => Effect.Effect<void, QuotaStoreUnavailable>
    /** Takes a call that was charged in `minute` (minutes since 1970) out of the burst again. */
    readonly uncount: (call: {
      readonly keyId: string
      readonly minute: number
    }) => Effect.Effect<void, QuotaStoreUnavailable>
  }
>()("viatica/http/quota/Quotas") {
  /** Quotas on the database; calls that arrive while a statement runs share the next one. */
  static readonly layer: Layer.Layer<Quotas, never, SqlClient.SqlClient> = Layer.effect(
    Quotas,
    Effect.suspend(() => makeQuotas),
  )
}

const byKey = (batch: ReadonlyArray<Waiting>): ReadonlyMap<string, KeyBatch> => {
  const keys = new Map<string, { revision: bigint; waiting: Array<Waiting> }>()
  for (const item of batch) {
    const { keyId, revision } = item.charge
    const known = keys.get(keyId)
    if (known === undefined || known.revision < revision) {
      keys.set(keyId, { revision, waiting: [item] })
    } else if (known.revision === revision) known.waiting.push(item)
  }
  return keys
}

const countKinds = (keyId: string, { revision, waiting }: KeyBatch): KeyCharge => {
  const counts = { calls: 0, prices: 0, bilans: 0 }
  for (const { charge } of waiting) counts[countOf[charge.kind]] += 1
  return { keyId, revision, ...counts }
}

const makeQuotas = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* Queue.unbounded<Waiting>()
  const meters = yield* ServiceMeters

  const settle = (batch: ReadonlyArray<Waiting>) =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
      const keys = byKey(batch)
      const charges = [...keys].map(([keyId, key]) => countKinds(keyId, key))
      const charged = inTime(storeTimeout)(chargeBatch(sql, charges, nowMs))
      return Effect.map(charged, (granted) => {
        const outcomes = new Map<Waiting, ChargeOutcome>()
        for (const [keyId, { waiting }] of keys) {
          const together = granted.get(keyId)
          if (together === undefined) continue
          const dealt = dealOut(
            waiting.map(({ charge }) => charge.kind),
            together,
          )
          for (const [index, outcome] of dealt.entries()) {
            const item = waiting[index]
            if (item !== undefined) outcomes.set(item, outcome)
          }
        }
        return outcomes
      })
    })

  /** Settles a batch; its statement is on its way before anything is done beside it. */
  const settleBeside = (batch: ReadonlyArray<Waiting>) => {
    const others = batch.flatMap(({ beside }) => (beside === undefined ? [] : [beside]))
    if (others.length === 0) return settle(batch)
    return Effect.flatMap(
      Effect.forkChild(settle(batch), { startImmediately: true }),
      (settling) => {
        for (const beside of others.slice(0, besideMost)) Result.try(beside)
        return Fiber.join(settling)
      },
    )
  }

  const flush = Effect.flatMap(Queue.takeAll(queue), (batch) => {
    const startedAt = performance.now()
    const meter = (isSettled: boolean): void =>
      meters.batch({ calls: batch.length, durationMs: performance.now() - startedAt, isSettled })
    return Effect.matchCauseEffect(settleBeside(batch), {
      onFailure: (cause) =>
        Effect.sync(() => {
          meter(false)
          meters.charge("Unavailable", batch.length)
          const failed = Effect.fail(new QuotaStoreUnavailable({ cause }))
          for (const { outcome } of batch) Deferred.doneUnsafe(outcome, failed)
        }),
      onSuccess: (outcomes) =>
        Effect.sync(() => {
          meter(true)
          for (const item of batch) {
            const outcome: ChargeOutcome = outcomes.get(item) ?? { _tag: "KeyChanged" }
            meters.charge(outcome._tag, 1)
            Deferred.doneUnsafe(item.outcome, Effect.succeed(outcome))
          }
        }),
    })
  })
  yield* Effect.forkScoped(Effect.forever(flush))

  const charge = (asked: Charge, beside?: () => void) =>
    Effect.suspend(() => {
      const outcome = Deferred.makeUnsafe<ChargeOutcome, QuotaStoreUnavailable>()
      Queue.offerUnsafe(queue, { charge: asked, beside, outcome })
      return Deferred.await(outcome)
    })

  const refund = Effect.fn("Quotas.refund")(function* (charged: Charge & { readonly day: number }) {
    const prices = charged.kind === "price" ? 1 : 0
    const bilans = charged.kind === "bilan" ? 1 : 0
    yield* sql`
      update quota set
        reads_used = case when day = ${charged.day}
          then greatest(0, reads_used - ${prices + bilans}) else reads_used end,
        prices = greatest(0, prices - ${prices}),
        bilans = greatest(0, bilans - ${bilans})
      where key_id = ${charged.keyId}`.pipe(
      inTime(storeTimeout),
      Effect.mapError((cause) => new QuotaStoreUnavailable({ cause })),
    )
  })

  const uncount = Effect.fn("Quotas.uncount")(function* (call: {
    readonly keyId: string
    readonly minute: number
  }) {
    yield* sql`
      update quota set burst_used = greatest(0, burst_used - 1)
      where key_id = ${call.keyId} and minute = ${call.minute}`.pipe(
      inTime(storeTimeout),
      Effect.mapError((cause) => new QuotaStoreUnavailable({ cause })),
    )
  })

  return { charge, refund, uncount }
})
