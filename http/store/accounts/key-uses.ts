import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { KeyUses } from "../../ports/key-uses.ts"
import { writeRegularly } from "../batches/regular-writes.ts"
import type { KeyId } from "../../../rules/accounts/key-text.ts"
import { keptNetwork } from "../../../rules/accounts/partner.ts"

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
