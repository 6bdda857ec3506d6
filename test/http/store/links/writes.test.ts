import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { uncountCall } from "../../../../http/store/quota/quota-sql.ts"
import { type Answer, outcomeOf } from "../../../support/http-call.ts"
import { withinOneMinute } from "../../../support/one-minute.ts"
import { paths } from "../../../support/sample-trips.ts"
import { type TestKey, useService } from "../../../support/service.ts"
import { linkBody, makeLinking } from "./linking.ts"

const service = useService()
const { advance, call, link, rows, session } = makeLinking(service)

const figure = (answer: Answer, name: string) => Number(answer.headers[`x-ratelimit-${name}`])

const make = (key: TestKey, sessionId: string, trip = {}) => call(linkBody(sessionId, trip), key)

describe("the writes of a day", () => {
  it.each(["live", "sandbox"] as const)("are debited by 201 alone: %s", async (mode) => {
    const key = await service().createKey({ mode, limits: { writes: 5 } })
    const sessionId = await session(key, mode)
    const first = await make(key, sessionId)
    expect([outcomeOf(first), figure(first, "limit"), figure(first, "remaining")]).toEqual([
      "201",
      5,
      4,
    ])
    for (const trip of [{}, { endDate: "2027-07-15" }]) {
      const later = await make(key, sessionId, trip)
      expect([outcomeOf(later), figure(later, "remaining")]).toEqual(["200", 4])
    }
    const refused = await make(key, "nothing")
    expect([outcomeOf(refused), figure(refused, "remaining")]).toEqual(["400 BAD_SESSION_ID", 4])
    const missing = await call(linkBody(sessionId, {}, { linkCode: "nobodys" }), key)
    expect([outcomeOf(missing), figure(missing, "remaining")]).toEqual(["404 LINK_NOT_FOUND", 4])
    const second = await make(key, await session(key, mode))
    expect([outcomeOf(second), figure(second, "remaining")]).toEqual(["201", 3])
    expect(await service().quotaOf(key)).toMatchObject({ writes_used: 2, links: 2, reads_used: 0 })
    const meta = await service().call("GET", paths.meta, undefined, { key })
    expect(meta.body).toMatchObject({
      key: { quota: { writes: { limit: 5, used: 2, remaining: 3 } }, lifetime: { links: 2 } },
    })
    expect(figure(meta, "limit")).toBeGreaterThan(5)
  })

  it("stop a first link when they are spent: 429, counted nowhere, nothing made", async () => {
    await withinOneMinute()
    const key = await service().createKey({ mode: "live", limits: { writes: 1, burst: 50 } })
    const held = await session(key)
    const fresh = await session(key)
    const first = await make(key, held)
    expect([outcomeOf(first), figure(first, "burst-remaining")]).toEqual(["201", 49])
    const spent = await make(key, fresh)
    expect(outcomeOf(spent)).toBe("429 QUOTA_EXCEEDED")
    expect(spent.body).toMatchObject({ bucket: "writes" })
    expect([figure(spent, "limit"), figure(spent, "remaining")]).toEqual([1, 0])
    expect(spent.headers["retry-after"]).toBe(spent.headers["x-ratelimit-reset"])
    expect(figure(spent, "burst-remaining")).toBe(49)
    expect(await service().quotaOf(key)).toMatchObject({ burst_used: 1, writes_used: 1, links: 1 })
    const nonce = fresh.slice(3, 25)
    expect(await rows(`select * from link_session where nonce = '${nonce}'`)).toEqual([])
    await service().setLimits(key, { writes: 2 })
    expect(outcomeOf(await make(key, fresh))).toBe("201")
  })

  it("give a refused call back to its own minute only", async () => {
    await withinOneMinute()
    const key = await service().createKey({ mode: "live", limits: { burst: 50 } })
    await link(201, key, await session(key))
    const minute = Math.floor(Date.now() / 60_000)
    const uncount = (of: number) =>
      service().run(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          uncountCall(sql, { keyId: key.keyId, minute: of }),
        ),
      )
    for (const [of, used] of [
      [minute - 1, 1],
      [minute + 1, 1],
      [minute, 0],
      [minute, 0],
    ] as const) {
      await uncount(of)
      expect((await service().quotaOf(key))["burst_used"]).toBe(used)
    }
  })

  it("stop a roll when they are spent, and leave the session where it was", async () => {
    const key = await service().createKey({ mode: "live", limits: { writes: 1 } })
    const sessionId = await session(key)
    const first = await link(201, key, sessionId)
    await advance(first.subscriptionId, "paid")
    expect(outcomeOf(await make(key, sessionId))).toBe("429 QUOTA_EXCEEDED")
    const nonce = sessionId.slice(3, 25)
    expect(await rows(`select subscription_id from link_session where nonce = '${nonce}'`)).toEqual(
      [{ subscription_id: first.subscriptionId }],
    )
  })

  it("do not stop a replay or an update, and come after the fields and the link", async () => {
    const key = await service().createKey({ mode: "live", limits: { writes: 1 } })
    const sessionId = await session(key)
    await link(201, key, sessionId)
    await link(200, key, sessionId)
    expect(await link(200, key, sessionId, { isAnnual: true })).toMatchObject({ updated: true })
    expect(outcomeOf(await make(key, await session(key), { intent: "x" }))).toBe("400 BAD_INTENT")
    const missing = call(linkBody(await session(key), {}, { linkCode: "nobodys" }), key)
    expect(outcomeOf(await missing)).toBe("404 LINK_NOT_FOUND")
    const none = await service().createKey({ limits: { writes: 0 } })
    expect(outcomeOf(await make(none, await session(none, "sandbox")))).toBe("429 QUOTA_EXCEEDED")
  })

  it("are fresh on another day, the reads too, one that lies far ahead included", async () => {
    const key = await service().createKey({ limits: { writes: 1, reads: 9 } })
    const today = Math.floor(Date.now() / 86_400_000)
    const set = (day: number) =>
      rows(`update quota set day = ${day}, writes_used = 1, reads_used = 7
        where key_id = '${key.keyId}' returning 1`)
    for (const day of [today - 1, today + 2]) {
      await set(day)
      const made = await make(key, await session(key, "sandbox"))
      expect([outcomeOf(made), figure(made, "remaining")]).toEqual(["201", 0])
      expect(await service().quotaOf(key)).toMatchObject({
        day: today,
        writes_used: 1,
        reads_used: 0,
      })
    }
  })

  it("are granted exactly as often as there are, to many sessions at once", async () => {
    const key = await service().createKey({ mode: "live", limits: { writes: 7 } })
    const sessions = await Promise.all(Array.from({ length: 20 }, () => session(key)))
    const answers = await Promise.all(sessions.map((sessionId) => make(key, sessionId)))
    const granted = answers.filter(({ status }) => status === 201)
    expect(granted.map((answer) => figure(answer, "remaining")).toSorted()).toEqual([
      0, 1, 2, 3, 4, 5, 6,
    ])
    expect(answers.filter((answer) => outcomeOf(answer) === "429 QUOTA_EXCEEDED").length).toBe(13)
    expect(await service().quotaOf(key)).toMatchObject({ writes_used: 7, links: 7 })
  })
})
