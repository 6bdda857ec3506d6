import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Keys } from "../../../http/accounts/keys.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { useService } from "../../support/service.ts"
import { whileLocked } from "../../support/while-locked.ts"
import { ledgerOf, makeSeller, report } from "./sellers.ts"

const service = useService()

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

it("an account that the database keeps waiting for is given up in time", async () => {
  await whileLocked(service(), "partner", async () => {
    const read = Effect.flatMap(Keys, (keys) => Effect.flip(keys.goLive("nobody")))
    expect((await service().run(read))._tag).toBe("KeyStoreUnavailable")
  })
})
