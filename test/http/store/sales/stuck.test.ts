import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Keys } from "../../../../http/ports/keys.ts"
import { Sales } from "../../../../http/ports/sales.ts"
import { outcomeOf } from "../../../support/http-call.ts"
import { useOwnService } from "../../../support/service.ts"
import { whileHeld } from "../../../support/while-held.ts"
import { whileLocked } from "../../../support/while-locked.ts"
import { ledgerOf, makeSeller, report, type Seller } from "./sellers.ts"

const service = useOwnService()

it("a report that the database keeps waiting is given up in time, and booked once later", async () => {
  const seller = await makeSeller(service())
  await whileLocked(service(), "sale", async () => {
    const answers = await Promise.all([report(service(), seller), report(service(), seller)])
    for (const answer of answers) {
      expect(outcomeOf(answer)).toBe("503 SERVICE_UNAVAILABLE")
      expect(answer.headers["retry-after"]).toBe("5")
    }
  })
  expect((await report(service(), seller)).body).toMatchObject({ created: true })
  expect(await ledgerOf(service(), seller)).toHaveLength(1)
})

const holdStrands = ({ partnerCode }: Seller) =>
  whileHeld(
    (sql) => sql`select 1 from ledger_strand join partner on partner.id = partner_id
      where partner.code = ${partnerCode} for update of ledger_strand`,
    Effect.promise(async () => {
      const rival = await makeSeller(service())
      expect((await report(service(), rival)).body).toMatchObject({ created: true })
      await service().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`update sale set booked_at = booked_at - interval '14 days'`,
        ),
      )
      const validated = Effect.flatMap(Sales, (sales) => Effect.exit(sales.validateDue))
      expect((await service().run(validated))._tag).toBe("Failure")
      expect((await report(service(), rival)).body).toMatchObject({ status: "validated" })
    }),
  )

it("an account whose records cannot be had keeps no other from reporting or being validated", async () => {
  const seller = await makeSeller(service())
  await report(service(), seller)
  await service().run(holdStrands(seller))
  await service().run(Effect.flatMap(Sales, (sales) => sales.validateDue))
  expect((await report(service(), seller)).body).toMatchObject({ status: "validated" })
})

it("an account that the database keeps waiting for is given up in time", async () => {
  await whileLocked(service(), "partner", async () => {
    const read = Effect.flatMap(Keys, (keys) => Effect.flip(keys.goLive("nobody")))
    expect((await service().run(read))._tag).toBe("KeyStoreUnavailable")
  })
})
