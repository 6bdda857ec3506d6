import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import {
  type Charge,
  type ChargeOutcome,
  countOf,
  dealOut,
  type GrantedTogether,
} from "../../rules/quota/charge.ts"
import { inTime } from "../database/in-time.ts"
import { ServiceMeters } from "../observability/meters.ts"
import { chargeBatch } from "./charge-batch.ts"
import { QuotaStoreUnavailable } from "./errors.ts"
import type { KeyCharge } from "./key-charge.ts"

/** How long the database may take: partners wait for it, and the next batch waits as well. */
const storeTimeout = "3 seconds"

/** How much is done beside one batch, so that the next calls are read in time. */
const besideMost = 64

/** What a charge came to. */
type Charged = Exit.Exit<ChargeOutcome, QuotaStoreUnavailable>

interface Waiting {
  readonly charge: Charge
  readonly beside: (() => void) | undefined
  readonly tell: (charged: Charged) => void
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
    /**
     * The same for who waits without a fiber: to be put to sleep and woken takes longer than all else
     * that is done for a charge here. What `tell` throws is logged.
     */
    readonly queue: (charge: Charge, tell: (charged: Charged) => void, beside?: () => void) => void
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

/** The calls of a batch by key, and those whose key is known with a newer record than theirs. */
const byKey = (batch: ReadonlyArray<Waiting>) => {
  const keys = new Map<string, { revision: bigint; waiting: Array<Waiting> }>()
  const outdated: Array<Waiting> = []
  for (const item of batch) {
    const { keyId, revision } = item.charge
    const known = keys.get(keyId)
    if (known?.revision === revision) known.waiting.push(item)
    else if (known !== undefined && known.revision > revision) outdated.push(item)
    else {
      if (known !== undefined) outdated.push(...known.waiting)
      keys.set(keyId, { revision, waiting: [item] })
    }
  }
  return { keys: keys as ReadonlyMap<string, KeyBatch>, outdated }
}

const countKinds = (keyId: string, { revision, waiting }: KeyBatch): KeyCharge => {
  const counts = { calls: 0, prices: 0, bilans: 0 }
  for (const { charge } of waiting) counts[countOf[charge.kind]] += 1
  return { keyId, revision, ...counts }
}

const keyChanged: ChargeOutcome = { _tag: "KeyChanged" }

/** Does what may be done while the database is at a batch. */
const doBeside = (batch: ReadonlyArray<Waiting>): void => {
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
  const arrivals = yield* Queue.unbounded<Waiting>()
  const meters = yield* ServiceMeters
  const run = Effect.runForkWith(yield* Effect.context<never>())

  /** One of those who wait must not keep the others from being told. */
  const tellOne = (item: Waiting, charged: Charged): void => {
    try {
      item.tell(charged)
    } catch (defect) {
      run(Effect.logError("a charge could not be told", defect))
    }
  }

  const tell = (item: Waiting, outcome: ChargeOutcome): void => {
    meters.charge(outcome._tag, 1)
    tellOne(item, Exit.succeed(outcome))
  }

  /** Tells every call of a key what became of it. */
  const tellKey = ({ waiting }: KeyBatch, together: GrantedTogether | undefined): void => {
    const kinds = waiting.map(({ charge }) => charge.kind)
    const dealt = together === undefined ? [] : dealOut(kinds, together)
    for (const [index, item] of waiting.entries()) tell(item, dealt[index] ?? keyChanged)
  }

  const flush = Effect.flatMap(Queue.takeAll(arrivals), (batch) =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
      const startedAt = performance.now()
      const meter = (isSettled: boolean): void =>
        meters.batch({ calls: batch.length, durationMs: performance.now() - startedAt, isSettled })
      const { keys, outdated } = byKey(batch)
      const charges = [...keys].map(([keyId, key]) => countKinds(keyId, key))
      const charged = inTime(storeTimeout, () => doBeside(batch))(chargeBatch(sql, charges, nowMs))
      return Effect.matchCause(charged, {
        onFailure: (cause) => {
          meter(false)
          meters.charge("Unavailable", batch.length)
          const failed = Exit.fail(new QuotaStoreUnavailable({ cause }))
          for (const item of batch) tellOne(item, failed)
        },
        onSuccess: (granted) => {
          meter(true)
          for (const item of outdated) tell(item, keyChanged)
          for (const [keyId, key] of keys) tellKey(key, granted.get(keyId))
        },
      })
    }),
  )
  yield* Effect.forkScoped(Effect.forever(flush))

  const queue = (asked: Charge, told: Waiting["tell"], beside?: () => void): void => {
    Queue.offerUnsafe(arrivals, { charge: asked, beside, tell: told })
  }

  const charge = (asked: Charge, beside?: () => void) =>
    Effect.callback<ChargeOutcome, QuotaStoreUnavailable>((resume) => queue(asked, resume, beside))

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

  return { charge, queue, refund, uncount }
})
