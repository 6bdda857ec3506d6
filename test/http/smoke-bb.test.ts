import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { paths, quoteBody, bilanBody } from "../support/sample-trips.ts"
describe("smoke", () => {
  let service: TestService
  beforeAll(async () => { service = await startService() })
  afterAll(() => service.stop())
  it("works", async () => {
    const t0 = performance.now()
    const q = await service.call("POST", paths.quotes, quoteBody())
    expect(q.status).toBe(200)
    expect((await service.call("POST", paths.bilan, bilanBody())).status).toBe(200)
    expect((await service.call("GET", paths.meta)).status).toBe(200)
    expect((await service.call("HEAD", paths.meta)).status).toBe(200)
    expect((await service.call("GET", paths.cards)).status).toBe(200)
    expect((await service.call("OPTIONS", paths.cards)).status).toBe(405)
    expect((await service.call("POST", paths.quotes, quoteBody({arrivalCountries: ["BV"]}))).status).toBe(502)
    const t1 = performance.now()
    for (let i = 0; i < 200; i++) await service.call("POST", paths.quotes, "{}")
    console.log("200 calls", performance.now() - t1, t1 - t0)
    console.log(await service.quotaOf(service.key))
    for (const v of ["1.7e308", "5e-324", "1e15", "1e20", "1e300"]) {
      const r = await service.call("POST", paths.quotes, JSON.stringify(quoteBody({ shouldCoverCancellation: true, tripPrice: 7 })).replace(":7}", `:${v}}`)).catch(e => String(e).slice(0,1500))
      console.log(v, typeof r === "string" ? r : [r.status, r.text.slice(0, 900)])
    }
  })
})
