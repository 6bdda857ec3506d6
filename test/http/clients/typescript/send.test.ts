import { assert, describe, it } from "@effect/vitest"
import { makeClientOn } from "../../../../http/clients/typescript/client.ts"
import { describeFailure } from "../../../../http/clients/typescript/failure.ts"
import {
  anyAnswer,
  quoted,
  rateHeadersOf,
  type Scripted,
  trip,
  virtualGround,
} from "./virtual-ground.ts"

const refused = (status: number, error: string, headers = {}): Scripted => ({
  status,
  headers,
  body: { error, detail: "why" },
})

const report = {
  ref: "acme-1",
  externalOrderId: "order-1",
  status: "pending",
  amount: 120.5,
} as const

const on = (script: ReadonlyArray<Scripted>, random = 0) => {
  const virtual = virtualGround(script, random)
  return { ...virtual, client: makeClientOn(virtual.ground) }
}

describe("a call that fails", () => {
  it.each([
    { name: "a broken connection", first: { breaks: "connection reset" } },
    { name: "a 503", first: refused(503, "SERVICE_UNAVAILABLE", { "retry-after": "1" }) },
    { name: "a 502", first: refused(502, "PRICING_UNAVAILABLE") },
    { name: "a 504 without JSON", first: { status: 504, text: "<h1>Gateway timeout</h1>" } },
    { name: "half a body", first: { status: 200, text: '{"ok":true,"sess' } },
    { name: "another answer", first: { status: 200, body: { hello: "world" } } },
  ])("is sent again after $name", async ({ first }) => {
    const { client, sent } = on([first, { status: 200, body: quoted }])
    const result = await client.quotes({ trip })
    assert.strictEqual(result._tag, "Success")
    assert.strictEqual(result._tag === "Success" ? result.call.attempts : 0, 2)
    assert.strictEqual(sent.length, 2)
  })

  it.each([
    { status: 400, code: "BAD_DATES" },
    { status: 401, code: "INVALID_SIGNATURE" },
    { status: 403, code: "SCOPE_FORBIDDEN" },
    { status: 404, code: "LINK_NOT_FOUND" },
  ])("is not sent again after $status $code", async ({ code, status }) => {
    const { client, sent } = on([refused(status, code, { "x-request-id": "r1" })])
    const result = await client.quotes({ trip })
    assert.strictEqual(result._tag === "Failure" ? result.failure._tag : "", code)
    assert.strictEqual(sent.length, 1)
    if (result._tag === "Failure") {
      assert.strictEqual(
        describeFailure(result.failure),
        `${status} ${code}: why (1 attempt, request r1)`,
      )
    }
  })

  it("is sent at most as often as it may be, at growing pauses", async () => {
    const { client, sent, slept } = on([{ breaks: "refused" }], 0.5)
    const result = await client.meta()
    assert.strictEqual(result._tag === "Failure" ? result.failure._tag : "", "transport")
    assert.deepStrictEqual([sent.length, slept], [4, [100, 200, 400]])
  })

  it("waits as long as the service asks for, unless its time ends before", async () => {
    const script = [refused(429, "RATE_LIMITED", { "retry-after": "20" })]
    const patient = on([...script, { status: 200, body: quoted }])
    assert.strictEqual((await patient.client.quotes({ trip }))._tag, "Success")
    assert.deepStrictEqual(patient.slept, [20_000])
    const hurried = on(script)
    const result = await hurried.client.quotes({ trip }, { deadlineMs: 19_000 })
    assert.deepStrictEqual(hurried.slept, [])
    assert.include(result._tag === "Failure" ? result.failure : {}, {
      _tag: "RATE_LIMITED",
      retryAfterSeconds: 20,
    })
  })

  it("is signed anew, but a report of a sale keeps its first signature", async () => {
    const script = [refused(503, "SERVICE_UNAVAILABLE", { "retry-after": "2" })]
    const read = on([...script, { status: 200, body: quoted }])
    await read.client.quotes({ trip })
    const times = read.sent.map(({ headers }) => Number(headers["x-svc-timestamp"]))
    assert.strictEqual((times[1] ?? 0) - (times[0] ?? 0), 2)
    const sale = on([...script, { status: 200, body: { ...report, ok: true } }])
    assert.strictEqual((await sale.client.conversion(report))._tag, "Success")
    assert.strictEqual(sale.sent.length, 2)
    assert.deepStrictEqual(sale.sent[1]?.headers, sale.sent[0]?.headers)
  })

  it("gives a report up before its signature is too old", async () => {
    const script = [refused(503, "SERVICE_UNAVAILABLE", { "retry-after": "241" })]
    const { client, sent } = on(script)
    const result = await client.conversion(report, { deadlineMs: 3_600_000 })
    assert.strictEqual(result._tag === "Failure" ? result.failure._tag : "", "SERVICE_UNAVAILABLE")
    assert.strictEqual(sent.length, 1)
  })

  it("says so where a request cannot be written, or signed", async () => {
    const circular: Record<string, unknown> = {}
    circular["self"] = circular
    const { client, ground, sent } = on([{ status: 200, body: quoted }])
    const result = await client.quotes({ trip: { ...trip, ...circular } })
    const unsigned = makeClientOn({ ...ground, sign: () => Promise.reject(new Error("no key")) })
    for (const each of [result, await unsigned.quotes({ trip })]) {
      assert.strictEqual(each._tag === "Failure" ? each.failure._tag : "", "unsendable")
    }
    assert.strictEqual(sent.length, 0)
  })
})

describe("a call of a key with spent quotas", () => {
  it("waits for the next minute of the service", async () => {
    const headers = rateHeadersOf(100, 3_600 + 45, 0)
    const { client, pass, slept } = on([{ status: 200, headers, body: anyAnswer }])
    await client.quotes({ trip })
    pass(5_000)
    await client.meta({ deadlineMs: 60_000 })
    assert.deepStrictEqual(slept, [40_000])
    await client.vocabulary()
    assert.deepStrictEqual(slept, [40_000])
  })

  it("is not sent where the next minute leaves no time for an answer, and is told how long to wait", async () => {
    const headers = rateHeadersOf(100, 3_600 + 30, 0)
    for (const [deadlineMs, isSent] of [
      [31_000, true],
      [30_999, false],
      [30_001, false],
      [30_000, false],
      [10, false],
    ] as const) {
      const { client, sent, slept } = on([{ status: 200, headers, body: anyAnswer }])
      await client.quotes({ trip })
      const result = await client.quotes({ trip }, { deadlineMs })
      assert.deepStrictEqual([sent.length, slept], isSent ? [2, [30_000]] : [1, []])
      if (isSent) continue
      const failure = result._tag === "Failure" ? result.failure : undefined
      assert.include(failure ?? {}, {
        _tag: "RATE_LIMITED",
        status: 429,
        retryAfterSeconds: 30,
        attempts: 0,
      })
      assert.match(
        failure === undefined ? "" : describeFailure(failure),
        /not sent: .*30 s.*0 attempts/,
      )
    }
  })

  it("tells how its last try ended, rather than that none is left", async () => {
    const spent = rateHeadersOf(100, 3_660, 0)
    const { client, sent } = on([
      { status: 503, headers: spent, body: { error: "SERVICE_UNAVAILABLE" } },
    ])
    const result = await client.conversion(report, { deadlineMs: 20_000 })
    assert.strictEqual(result._tag === "Failure" ? result.failure._tag : "", "SERVICE_UNAVAILABLE")
    assert.strictEqual(sent.length, 1)
  })

  it("is not sent again with less than a second, or a quarter of its time, left", async () => {
    for (const [deadlineMs, tries] of [
      [21_000, 2],
      [20_999, 1],
      [20_001, 1],
    ] as const) {
      const { client, sent } = on([refused(503, "SERVICE_UNAVAILABLE", { "retry-after": "20" })], 0)
      await client.meta({ deadlineMs })
      assert.strictEqual(sent.length, tries)
    }
  })

  it("waits for the day where its deadline allows, and asks the service where it does not", async () => {
    const headers = rateHeadersOf(0, 7_200, 60)
    const { client, sent, slept } = on([{ status: 200, headers, body: anyAnswer }])
    await client.quotes({ trip })
    await client.quotes({ trip })
    assert.deepStrictEqual([sent.length, slept], [2, []])
    await client.meta({ deadlineMs: 9_000_000 })
    assert.deepStrictEqual([sent.length, slept], [3, []])
    await client.bilan({ residence: "FR", destinations: ["US"] }, { deadlineMs: 9_000_000 })
    assert.deepStrictEqual(slept, [7_200_000])
  })

  it("counts what it sends itself, as answers overtake each other", async () => {
    const { client, ground, sent, slept } = on([
      { status: 200, headers: rateHeadersOf(100, 3_660, 3), body: anyAnswer },
      { status: 200, body: anyAnswer },
    ])
    await client.quotes({ trip })
    for (let call = 0; call < 3; call += 1) await client.quotes({ trip })
    ground.gate.told(
      {},
      (name) => new Headers(rateHeadersOf(100, 3_660, 2)).get(name),
      ground.nowMs(),
    )
    assert.deepStrictEqual([sent.length, slept], [4, []])
    await client.quotes({ trip }, { deadlineMs: 61_000 })
    assert.deepStrictEqual(slept, [60_000])
  })
})

describe("a call that its caller ends", () => {
  it("is not sent where it is ended already, and not sent again where it is ended in a pause", async () => {
    const { client, ground, sent } = on([{ breaks: "refused" }])
    const signal = AbortSignal.abort("enough")
    const result = await client.meta({ signal })
    assert.include(result._tag === "Failure" ? result.failure : {}, {
      _tag: "aborted",
      cause: "enough",
      attempts: 0,
    })
    assert.strictEqual(sent.length, 0)
    const controller = new AbortController()
    const sleep = async () => controller.abort("enough")
    const paused = makeClientOn({ ...ground, sleep })
    const ended = await paused.meta({ signal: controller.signal })
    assert.include(ended._tag === "Failure" ? ended.failure : {}, { _tag: "aborted", attempts: 1 })
    assert.strictEqual(sent.length, 1)
  })
})

describe("a traveller's calls", () => {
  it("keep the session and the trip", async () => {
    const link = { ok: true, subscriptionId: "sub_1", url: "https://viatica.example/r/1" }
    const { client, sent } = on([
      { status: 200, body: quoted },
      { status: 200, body: { ...quoted, sessionId: "qs_2" } },
      { status: 201, body: link },
    ])
    const traveller = client.traveller()
    assert.isUndefined(traveller.sessionId)
    await traveller.quotes({ trip })
    await traveller.quotes({ trip: { ...trip, travellers: [{ age: 35 }] }, language: "fr" })
    const made = await traveller.links({ offerId: 7 })
    assert.strictEqual(made._tag === "Success" ? made.call.status : 0, 201)
    assert.strictEqual(traveller.sessionId, "qs_2")
    const bodies = sent.map(({ body }) => JSON.parse(body ?? "") as Record<string, unknown>)
    assert.deepStrictEqual(
      bodies.map(({ sessionId }) => sessionId),
      [undefined, "qs_1", "qs_2"],
    )
    assert.deepStrictEqual(bodies[2], {
      trip: { ...trip, travellers: [{ age: 35 }] },
      offerId: 7,
      sessionId: "qs_2",
    })
  })

  it("open one session, however many are asked at once", async () => {
    const { client, sent } = on([{ status: 200, body: quoted }])
    const traveller = client.traveller()
    await Promise.all([1, 2, 3].map(() => traveller.quotes({ trip })))
    const asked = sent.map(({ body }) => body?.includes("qs_1") ?? false)
    assert.deepStrictEqual(asked, [false, true, true])
  })
})
