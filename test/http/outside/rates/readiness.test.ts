import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { makeHealthRoutes, ratesBody } from "../../../../http/pages/health.ts"
import { makeStanding } from "../../../../http/pages/standing.ts"
import type { TablesStatus } from "../../../../http/ports/table-bundle.ts"
import type { Answer } from "../../../../http/api/answer.ts"
import { answerText } from "../../../support/answer-text.ts"
import type { IncomingCall } from "../../../../http/api/incoming.ts"
import { bundleOf, services, tablesOf } from "./refreshing.ts"
import type { RatesStatus } from "../../../../http/ports/rates.ts"

const status: RatesStatus = {
  source: "https://rates.test",
  days: { oldest: "2026-01-01", newest: "2026-11-15" },
  staleDays: 5,
  lastRefusal: undefined,
}

const on = (day: number) => Date.UTC(2026, 10, day, 23, 59, 59)

describe("what readiness says of rates", () => {
  it("is where they come from, their days, and whether they are stale", () => {
    const body = { source: "https://rates.test", asOf: "2026-11-15", oldest: "2026-01-01" }
    expect(ratesBody(status, on(20))).toEqual({ ...body, ageDays: 5, stale: false })
    expect(ratesBody(status, on(21))).toEqual({ ...body, ageDays: 6, stale: true })
  })

  it("is no age where no rate has a day", () => {
    const none = { ...status, days: { oldest: "", newest: "" } }
    expect(ratesBody(none, on(20))).toMatchObject({ ageDays: null, stale: true })
  })

  it("is also why new ones were not taken, where they were not", () => {
    const lastRefusal = "New exchange rates were not taken: the source cannot be reached"
    expect(ratesBody({ ...status, lastRefusal }, on(20))).toMatchObject({ lastRefusal })
  })

  it.live("does not make the service less ready, however stale they are", () =>
    Effect.gen(function* () {
      const tables: TablesStatus = {
        inForce: bundleOf(tablesOf("2026-11-15")).current(),
        loadedAtMs: 0,
        waiting: undefined,
        refused: undefined,
      }
      const old = { ...status, days: { oldest: "2020-01-01", newest: "2020-01-01" } }
      const failing = { ...old, lastRefusal: "New exchange rates were not taken: it is late" }
      const routes = makeHealthRoutes(
        makeStanding({
          readiness: Effect.undefined,
          tables: () => tables,
          rates: () => failing,
          processes: () => undefined,
          isDraining: () => false,
        }),
      )
      const readyz = routes.find(({ pattern }) => pattern === "/readyz")
      const request = HttpServerRequest.fromWeb(new Request("http://127.0.0.1/readyz"))
      const answered = yield* Effect.provideService(
        readyz?.answer({} as IncomingCall, "") ?? Effect.undefined,
        HttpServerRequest.HttpServerRequest,
        request,
      )
      const answer = answered as Answer
      expect(answer.status).toBe(200)
      expect(JSON.parse(answerText(answer))).toMatchObject({
        ok: true,
        rates: { asOf: "2020-01-01", stale: true, lastRefusal: failing.lastRefusal },
      })
    }).pipe(Effect.provide(services)),
  )
})
