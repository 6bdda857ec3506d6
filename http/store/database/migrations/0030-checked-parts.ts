import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Links, events and emails are checked beside signed calls. Code of before reads and writes those alone. */
export const checkedPartsKept: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(`alter table service_check drop constraint service_check_component_check,
      add constraint service_check_component_check
        check (component in ('calls', 'links', 'events', 'mail'))`)
  },
)
