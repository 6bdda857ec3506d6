import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as SqlClient from "effect/sql/SqlClient"
import { LRUCache } from "lru-cache"
import { isKeyIdText } from "../../../rules/accounts/key-text.ts"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import type { KeyStoreUnavailable } from "../../ports/account-errors.ts"
import { orUnavailable } from "./transaction.ts"
import { KnownKeys } from "../../ports/known-keys.ts"

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
  readonly keyId: string
  readonly tell: (exists: Exit.Exit<boolean, KeyStoreUnavailable>) => void
}

const makeKnownKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* Clock.Clock
  const monotonicMs = (): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  const unknownSinceMs = new LRUCache<string, number>({ max: unknownMax })
  const asked = yield* Queue.unbounded<PendingLookup>()

  const readExisting = (keyIds: ReadonlyArray<string>) =>
    sql<{ readonly keyId: string }>`
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
          if (!exists) unknownSinceMs.set(keyId, monotonicMs())
          tell(Exit.succeed(exists))
        }
      },
    }),
  )
  yield* Effect.forkScoped(Effect.forever(answer))

  const isRemembered = (keyId: string): boolean => {
    const sinceMs = unknownSinceMs.get(keyId)
    return sinceMs !== undefined && monotonicMs() - sinceMs < unknownForMs
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
