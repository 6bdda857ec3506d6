import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { failedForLocks } from "../../../../http/store/database/account-turns.ts"
import { inTurnOf, inTurnOfPerson } from "../../../../http/store/people/store.ts"
import { layerClockedDatabase } from "../../../support/postgres.ts"
import { whileHeld } from "../../../support/while-held.ts"

type Turn = (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError>

/** Whether a turn has to wait while another one is taken. */
const waits = (asked: Turn, taken: Turn) =>
  whileHeld(
    taken,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(Effect.andThen(sql`set local lock_timeout = '20ms'`, asked(sql))).pipe(
        Effect.as(false),
        Effect.catchIf(failedForLocks, () => Effect.succeed(true)),
      ),
    ),
  )

describe("the turn of a person", () => {
  it.layer(layerClockedDatabase)((it) => {
    it.effect("is waited for by whoever changes the same person, and by nobody else", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`insert into person (id, email, language, created_at)
          select name, name || '@example.com', 'en', now() from unnest(array['ann', 'bea', 'cem']) name`
        const turnOf =
          (id: string): Turn =>
          (by) =>
            inTurnOfPerson(by, id)
        expect(yield* waits(turnOf("ann"), turnOf("ann"))).toBe(true)
        expect(yield* waits(turnOf("bea"), turnOf("ann"))).toBe(false)
      }),
    )

    it.effect("of a network or a mailbox is waited for by those of the same name", () =>
      Effect.gen(function* () {
        const turnOf =
          (by: "network" | "mailbox", name: string): Turn =>
          (sql) =>
            inTurnOf(sql, by, name)
        const taken = turnOf("network", "192.0.2.0/24")
        expect(yield* waits(turnOf("network", "192.0.2.0/24"), taken)).toBe(true)
        expect(yield* waits(turnOf("network", "198.51.100.0/24"), taken)).toBe(false)
        expect(yield* waits(turnOf("mailbox", "192.0.2.0/24"), taken)).toBe(false)
      }),
    )
  })
})
