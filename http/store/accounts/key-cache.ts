import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { LRUCache } from "lru-cache"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import type { KeyStoreUnavailable } from "../../ports/account-errors.ts"
import { type FoundKey, KeyCache, keyRecordAgeMaximumMs } from "../../ports/key-cache.ts"
import type { KeyRecord } from "../../ports/key-record.ts"
import { Keys } from "../../ports/keys.ts"
import { orUnavailable } from "./transaction.ts"
import { isPreviousSecretValid } from "../../../rules/signing/rotation.ts"

/** How long the database may take for a record: a partner waits for it. */
const readTimeout = "3 seconds"

/** Records held at once. */
const recordsMaximum = 10_000

interface Held {
  readonly record: KeyRecord
  readonly readAtMs: number
}

type PendingKey = Deferred.Deferred<KeyRecord | undefined, KeyStoreUnavailable>

interface PendingRead {
  readonly done: PendingKey
  /** A read that begins when this one ends, for those who asked after it had begun. */
  next: PendingKey | undefined
}

const makeKeyCache = Effect.gen(function* () {
  const keys = yield* Keys
  const clock = yield* Clock.Clock
  const monotonicMs = (): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  const held = new LRUCache<string, Held>({ max: recordsMaximum })
  const readings = new Map<string, PendingRead>()

  const read = (keyId: string, done: PendingKey): Effect.Effect<void> =>
    Effect.gen(function* () {
      const readAtMs = monotonicMs()
      const reading: PendingRead = { done, next: undefined }
      readings.set(keyId, reading)
      const exit = yield* keys
        .find(keyId)
        .pipe(withDatabaseDeadline(readTimeout), orUnavailable, Effect.exit)
      // A record that was invalidated meanwhile goes to those who wait for it, and is not kept.
      if (readings.get(keyId) === reading) {
        readings.delete(keyId)
        if (exit._tag === "Success") {
          if (exit.value === undefined) held.delete(keyId)
          else held.set(keyId, { record: exit.value, readAtMs })
        }
      }
      Deferred.doneUnsafe(done, exit)
      if (reading.next !== undefined) yield* read(keyId, reading.next)
    })

  /** Reads in a fiber of its own, so that a caller who leaves does not end it for the others. */
  const start = (keyId: string): FoundKey =>
    Effect.suspend(() => {
      const done: PendingKey = Deferred.makeUnsafe()
      return Effect.andThen(
        Effect.forkDetach(read(keyId, done), { startImmediately: true }),
        Deferred.await(done),
      )
    })

  const lookup = (keyId: string): FoundKey => {
    const entry = held.get(keyId)
    const ageMs = entry === undefined ? Number.POSITIVE_INFINITY : monotonicMs() - entry.readAtMs
    if (entry !== undefined && ageMs < keyRecordAgeMaximumMs) {
      return Effect.succeed(recordInTime(entry.record, ageMs))
    }
    return Effect.suspend(() => {
      const reading = readings.get(keyId)
      return reading === undefined ? start(keyId) : Deferred.await(reading.done)
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
    readings.delete(keyId)
  }

  return { lookup, knows: (keyId: string) => held.has(keyId), refresh, invalidate }
})

/** A cache over Keys. */
export const layerKeyCache: Layer.Layer<KeyCache, never, Keys> = Layer.effect(
  KeyCache,
  makeKeyCache,
)

/**
 * A record as it is some milliseconds after it was read: without its previous secret once that has
 * run out. The database says how long that lasts, and a monotonic clock measures the time since
 * then: the process's time of day plays no part.
 */
export const recordInTime = (record: KeyRecord, elapsedMs: number): KeyRecord => {
  const { current, previous } = record.secrets
  return previous === undefined ||
    isPreviousSecretValid({ validForMs: previous.validForMs, elapsedMs })
    ? record
    : { ...record, secrets: { current } }
}
