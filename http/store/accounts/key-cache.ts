import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { inTime } from "../../platform/in-time.ts"
import type { KeyStoreUnavailable } from "../../ports/account-errors.ts"
import type { KeyRecord } from "../../ports/key-record.ts"
import { Keys } from "../../ports/keys.ts"
import { recordInTime } from "./record-in-time.ts"
import { orUnavailable } from "./transaction.ts"
import { KeyCache, keyRecordAgeMaximumMs, type FoundKey } from "../../ports/key-cache.ts"

/** How long the database may take for a record: a partner waits for it. */
const readTimeout = "3 seconds"

/** Records held at once; the oldest goes first. */
const recordsMaximum = 10_000

interface Held {
  readonly record: KeyRecord
  readonly readAtMs: number
  /** When its revision was last heard of. */
  readonly heardAtMs: number
}

interface Reading {
  readonly done: Deferred.Deferred<KeyRecord | undefined, KeyStoreUnavailable>
  /** A read that begins when this one ends, for those who asked after it had begun. */
  next: Deferred.Deferred<KeyRecord | undefined, KeyStoreUnavailable> | undefined
  /** Set when the record was invalidated meanwhile: what was read is not kept. */
  outdated: boolean
}

const makeKeyCache = Effect.gen(function* () {
  const keys = yield* Keys
  const clock = yield* Clock.Clock
  const monotonicMs = (): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  const held = new Map<string, Held>()
  const readings = new Map<string, Reading>()

  const hold = (keyId: string, entry: Held): void => {
    held.delete(keyId)
    held.set(keyId, entry)
    const oldest = held.keys().next()
    if (held.size > recordsMaximum && oldest.done !== true) held.delete(oldest.value)
  }

  const keep = (
    reading: Reading,
    keyId: string,
    readAtMs: number,
    record: KeyRecord | undefined,
  ) => {
    if (record === undefined || reading.outdated) held.delete(keyId)
    else hold(keyId, { record, readAtMs, heardAtMs: readAtMs })
  }

  /** Reads in a fiber of its own, so that a caller who leaves does not end it for the others. */
  const read = (keyId: string, done: Reading["done"]): Effect.Effect<void> =>
    Effect.gen(function* () {
      const readAtMs = monotonicMs()
      const reading: Reading = { done, next: undefined, outdated: false }
      readings.set(keyId, reading)
      const exit = yield* keys.find(keyId).pipe(inTime(readTimeout), orUnavailable, Effect.exit)
      if (exit._tag === "Success") keep(reading, keyId, readAtMs, exit.value)
      readings.delete(keyId)
      Deferred.doneUnsafe(done, exit)
      if (reading.next !== undefined) yield* read(keyId, reading.next)
    })

  const start = (keyId: string): FoundKey =>
    Effect.suspend(() => {
      const done: Reading["done"] = Deferred.makeUnsafe()
      return Effect.andThen(
        Effect.forkDetach(read(keyId, done), { startImmediately: true }),
        Deferred.await(done),
      )
    })

  const lookup = (keyId: string): FoundKey => {
    const entry = held.get(keyId)
    const nowMs = monotonicMs()
    if (entry !== undefined && nowMs - entry.heardAtMs < keyRecordAgeMaximumMs) {
      return Effect.succeed(recordInTime(entry.record, nowMs - entry.readAtMs))
    }
    return Effect.suspend(() => {
      const reading = readings.get(keyId)
      return reading === undefined || reading.outdated
        ? refresh(keyId)
        : Deferred.await(reading.done)
    })
  }

  const refresh = (keyId: string): FoundKey =>
    Effect.suspend(() => {
      const reading = readings.get(keyId)
      if (reading === undefined) return start(keyId)
      reading.next ??= Deferred.makeUnsafe()
      return Deferred.await(reading.next)
    })

  const invalidate = (keyId: string): void => {
    held.delete(keyId)
    const reading = readings.get(keyId)
    if (reading !== undefined) reading.outdated = true
  }

  const confirm = (keyId: string, revision: bigint): Effect.Effect<boolean> =>
    Effect.sync(() => {
      const entry = held.get(keyId)
      if (entry === undefined) return false
      if (entry.record.revision === revision) {
        hold(keyId, { ...entry, heardAtMs: monotonicMs() })
        return true
      }
      invalidate(keyId)
      return false
    })

  return { lookup, knows: (keyId: string) => held.has(keyId), refresh, invalidate, confirm }
})

/** A cache over Keys. */
export const layerKeyCache: Layer.Layer<KeyCache, never, Keys> = Layer.effect(
  KeyCache,
  makeKeyCache,
)
