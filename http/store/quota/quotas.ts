import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { KeyId } from "../../../rules/accounts/key-text.ts"
import {
  type Charge,
  type ChargeOutcome,
  countOf,
  dealOut,
  type GrantedTogether,
  type QuotaState,
  remaining,
  stateAfter,
} from "../../../rules/quota/quota.ts"
import { AccountTurns } from "../database/account-turns.ts"
import type { Database } from "../database/client.ts"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { stopwatch } from "../../platform/stopwatch.ts"
import { ServiceMeters } from "../../observability/meters.ts"
import { Quotas, QuotaStoreUnavailable } from "../../ports/quotas.ts"
import {
  chargeBatch,
  chargeFree,
  type KeyCharge,
  refundRead,
  chargeWrite,
  uncountCall,
} from "./quota-sql.ts"
import type { WritesSpent } from "../../ports/session-links.ts"

/** How long the database may take, in milliseconds: partners wait for it, and the next batch as well. */
const storeTimeoutMs = 3_000

/**
 * Quotas on the database; calls that arrive while a statement runs share the next one. A key whose
 * quota others hold waits apart, so that nobody else is late for it.
 */
export const layerQuotas: Layer.Layer<Quotas, never, Database> = Layer.effect(
  Quotas,
  Effect.suspend(() => makeQuotas),
)

/** A call that waits for its charge. */
interface WaitingCall {
  readonly charge: Charge
  readonly resume: (charged: Exit.Exit<ChargeOutcome, QuotaStoreUnavailable>) => void
  /** When it came, by the process's own time. */
  readonly sinceMs: number
}

const makeQuotas = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const turns = yield* AccountTurns
  const elapsedMs = yield* stopwatch
  const arrivals = yield* Queue.unbounded<WaitingCall>()
  const meters = yield* ServiceMeters
  const resolver = yield* makeResolver
  const { resolveFailed, resolveKey, resolveOutdated } = resolver
  const arrive = (call: WaitingCall): void => void Queue.offerUnsafe(arrivals, call)
  const lockedKeys = yield* makeLockedKeys(sql, resolver, arrive, elapsedMs)

  const settle = Effect.fnUntraced(function* (batch: ReadonlyArray<WaitingCall>) {
    const startedAt = elapsedMs()
    const meter = (isSettled: boolean): void =>
      meters.batch({ calls: batch.length, durationMs: elapsedMs() - startedAt, isSettled })
    const { keys, outdated } = byKey(batch)
    const charging = chargeBatch(sql, chargesOf(keys), yield* Clock.currentTimeMillis)
    yield* Effect.matchCause(withDatabaseDeadline(storeTimeoutMs)(charging), {
      onFailure: (cause) => {
        meter(false)
        resolveFailed(batch, cause)
      },
      onSuccess: ({ granted, held }) => {
        meter(true)
        resolveOutdated(outdated)
        for (const [keyId, calls] of keys) {
          if (held.has(keyId)) lockedKeys.park(keyId, calls.waiting)
          else resolveKey(calls, granted.get(keyId))
        }
      },
    })
  })

  const flush = Effect.flatMap(Queue.takeAll(arrivals), (arrived) => {
    const batch = lockedKeys.divert(arrived)
    return batch.length === 0 ? Effect.void : settle(batch)
  })
  yield* Effect.forkScoped(Effect.forever(flush))

  const charge = (charge: Charge) =>
    Effect.callback<ChargeOutcome, QuotaStoreUnavailable>((resume) =>
      arrive({ charge, resume, sinceMs: elapsedMs() }),
    )

  const refund = Effect.fn("Quotas.refund")((charged: Charge & { readonly day: number }) =>
    refundRead(sql, charged).pipe(
      // In its turn: the row may be held by others.
      turns.take({ account: charged.keyId, timeoutMs: storeTimeoutMs }),
      Effect.mapError((cause) => new QuotaStoreUnavailable({ cause })),
      Effect.asVoid,
    ),
  )

  return { charge, refund }
})

/** What one key's calls come to; calls read with an older record wait outside. */
interface KeyCalls {
  readonly revision: bigint
  readonly waiting: ReadonlyArray<WaitingCall>
}

/** Calls by key, and those whose key is known with a newer record than theirs. */
const byKey = (calls: ReadonlyArray<WaitingCall>) => {
  const keys = new Map<KeyId, { revision: bigint; waiting: Array<WaitingCall> }>()
  const outdated: Array<WaitingCall> = []
  for (const call of calls) {
    const { keyId, revision } = call.charge
    const known = keys.get(keyId)
    if (known?.revision === revision) known.waiting.push(call)
    else if (known !== undefined && known.revision > revision) outdated.push(call)
    else {
      if (known !== undefined) outdated.push(...known.waiting)
      keys.set(keyId, { revision, waiting: [call] })
    }
  }
  return { keys: keys as ReadonlyMap<KeyId, KeyCalls>, outdated }
}

/** What is to be charged to each key for its calls. */
const chargesOf = (keys: ReadonlyMap<KeyId, KeyCalls>): ReadonlyArray<KeyCharge> =>
  Array.from(keys, ([keyId, { revision, waiting }]) => {
    const counts = { calls: 0, prices: 0, bilans: 0 }
    for (const { charge } of waiting) counts[countOf[charge.kind]] += 1
    return { keyId, revision, ...counts }
  })

const keyChanged: ChargeOutcome = { _tag: "KeyChanged" }

/** Resolves waiting calls with what became of their charges, and counts it. */
const makeResolver = Effect.map(ServiceMeters, (meters) => {
  const resolve = (call: WaitingCall, outcome: ChargeOutcome): void => {
    meters.charge(outcome._tag, 1)
    call.resume(Exit.succeed(outcome))
  }

  return {
    /** Every call of a key, with its part of what was granted to them together; nothing, where the key has changed. */
    resolveKey: ({ waiting }: KeyCalls, together: GrantedTogether | undefined): void => {
      const kinds = waiting.map(({ charge }) => charge.kind)
      const dealt = together === undefined ? [] : dealOut(kinds, together)
      for (const [index, call] of waiting.entries()) resolve(call, dealt[index] ?? keyChanged)
    },
    /** Calls whose key's record is not the newest one. */
    resolveOutdated: (calls: ReadonlyArray<WaitingCall>): void => {
      for (const call of calls) resolve(call, keyChanged)
    },
    /** Calls that could not be charged. */
    resolveFailed: (calls: ReadonlyArray<WaitingCall>, cause: unknown): void => {
      meters.charge("Unavailable", calls.length)
      const failed = Exit.fail(new QuotaStoreUnavailable({ cause }))
      for (const call of calls) call.resume(failed)
    },
  }
})

type Resolver = Effect.Success<typeof makeResolver>

/** How often to retry keys whose quota row is locked. */
const retryEvery = "25 millis"

/** How long a key without calls is still taken for a locked one, in milliseconds. */
const rememberedMs = 10_000

/** The calls of a key whose quota row is locked, and when the last one came. */
interface LockedKey {
  calls: Array<WaitingCall>
  lastMs: number
}

/**
 * Calls parked because another transaction has locked their key's quota row. They are charged as soon as
 * it is free, with one statement for all of them that never waits: they take one session of the database,
 * however many they are. What comes for a key while it turns out to be free goes to `arrive`.
 */
const makeLockedKeys = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { resolveFailed, resolveKey, resolveOutdated }: Resolver,
  arrive: (call: WaitingCall) => void,
  elapsedMs: () => number,
) {
  const lockedKeys = new Map<string, LockedKey>()
  const someWait = Latch.makeUnsafe(false)

  /** Parks the calls of a key whose quota row has been found locked. */
  const park = (keyId: KeyId, calls: ReadonlyArray<WaitingCall>): void => {
    const locked = lockedKeys.get(keyId) ?? { calls: [], lastMs: 0 }
    locked.calls.push(...calls)
    locked.lastMs = elapsedMs()
    lockedKeys.set(keyId, locked)
    someWait.openUnsafe()
  }

  /** Parks calls whose key is already locked; gives the others. */
  const divert = (arrived: ReadonlyArray<WaitingCall>): ReadonlyArray<WaitingCall> =>
    lockedKeys.size === 0
      ? arrived
      : arrived.filter((call) => {
          const { keyId } = call.charge
          const isLocked = lockedKeys.has(keyId)
          if (isLocked) park(keyId, [call])
          return !isLocked
        })

  /** Takes the calls that still have time, and fails the others; forgets keys that nobody calls with. */
  const takeAll = (): ReadonlyArray<WaitingCall> => {
    const nowMs = elapsedMs()
    const taken: Array<WaitingCall> = []
    const late: Array<WaitingCall> = []
    for (const [keyId, locked] of lockedKeys) {
      for (const call of locked.calls.splice(0)) {
        const isLate = nowMs - call.sinceMs >= storeTimeoutMs
        ;(isLate ? late : taken).push(call)
      }
      if (nowMs - locked.lastMs > rememberedMs) lockedKeys.delete(keyId)
    }
    if (late.length > 0) resolveFailed(late, "The quota of the key is held by others.")
    return taken
  }

  /** A quota row is free again: calls that came meanwhile are charged as usual. */
  const release = (keyId: KeyId): void => {
    const came = lockedKeys.get(keyId)?.calls ?? []
    lockedKeys.delete(keyId)
    came.forEach(arrive)
  }

  const retryParked = Effect.suspend(() => {
    const waiting = takeAll()
    if (waiting.length === 0) return Effect.sync(() => someWait.closeUnsafe())
    const { keys, outdated } = byKey(waiting)
    resolveOutdated(outdated)
    const charging = Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      withDatabaseDeadline(storeTimeoutMs)(chargeFree(sql, chargesOf(keys), nowMs)),
    )
    return Effect.matchCause(charging, {
      onFailure: (cause) =>
        resolveFailed(
          [...keys.values()].flatMap((calls) => calls.waiting),
          cause,
        ),
      onSuccess: ({ granted, held }) => {
        for (const [keyId, calls] of keys) {
          if (held.has(keyId)) {
            park(keyId, calls.waiting)
            continue
          }
          release(keyId)
          resolveKey(calls, granted.get(keyId))
        }
      },
    })
  })

  const rounds = Effect.andThen(
    someWait.await,
    Effect.andThen(retryParked, Effect.sleep(retryEvery)),
  )
  yield* Effect.forkScoped(Effect.forever(rounds))
  return { divert, park }
})

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
