import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { shapeOf } from "../../../core/fields/shape-of.ts"
import { Partners } from "../../../http/ports/partners.ts"
import { bilanBody } from "../../../rules/coach/bilan-body.ts"
import { coachOver } from "../../../rules/offline/coach.ts"
import type { BilanInput } from "../../../rules/offline/requests.ts"
import { limitsOf } from "../../../rules/reference/limits.ts"
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
  await answersAs(offline.bilan, key)
})

it("answers them for an account of facts alone as the library does that is opened so", async () => {
  const library = coachOver(shippedTables, {
    engineVersion: "offline",
    shape: shapeOf(bilanBody(limitsOf(shippedTables))),
    today: utcDay(Date.now()),
    factsOnly: true,
  })
  const key = await service().createKey({ mode: "live" })
  await service().run(Effect.flatMap(Partners, (all) => all.setFactsOnly(key.partnerCode, true)))
  await answersAs((request) => {
    const answer = library.bilan(request as BilanInput)
    return Result.map(answer, (whole) => {
      const { warnings: _, ...told } = whole
      expect(told.bilan.shouldSell).toBeNull()
      return told
    })
  }, key)
})

/** Holds the answers of the service under a key to those of a Coach without one. */
const answersAs = async (
  bilan: (request: unknown) => Result.Result<BilanResponse, unknown>,
  key: Awaited<ReturnType<ReturnType<typeof service>["createKey"]>>,
): Promise<void> => {
  const cases = goldenBilans()
  expect(cases.length).toBeGreaterThanOrEqual(60)
  for (const { name, request } of cases) {
    const answer = await service().call("POST", paths.bilan, request, { key })
    expect(outcomeOf(answer), name).toBe("200")
    const online = answer.body as BilanResponse
    const expected = Result.getOrThrow(bilan(request))
    expect({ ...online, offer: null, meta: { ...online.meta, engineVersion: "" } }, name).toEqual({
      ...expected,
      offer: null,
      meta: { ...expected.meta, engineVersion: "" },
    })
  }
}
