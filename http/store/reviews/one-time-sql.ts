import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { OneTime } from "../../ports/one-time.ts"
import { orUnavailable } from "../accounts/store.ts"
import { databaseNow } from "../database/now.ts"

const makeOneTime = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = sql.literal(databaseNow)

  const spend = Effect.fn("OneTime.spend")(function* (personId: string, form: string) {
    yield* sql`delete from spent_form where at < ${now} - interval '1 day'`
    const rows = yield* sql`
      insert into spent_form (person_id, form, at) values (${personId}, ${form}, ${now})
      on conflict do nothing returning form`
    return rows.length > 0
  }, orUnavailable)

  const hand = Effect.fn("OneTime.hand")(function* (personId: string, keyId: string) {
    yield* sql`
      insert into secret_handover (person_id, key_id, until)
      values (${personId}, ${keyId}, ${now} + interval '10 minutes')
      on conflict (person_id) do update set key_id = excluded.key_id, until = excluded.until`
  }, orUnavailable)

  const take = Effect.fn("OneTime.take")(function* (personId: string, keyId?: string) {
    const [row] = yield* sql<{ readonly keyId: string; readonly holds: boolean }>`
      delete from secret_handover
      where person_id = ${personId} and key_id = coalesce(${keyId ?? null}, key_id)
      returning key_id as "keyId", until > ${now} as holds`
    return row?.holds === true ? row.keyId : undefined
  }, orUnavailable)

  return { spend, hand, take }
})

/** What people may do or see once, in the database, so that all processes agree. */
export const layerOneTime: Layer.Layer<OneTime, never, SqlClient.SqlClient> = Layer.effect(
  OneTime,
  makeOneTime,
)
