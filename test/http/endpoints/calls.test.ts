import { createHmac } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import type { CallsResponse } from "../../../http/api/calls.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { eventually } from "../../support/eventually.ts"
import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import { withinOneMinute } from "../../support/one-minute.ts"
import { type TestKey, useService } from "../../support/service.ts"

const service = useService()

type Listed = typeof CallsResponse.Type

const list = async (key: TestKey, query = ""): Promise<Listed> =>
  (await service().call("GET", `${paths.calls}${query}`, undefined, { key })).body as Listed

/** What comes after a cursor, once so many calls have been written. */
const listedSince = async (key: TestKey, cursor: string, count: number) => {
  const found: Array<Listed["calls"][number]> = []
  let next = cursor
  await eventually(
    async () => {
      const page = await list(key, `?cursor=${next}`)
      found.push(...page.calls)
      next = page.nextCursor
      return found.length >= count
    },
    20_000,
    200,
  )
  return found
}

describe("the list of calls", () => {
  it("has what was wrong with each call of the account's keys, in the mode of the key", async () => {
    const { call, createKey } = service()
    const key = await createKey()
    const { partnerCode } = key
    const [second, live] = [
      await createKey({ partnerCode }),
      await createKey({ partnerCode, mode: "live" }),
    ]
    const { nextCursor } = await list(key)
    const answers = [
      await call("GET", paths.meta, undefined, { key }),
      await call("POST", paths.quotes, quoteBody({ tripPrice: 7_654.32 }), { key: second }),
      await call("POST", paths.bilan, bilanBody({ residence: "?" }), { key }),
    ]
    await call("GET", paths.meta, undefined, { key: live })
    const told = await listedSince(key, nextCursor, answers.length)
    expect(told.map(({ requestId }) => requestId)).toEqual(
      answers.map(({ headers }) => headers["x-request-id"]),
    )
    expect(told).toMatchObject([
      { keyId: key.keyId, method: "GET", path: paths.meta, status: 200, errorCode: null },
      { keyId: second.keyId, method: "POST", path: paths.quotes, detail: null, isSigned: true },
      { keyId: key.keyId, endpoint: "bilan", status: 400, errorCode: "BAD_RESIDENCE" },
    ])
    expect(JSON.stringify(told)).not.toContain("7654.32")
    const lives = await listedSince(live, "0.0", 1)
    expect(lives.map(({ keyId }) => keyId)).toEqual([live.keyId])
  })

  it("has calls whose signature did not hold, with a cause to act on", async () => {
    const { call, createKey } = service()
    const key = await createKey()
    const { nextCursor } = await list(key)
    await call("POST", paths.quotes, quoteBody(), { key: { ...key, secret: "vsk_test_wrong" } })
    await call("POST", paths.quotes, quoteBody(), { key, timestampOffsetSeconds: -600 })
    const told = await listedSince(key, nextCursor, 2)
    expect(told).toMatchObject([
      { errorCode: "INVALID_SIGNATURE", isSigned: false },
      { errorCode: "STALE_TIMESTAMP", isSigned: false },
    ])
    expect(told[0]?.detail).toContain(`Received: method POST, path ${paths.quotes}`)
    expect(told[1]?.detail).toContain("600 s behind the server's clock")
  })

  it("has none of its own answered calls, and its own refused ones", async () => {
    const key = await service().createKey()
    const { nextCursor } = await list(key)
    for (let count = 0; count < 3; count += 1) await list(key)
    await list(key, "?limit=0")
    const told = await listedSince(key, nextCursor, 1)
    expect(told.map(({ endpoint, errorCode }) => [endpoint, errorCode])).toEqual([
      ["calls", "BAD_REQUEST"],
    ])
  })

  it("is told the mistake of whoever signs the query", async () => {
    const { key } = service()
    const target = `${paths.calls}?limit=5`
    const nowSeconds = Math.floor(Date.now() / 1_000)
    const hex = createHmac("sha256", key.secret)
      .update(`${nowSeconds}.GET.${target}.`)
      .digest("hex")
    const answer = await service().call("GET", target, undefined, {
      key: null,
      headers: {
        "x-svc-key-id": key.keyId,
        "x-svc-timestamp": String(nowSeconds),
        "x-svc-signature": `v2=${hex}`,
      },
    })
    expect(answer.body).toMatchObject({
      error: "INVALID_SIGNATURE",
      detail: expect.stringContaining("It holds for the path with its query"),
    })
  })

  it("costs no read, and counts in the minute", async () => {
    const { call, createKey } = service()
    const key = await createKey({ limits: { reads: 0, burst: 1 } })
    await withinOneMinute()
    const answer = await call("GET", paths.calls, undefined, { key })
    expect(answer.status).toBe(200)
    expect(answer.headers["x-ratelimit-burst-remaining"]).toBe("0")
    const second = await call("GET", paths.calls, undefined, { key })
    expect(outcomeOf(second)).toBe("429 RATE_LIMITED")
  })

  it("takes a key without scopes, and refuses what it cannot read by the parameter", async () => {
    const { call, createKey } = service()
    const key = await createKey({ scopes: [] })
    const refused = await Promise.all(
      ["limit=0", "limit=501", "limit=1e2", "cursor=a", "cursor=1", "refused=yes"].map((query) =>
        call("GET", `${paths.calls}?${query}`, undefined, { key }),
      ),
    )
    expect(refused.map(outcomeOf)).toEqual(refused.map(() => "400 BAD_REQUEST"))
    expect(refused.map(({ body }) => (body as { detail: string }).detail.split(":")[0])).toEqual([
      "limit",
      "limit",
      "limit",
      "cursor",
      "cursor",
      "refused",
    ])
    expect(await list(key, "?limit=500&refused=false")).toMatchObject({ ok: true, calls: [] })
  })
})
