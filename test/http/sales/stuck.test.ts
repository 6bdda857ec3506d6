import { expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Keys } from "../../../http/accounts/keys.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { useService } from "../../support/service.ts"
import { ledgerOf, makeSeller, report } from "./sellers.ts"

const service = useService()

/** Holds a table against everyone else for as long as `work` takes. */
const whileLocked = async (table: string, work: () => Promise<void>): Promise<void> => {
  const [locked, release] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
  const holder = service().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(
        sql
          .unsafe(`lock table ${table} in access exclusive mode`)
          .pipe(
            Effect.andThen(sql`set local idle_in_transaction_session_timeout = 0`),
            Effect.andThen(Deferred.succeed(locked, undefined)),
            Effect.andThen(Deferred.await(release)),
          ),
      ),
    ),
  )
  await Promise.race([service().run(Deferred.await(locked)), holder])
  try {
    await work()
  } finally {
    Deferred.doneUnsafe(release, Effect.void)
    await holder
  }
}

it("a report that the database keeps waiting is given up in time, and booked once later", async () => {
  const seller = await makeSeller(service())
  await whileLocked("sale", async () => {
    const answers = await Promise.all([report(service(), seller), report(service(), seller)])
    for (const answer of answers) {
      expect(outcomeOf(answer)).toBe("503 SERVICE_UNAVAILABLE")
      expect(answer.headers["retry-after"]).toBe("5")
    }
  })
  expect((await report(service(), seller)).body).toMatchObject({ created: true })
  expect(await ledgerOf(service(), seller)).toHaveLength(1)
})

it("an account that the database keeps waiting for is given up in time", async () => {
  await whileLocked("partner", async () => {
    const read = Effect.flatMap(Keys, (keys) => Effect.flip(keys.goLive("nobody")))
    expect((await service().run(read))._tag).toBe("KeyStoreUnavailable")
  })
})
