import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as SqlClient from "effect/sql/SqlClient"
import { LRUCache } from "lru-cache"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { stopwatch } from "../../platform/stopwatch.ts"
import type { KeyStoreUnavailable } from "../../ports/account-errors.ts"
import {
  type FoundKey,
  KeyCache,
  type KeyRecord,
  keyRecordAgeMaximumMs,
  Keys,
  KnownKeys,
} from "../../ports/keys.ts"
import { orUnavailable } from "./store.ts"
import { isKeyIdText, isPreviousSecretValid, type KeyId } from "../../../rules/accounts/key-text.ts"
import { KeyUses } from "../../ports/key-uses.ts"
import { writeRegularly } from "../batches/regular-writes.ts"
import { keptNetwork } from "../../../rules/accounts/partner.ts"

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
  const elapsedMs = yield* stopwatch
  const held = new LRUCache<string, Held>({ max: recordsMaximum })
  const readings = new Map<string, PendingRead>()

  const read = (keyId: KeyId, done: PendingKey): Effect.Effect<void> =>
    Effect.gen(function* () {
      const readAtMs = elapsedMs()
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
  const start = (keyId: KeyId): FoundKey =>
    Effect.suspend(() => {
      const done: PendingKey = Deferred.makeUnsafe()
      return Effect.andThen(
        Effect.forkDetach(read(keyId, done), { startImmediately: true }),
        Deferred.await(done),
      )
    })

  const lookup = (keyId: KeyId): FoundKey => {
    const entry = held.get(keyId)
    const ageMs = entry === undefined ? Number.POSITIVE_INFINITY : elapsedMs() - entry.readAtMs
    if (entry !== undefined && ageMs < keyRecordAgeMaximumMs) {
      return Effect.succeed(recordInTime(entry.record, ageMs))
    }
    return Effect.suspend(() => {
      const reading = readings.get(keyId)
      return reading === undefined ? start(keyId) : Deferred.await(reading.done)
    })
  }

  const refresh = (keyId: KeyId): FoundKey =>
    Effect.suspend(() => {
      const reading = readings.get(keyId)
      if (reading === undefined) return start(keyId)
      reading.next ??= Deferred.makeUnsafe()
      return Deferred.await(reading.next)
    })

  const invalidate = (keyId: KeyId): void => {
    held.delete(keyId)
    readings.delete(keyId)
  }

  return {
    lookup,
    knows: (text: string): text is KeyId => held.has(text as KeyId),
    refresh,
    invalidate,
  }
})

/** A cache over Keys. */
export const layerKeyCache: Layer.Layer<KeyCache, never, Keys> = Layer.effect(
  KeyCache,
  makeKeyCache,
)

/**
 * A record as it is some milliseconds after it was read: without its previous secret once that has
 * run out, and with nothing left once the key has ended. The database says how long that lasts, and a
 * monotonic clock measures the time since then: the process's time of day plays no part.
 */
export const recordInTime = (record: KeyRecord, elapsedMs: number): KeyRecord => {
  const { current, previous } = record.secrets
  const { validForMs } = record
  const inTime =
    previous === undefined || isPreviousSecretValid({ validForMs: previous.validForMs, elapsedMs })
      ? record
      : { ...record, secrets: { current } }
  return validForMs === null || validForMs > elapsedMs ? inTime : { ...inTime, validForMs: 0 }
}

/** How long the database may take to say which keys there are: a partner waits for it. */
const askTimeout = "3 seconds"

/** Key ids that one statement asks for at most. */
const idsMax = 1_000

/**
 * How long a key id that nobody has is refused without asking the database again, in milliseconds.
 * A new key has a random id that nobody can have called with before, so it works at once
 * everywhere; a key that a restored database brings back works after this time.
 */
export const unknownForMs = 1_000

/** How many of them are remembered. */
const unknownMax = 10_000

interface PendingLookup {
  readonly keyId: KeyId
  readonly tell: (exists: Exit.Exit<boolean, KeyStoreUnavailable>) => void
}

const makeKnownKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const elapsedMs = yield* stopwatch
  const unknownSinceMs = new LRUCache<string, number>({ max: unknownMax })
  const asked = yield* Queue.unbounded<PendingLookup>()

  const readExisting = (keyIds: ReadonlyArray<string>) =>
    sql<{ readonly keyId: KeyId }>`
      select key_id as "keyId" from api_key where key_id = any(${keyIds}::text[])`.pipe(
      withDatabaseDeadline(askTimeout),
      orUnavailable,
    )

  const answer = Effect.flatMap(Queue.takeBetween(asked, 1, idsMax), (batch) =>
    Effect.match(readExisting([...new Set(batch.map(({ keyId }) => keyId))]), {
      onFailure: (error) => {
        for (const { tell } of batch) tell(Exit.fail(error))
      },
      onSuccess: (rows) => {
        const existing = new Set(rows.map(({ keyId }) => keyId))
        for (const { keyId, tell } of batch) {
          const exists = existing.has(keyId)
          if (!exists) unknownSinceMs.set(keyId, elapsedMs())
          tell(Exit.succeed(exists))
        }
      },
    }),
  )
  yield* Effect.forkScoped(Effect.forever(answer))

  const isRemembered = (keyId: KeyId): boolean => {
    const sinceMs = unknownSinceMs.get(keyId)
    return sinceMs !== undefined && elapsedMs() - sinceMs < unknownForMs
  }

  return {
    isUnknown: (keyId) => !isKeyIdText(keyId) || isRemembered(keyId),
    exists: (keyId) =>
      Effect.callback((resume) => void Queue.offerUnsafe(asked, { keyId, tell: resume })),
  } satisfies KnownKeys["Service"]
})

/** The keys of the database, asked in batches. */
export const layerKnownKeys: Layer.Layer<KnownKeys, never, SqlClient.SqlClient> = Layer.effect(
  KnownKeys,
  makeKnownKeys,
)

/** How often it is written which keys are in use: a list of keys is read by people. */
const writeEveryMs = 10_000

/** Keys of one statement, and keys that wait at most while the database is away. */
const [batchMax, waitingMax] = [1_000, 10_000]

/** How long the database may take for a batch. */
const writeTimeout = "2 seconds"

/** The last call of a key. */
interface KeyUse {
  readonly keyId: KeyId
  readonly atMs: number
  readonly address: string
}

/**
 * The last call of each key, written every ten seconds, and once more when the scope closes. Of an address
 * that many share its network is kept alone.
 */
const makeKeyUses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const waiting = new Map<KeyId, KeyUse>()
  let dropped = 0

  const add = (use: KeyUse): void => {
    const held = waiting.get(use.keyId)
    if (held === undefined && waiting.size >= waitingMax) dropped += 1
    else if (held === undefined || held.atMs < use.atMs) waiting.set(use.keyId, use)
  }

  const write = (batch: ReadonlyArray<KeyUse>) =>
    withDatabaseDeadline(writeTimeout)(sql`
      insert into key_use (key_id, at, network)
      select key_id, to_timestamp(at_ms / 1000.0), network
      from unnest(${batch.map(({ keyId }) => keyId)}::text[],
        ${batch.map(({ atMs }) => atMs)}::float8[],
        ${batch.map(({ address }) => keptNetwork(address))}::text[]) used (key_id, at_ms, network)
      join api_key using (key_id) order by key_id
      on conflict (key_id) do update set at = excluded.at, network = excluded.network
      where key_use.at < excluded.at`)

  yield* writeRegularly<ReadonlyArray<KeyUse>>({
    everyMs: writeEveryMs,
    take: () => {
      const batch = [...waiting.values()].slice(0, batchMax)
      for (const { keyId } of batch) waiting.delete(keyId)
      return batch.length === 0 ? undefined : batch
    },
    write,
    written: () => undefined,
    putBack: (batch) => batch.forEach(add),
    waiting: () => waiting.size,
    takeDropped: () => {
      const keys = dropped
      dropped = 0
      return keys
    },
    words: {
      unit: "keys",
      unavailable: "last uses of keys cannot be written and wait in memory",
      availableAgain: "last uses of keys are written again",
      dropped: "last uses of too many keys: not kept",
      lost: "last uses of keys are lost: the database is away",
    },
  })

  return (keyId: KeyId, address: string, nowMs: number): void =>
    add({ keyId, address, atMs: nowMs })
})

/** Last uses of keys in the database. */
export const layerKeyUses = Layer.effect(KeyUses, makeKeyUses)
