import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { inTime } from "../../platform/in-time.ts"
import type { KeyStoreUnavailable } from "./errors.ts"
import type { KeyRecord } from "./key-record.ts"
import { Keys } from "./keys.ts"
import { recordInTime } from "./record-in-time.ts"
import { orUnavailable } from "./transaction.ts"

/** How long a record may be used without hearing of its revision again, in milliseconds. */
export const keyRecordAgeMaximumMs = 1_000

/** How long the database may take for a record: a partner waits for it. */
const readTimeout = "3 seconds"

/** Records held at once; the oldest goes first. */
const recordsMaximum = 10_000

type Found = Effect.Effect<KeyRecord | undefined, KeyStoreUnavailable>

/** Key records in front of the database, in one process. Unknown keys are never remembered. */
export class KeyCache extends Context.Service<
  KeyCache,
  {
    /**
     * A record at most {@link keyRecordAgeMaximumMs} old, by the clock of the layer; concurrent reads
     * of one key are one. It looks when it is called, and one that is held comes out as done.
     */
    readonly lookup: (keyId: string) => Found
    /** Whether a record of the key is held, however old it is. */
    readonly knows: (keyId: string) => boolean
    /** A record read from the database after this call began. */
    readonly refresh: (keyId: string) => Found
    /** Forgets a record, such as when a quota charge reports another revision of it. */
    readonly invalidate: (keyId: string) => void
    /**
     * Tells the revision that the database has just reported: the same one makes the record fresh
     * again and answers true; another one drops the record and answers false.
     */
    readonly confirm: (keyId: string, revision: bigint) => Effect.Effect<boolean>
  }
>()("viatica/KeyCache") {
  /** A cache over Keys. */
  static readonly layer: Layer.Layer<KeyCache, never, Keys> = Layer.effect(
    KeyCache,
    Effect.suspend(() => makeKeyCache),
  )
}

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

  const start = (keyId: string): Found =>
    Effect.suspend(() => {
      const done: Reading["done"] = Deferred.makeUnsafe()
      return Effect.andThen(
        Effect.forkDetach(read(keyId, done), { startImmediately: true }),
        Deferred.await(done),
      )
    })

  const lookup = (keyId: string): Found => {
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

  const refresh = (keyId: string): Found =>
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
