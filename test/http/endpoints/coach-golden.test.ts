import { expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import { goldenBilans } from "../../support/golden-bilans.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { paths } from "../../support/sample-trips.ts"
import { useService } from "../../support/service.ts"
import { shippedTables } from "../../support/tables.ts"
import { utcDay } from "../../../http/platform/utc-day.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"

const service = useService()

it("POST /coach/bilan answers every golden bilan as the core does offline", async () => {
  const offline = makeOfflineCoach(shippedTables, "offline", utcDay(Date.now()))
  const key = await service().createKey({ mode: "live" })
  const cases = goldenBilans()
  expect(cases.length).toBeGreaterThanOrEqual(60)
  for (const { name, request } of cases) {
    const answer = await service().call("POST", paths.bilan, request, { key })
    expect(outcomeOf(answer), name).toBe("200")
    const online = answer.body as BilanResponse
    const expected = Result.getOrThrow(offline.bilan(request))
    expect({ ...online, offer: null, meta: { ...online.meta, engineVersion: "" } }, name).toEqual({
      ...expected,
      offer: null,
      meta: { ...expected.meta, engineVersion: "" },
    })
  }
})
