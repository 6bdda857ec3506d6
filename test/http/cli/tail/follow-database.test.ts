import { assert, describe, expect, it } from "@effect/vitest"
import { paths, quoteBody } from "../../../support/sample-trips.ts"
import { testMasterKey, useService } from "../../../support/service.ts"
import { seenUsage } from "../../store/usage/seen-usage.ts"
import { useFollowed } from "../followed.ts"

const service = useService()
const tail = useFollowed("tail")

describe("viatica tail of a partner", () => {
  it("shows the last calls, then each that comes, until it is told to stop", async () => {
    const { call, createKey, databaseUrl } = service()
    const key = await createKey()
    await call("GET", paths.meta, undefined, { key })
    await seenUsage(service(), key.partnerCode, "sandbox").countedOnce(1)
    const environment = { DATABASE_URL: databaseUrl, MASTER_KEY: testMasterKey }
    const followed = await tail([key.partnerCode, "--mode", "test", "--json"], environment)
    await followed.told(1)
    const refused = await call("POST", paths.quotes, quoteBody({ intent: "leisure" }), { key })
    expect(await followed.told(2)).toMatchObject([
      { endpoint: "meta", status: 200, errorCode: null },
      { status: 400, errorCode: "BAD_INTENT", requestId: refused.headers["x-request-id"] },
    ])
    assert.strictEqual(await followed.stop(), 0)
  })
})
