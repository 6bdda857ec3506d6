import type { KeyId } from "../../../../rules/accounts/key-text.ts"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The revision of keys that nobody has changed. */
export const revision = 1n

/** What a key may use; no writes unless told. */
export interface Limits {
  readonly reads: number
  readonly burst: number
  readonly writes?: number
}

/** Makes keys without secrets that could sign, and gives their ids. */
export const makeKeys = Effect.fn(function* (limits: ReadonlyArray<Limits>) {
  const sql = yield* SqlClient.SqlClient
  const name = `p${crypto.randomUUID().slice(0, 8)}`
  yield* sql`
    insert into partner (id, code, name, base_rate_bps, commission_bps, created_at)
    values (${name}, ${name}, ${name}, 1000, 1000, now())`
  const ids = limits.map((_, index) => `ak_test_${name}-${index}` as KeyId)
  for (const [index, { burst, reads, writes = 0 }] of limits.entries()) {
    const keyId = ids[index] ?? ""
    yield* sql`
      insert into api_key (key_id, partner_id, mode, scopes, secret_sealed, revision, created_at)
      values (${keyId}, ${name}, 'sandbox', array['coach'], ''::bytea, ${revision}, now())`
    yield* sql`
      insert into quota (key_id, reads_limit, writes_limit, burst_limit)
      values (${keyId}, ${reads}, ${writes}, ${burst})`
  }
  return ids
})

/** Runs statements as if the clock of the database stood at a moment. */
export const atDatabaseMs = Effect.fnUntraced(function* <A, E, R>(
  databaseMs: number,
  effect: Effect.Effect<A, E, R>,
) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`select set_config('test.now_ms', ${String(databaseMs)}, true)`
      yield* sql`set local search_path to set_clock, public, pg_catalog`
      return yield* effect
    }),
  )
})

/** Makes the clock that `atDatabaseMs` sets. */
export const makeSettableClock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create schema if not exists set_clock`
  yield* sql`
    create or replace function set_clock.now() returns timestamptz stable language sql
    return to_timestamp(current_setting('test.now_ms')::numeric / 1000)`
})
