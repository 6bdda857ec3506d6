import { describe, expect, it } from "vitest"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import { testMasterKey, useService } from "../../support/service.ts"
import { seenUsage } from "../store/usage/seen-usage.ts"
import { commandLine, expectLine } from "./run.ts"

const service = useService()

const { json, viatica } = commandLine(() => ({
  DATABASE_URL: service().databaseUrl,
  MASTER_KEY: testMasterKey,
}))

/** An account that made three calls with a sandbox key, one of them in vain. */
const makeCaller = async () => {
  const { call, createKey } = service()
  const key = await createKey({ limits: { reads: 200, writes: 50, burst: 60 } })
  await call("POST", paths.quotes, quoteBody(), { key })
  const refused = await call("POST", paths.quotes, quoteBody({ intent: "leisure" }), { key })
  await call("GET", paths.meta, undefined, { key })
  await seenUsage(service(), key.partnerCode, "sandbox").countedOnce(3)
  return { key, requestId: String(refused.headers["x-request-id"]) }
}

describe("viatica usage", () => {
  it("shows what keys have used, calls by day and endpoint, and the last ones", async () => {
    const { key, requestId } = await makeCaller()
    const day = new Date().toISOString().slice(0, 10)
    const shown = await json("usage", key.partnerCode, "--mode", "test")
    expect(shown).toMatchObject({
      keys: [
        {
          keyId: key.keyId,
          reads: { limit: 200, used: 1 },
          writes: { limit: 50, used: 0 },
          burst: { limit: 60 },
          lifetime: { prices: 1, links: 0, bilans: 0 },
        },
      ],
      days: [
        { day, endpoint: "meta", calls: 1, refused: [] },
        { day, endpoint: "quotes", calls: 2, refused: [{ code: "BAD_INTENT", calls: 1 }] },
      ],
      calls: [
        { endpoint: "meta", status: 200, errorCode: null, detail: null },
        { endpoint: "quotes", status: 400, errorCode: "BAD_INTENT", requestId },
        { endpoint: "quotes", status: 200, keyId: key.keyId, isSigned: true },
      ],
    })
    const command = ["usage", key.partnerCode, "--mode", "test", "--last", "1", "--refused"]
    const { stdout } = await viatica(...command)
    const [keys, days, calls] = stdout.split("\n\n")
    expect(keys).toMatch(new RegExp(`^key id +reads today .*\n${key.keyId} +1/200 +0/50 +\\d/60 `))
    expect(days).toContain(`${day}  quotes    2      1        BAD_INTENT:1`)
    expect(calls?.trimEnd().split("\n")).toHaveLength(2)
    expect(calls).toMatch(
      new RegExp(`400 +POST +${paths.quotes} +\\d+ +${key.keyId} +${requestId} +BAD_INTENT trip`),
    )
  })

  it("is of live keys unless told otherwise, and empty where nothing was called", async () => {
    const { key } = await makeCaller()
    expect(await json("usage", key.partnerCode)).toEqual({ keys: [], days: [], calls: [] })
  })

  it("says what it does not know", async () => {
    expectLine(await viatica("usage", "nobody"), 1, /No partner has the code "nobody"/)
  })
})
