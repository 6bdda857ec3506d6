import { describe, expect, it } from "@effect/vitest"
import { type Answer, outcomeOf } from "../../../support/http-call.ts"
import { withinOneMinute } from "../../../support/one-minute.ts"
import { bilanBody, paths, quoteBody } from "../../../support/sample-trips.ts"
import { type TestKey, useService } from "../../../support/service.ts"

const service = useService()

const quote = (key: TestKey, changes = {}) =>
  service().call("POST", paths.quotes, quoteBody(changes), { key })
const bilan = (key: TestKey) => service().call("POST", paths.bilan, bilanBody(), { key })
const meta = (key: TestKey) => service().call("GET", paths.meta, undefined, { key })

const figure = (answer: Answer, name: string) => Number(answer.headers[`x-ratelimit-${name}`])

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

const secondsLeft = (periodMs: number) => Math.ceil((periodMs - (Date.now() % periodMs)) / 1_000)

/** Holds a count of seconds to the end of a period against the clock before and after it is told. */
const expectSecondsLeft = async (periodMs: number, tell: () => Promise<number>) => {
  // The database's clock, by which quotas go, is known to a second.
  const most = secondsLeft(periodMs) + 1
  const told = await tell()
  expect(told).toBeLessThanOrEqual(most)
  expect(told).toBeGreaterThanOrEqual(secondsLeft(periodMs) - 1)
}

describe("the burst of a minute", () => {
  it("lets exactly 60 of 90 simultaneous calls through", { timeout: 120_000 }, async () => {
    await withinOneMinute()
    const key = await service().createKey({ limits: "usual" })
    const calls = Array.from({ length: 90 }, (_, index) =>
      index % 3 === 0 ? quote(key) : meta(key),
    )
    const answers = await Promise.all(calls)
    const granted = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    expect([granted.length, refused.length]).toEqual([60, 30])
    const left = granted.map((answer) => figure(answer, "burst-remaining"))
    expect(left.toSorted((one, other) => other - one)).toEqual(
      Array.from({ length: 60 }, (_, index) => 59 - index),
    )
    for (const answer of refused) {
      expect(outcomeOf(answer)).toBe("429 RATE_LIMITED")
      expect(figure(answer, "burst-remaining")).toBe(0)
      expect(figure(answer, "limit")).toBe(200)
      expect(figure(answer, "remaining")).toBeGreaterThan(0)
    }
    await expectSecondsLeft(minuteMs, async () => Number((await meta(key)).headers["retry-after"]))
    const { burst_used, prices, reads_used } = await service().quotaOf(key)
    const priced = granted.filter(({ text }) => text.includes('"offers"')).length
    expect([burst_used, reads_used, prices]).toEqual([60, priced, priced])
  })

  it("counts refused bodies and scopes, and no refused signature", async () => {
    await withinOneMinute()
    const key = await service().createKey({ scopes: ["quotes"] })
    const used = async () => (await service().quotaOf(key))["burst_used"]
    expect(outcomeOf(await quote(key, { intent: "x" }))).toBe("400 BAD_INTENT")
    expect(await used()).toBe(1)
    expect(outcomeOf(await bilan(key))).toBe("403 SCOPE_FORBIDDEN")
    expect(await used()).toBe(2)
    expect(outcomeOf(await service().call("POST", paths.quotes, "{", { key }))).toBe(
      "400 INVALID_JSON",
    )
    expect(await used()).toBe(3)
    const forged = { ...key, secret: "other" }
    expect(outcomeOf(await quote(forged))).toBe("401 INVALID_SIGNATURE")
    const stale = { key, timestampOffsetSeconds: -400 }
    const old = await service().call("GET", paths.meta, undefined, stale)
    expect(outcomeOf(old)).toBe("401 STALE_TIMESTAMP")
    expect(outcomeOf(await service().call("GET", "/nowhere", undefined, { key }))).toBe(
      "404 NOT_FOUND",
    )
    expect(await used()).toBe(3)
    expect((await service().quotaOf(key))["reads_used"]).toBe(0)
  })

  it("is checked before the scope, the body and the day", async () => {
    await withinOneMinute()
    const key = await service().createKey({ scopes: ["coach"], limits: { burst: 0, reads: 0 } })
    expect(outcomeOf(await quote(key))).toBe("429 RATE_LIMITED")
    expect(outcomeOf(await bilan(key))).toBe("429 RATE_LIMITED")
    expect(outcomeOf(await service().call("POST", paths.bilan, "{", { key }))).toBe(
      "429 RATE_LIMITED",
    )
    expect((await service().quotaOf(key))["burst_used"]).toBe(0)
  })
})

describe("the reads of a day", () => {
  it("are prices and bilans together; what is refused is counted nowhere", async () => {
    await withinOneMinute()
    const key = await service().createKey({ limits: { reads: 3 } })
    const answers = [await quote(key), await bilan(key), await quote(key), await bilan(key)]
    expect(answers.map(outcomeOf)).toEqual(["200", "200", "200", "429 QUOTA_EXCEEDED"])
    expect(answers.map((answer) => figure(answer, "remaining"))).toEqual([2, 1, 0, 0])
    const refused = answers[3]
    expect(refused?.body).toMatchObject({ bucket: "reads" })
    expect(refused?.headers["retry-after"]).toBe(refused?.headers["x-ratelimit-reset"])
    expect(await service().quotaOf(key)).toMatchObject({
      burst_used: 3,
      reads_used: 3,
      prices: 2,
      bilans: 1,
    })
  })

  it("do not stop what costs no read, and are checked after the fields", async () => {
    const key = await service().createKey({ limits: { reads: 0 } })
    expect(outcomeOf(await meta(key))).toBe("200")
    expect(outcomeOf(await service().call("GET", paths.cards, undefined, { key }))).toBe("200")
    expect(outcomeOf(await quote(key, { intent: "x" }))).toBe("400 BAD_INTENT")
    expect(outcomeOf(await quote(key))).toBe("429 QUOTA_EXCEEDED")
  })

  it("roll over at the next UTC midnight, in whole seconds", async () => {
    await withinOneMinute()
    await expectSecondsLeft(dayMs, async () => figure(await meta(service().key), "reset"))
  })

  it("come back when a priced call fails, also among calls that do not", async () => {
    const key = await service().createKey({ limits: { reads: 1_000 } })
    const calls = Array.from({ length: 60 }, (_, index) =>
      quote(key, index % 2 === 0 ? { arrivalCountries: ["HM"] } : {}),
    )
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 504).length).toBe(30)
    expect(await service().quotaOf(key)).toMatchObject({ reads_used: 30, prices: 30 })
  })
})
