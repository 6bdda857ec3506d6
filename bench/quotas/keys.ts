import type { KeyId } from "../../rules/accounts/key-text.ts"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A key whose calls are charged. */
export interface ChargedKey {
  readonly keyId: KeyId
  readonly revision: bigint
}

/** What a key may use in a day and in a minute. */
export interface KeyLimits {
  readonly reads: number
  readonly burst: number
}

/** How many keys there are. */
export const keyCount = 1_000

/** Makes the keys of a bench: rows as the service makes them, without secrets that could sign. */
export const createKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into partner (id, code, name, base_rate_bps, commission_bps, created_at)
    values ('bench', 'bench', 'Bench', 1000, 1000, now())`
  const rows = yield* sql<{ readonly key_id: KeyId; readonly revision: string | number }>`
    insert into api_key (key_id, partner_id, mode, scopes, secret_sealed, created_at)
    select 'ak_test_bench' || n, 'bench', 'sandbox', array['coach'], '\\x00'::bytea, now()
    from generate_series(1, ${keyCount}::int) n
    returning key_id, revision`
  yield* sql`insert into quota (key_id) select key_id from api_key`
  return rows.map(({ key_id: keyId, revision }): ChargedKey => ({
    keyId,
    revision: BigInt(revision),
  }))
})

/** Sets the limits of every key and forgets what they have used. */
export const resetQuotas = Effect.fnUntraced(function* ({ burst, reads }: KeyLimits) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update quota set reads_limit = ${reads}, burst_limit = ${burst}, minute = 0, day = 0,
      burst_used = 0, reads_used = 0, writes_used = 0, bilans = 0`
})

/** What is counted of each key that has been charged. */
export const countedQuotas = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    readonly key_id: KeyId
    readonly burst_used: number
    readonly reads_used: number
    readonly bilans: string | number
  }>`select key_id, burst_used, reads_used, bilans from quota where day > 0`
  return new Map(
    rows.map(({ bilans, burst_used: burst, key_id: keyId, reads_used: reads }) => [
      keyId,
      { burst, reads, bilans: Number(bilans) },
    ]),
  )
})
