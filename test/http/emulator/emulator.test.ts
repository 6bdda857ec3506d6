import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, expect, it } from "@effect/vitest"
import { send } from "../../support/http-call.ts"
import { type EmulatorKey, openEmulator, useEmulator } from "../../support/emulator.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-emulator-test-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, "session.ndjson")

const emulator = useEmulator({ record: file, startMs: Date.parse("2027-03-01T08:00:00Z") })

const trigger = async (name: string): Promise<ReadonlyArray<unknown>> => {
  const { body, status, text } = await emulator().control("POST", "/trigger", { trigger: name })
  assert.strictEqual(status, 200, text)
  return (body as { changed: ReadonlyArray<unknown> }).changed
}

const advance = async (time: string) =>
  (await emulator().control("POST", "/clock", { advance: time })).body as {
    now: string
    salesValidated: number
  }

const keyOf = async (mode: EmulatorKey["mode"]): Promise<EmulatorKey> => {
  const found = (await emulator().account()).keys.find((key) => key.mode === mode)
  if (found === undefined) throw new Error(`no ${mode} key`)
  return found
}

const codeOf = (body: unknown): unknown => (body as { error?: unknown }).error

const reset = () => emulator().control("POST", "/reset", {})

const mintLink = async (key: EmulatorKey) => {
  const quoted = await emulator().call("POST", paths.quotes, quoteBody(), key)
  const { sessionId } = quoted.body as { sessionId: string }
  const link = await emulator().call("POST", paths.links, quoteBody({}, { sessionId }), key)
  return link.body as { ref: string; subscriptionId: string; error?: string }
}

describe("the emulator", () => {
  it("begins at the moment that it is given, and moves forward only", async () => {
    const clock = async () =>
      Date.parse(((await emulator().control("GET", "/clock")).body as { now: string }).now)
    const start = await clock()
    assert.isAtLeast(start, Date.parse("2027-03-01T08:00:00Z"))
    assert.isBelow(start, Date.parse("2027-03-01T12:00:00Z"))
    const { now } = await advance("36h")
    assert.isAtLeast(Date.parse(now) - start, 36 * 3_600_000)
    for (const time of ["-1d", "0s", "soon", "", "9999w"]) {
      const { status } = await emulator().control("POST", "/clock", { advance: time })
      assert.strictEqual(status, 400, time)
    }
    assert.isAtLeast(await clock(), Date.parse(now))
  })

  it("resets a spent quota when the clock comes to the next day, and a minute in a minute", async () => {
    await trigger("spend-reads")
    const spent = await emulator().call("POST", paths.quotes, quoteBody())
    expect([spent.status, codeOf(spent.body)]).toEqual([429, "QUOTA_EXCEEDED"])
    const { "retry-after": retryAfter } = spent.headers
    await advance(`${Number(retryAfter) + 1}s`)
    assert.strictEqual((await emulator().call("POST", paths.quotes, quoteBody())).status, 200)
    await trigger("spend-minute")
    assert.strictEqual((await emulator().call("GET", paths.meta)).status, 429)
    await advance("1m")
    assert.strictEqual((await emulator().call("GET", paths.meta)).status, 200)
  })

  it("ends the overlap of a rotation after a day, and a key at once", async () => {
    const before = await keyOf("sandbox")
    await trigger("rotate-key")
    const after = await keyOf("sandbox")
    assert.notStrictEqual(after.secret, before.secret)
    const withOld = () => emulator().call("GET", paths.meta, undefined, before)
    assert.strictEqual((await withOld()).status, 200)
    await advance("23h59m")
    assert.strictEqual((await withOld()).status, 200)
    await advance("2m")
    assert.strictEqual(codeOf((await withOld()).body), "INVALID_SIGNATURE")
    await trigger("revoke-key")
    const revoked = await emulator().call("GET", paths.meta, undefined, after)
    assert.strictEqual(codeOf(revoked.body), "UNAUTHORIZED")
    const [made] = (await trigger("new-key")) as ReadonlyArray<EmulatorKey>
    assert.strictEqual((await emulator().call("GET", paths.meta, undefined, made)).status, 200)
    await reset()
  })

  it("validates a sale after 14 days, and no day earlier", async () => {
    const live = await keyOf("live")
    const { ref } = await mintLink(live)
    const report = { ref, externalOrderId: "o-1", amount: 120, status: "pending" }
    await emulator().call("POST", paths.conversion, report, live)
    const statusOf = async () => {
      const { body } = await emulator().call("GET", paths.sales, undefined, live)
      return (body as { sales: ReadonlyArray<{ status: string }> }).sales.map(
        ({ status }) => status,
      )
    }
    expect((await advance("13d23h")).salesValidated).toBe(0)
    expect(await statusOf()).toEqual(["pending"])
    expect((await advance("1h1m")).salesValidated).toBe(1)
    expect(await statusOf()).toEqual(["validated"])
  })

  it("moves a subscription as the funnel does, and the next link opens another", async () => {
    const live = await keyOf("live")
    const quoted = await emulator().call("POST", paths.quotes, quoteBody(), live)
    const { sessionId } = quoted.body as { sessionId: string }
    const mint = async () => {
      const { body, status } = await emulator().call(
        "POST",
        paths.links,
        quoteBody({}, { sessionId }),
        live,
      )
      return [status, (body as { subscriptionId: string }).subscriptionId] as const
    }
    const [created, first] = await mint()
    expect([created, await mint()]).toEqual([201, [200, first]])
    expect(await trigger("presubscribe")).toMatchObject([
      { subscriptionId: first, stage: "presubscribed" },
    ])
    const [again, second] = await mint()
    assert.strictEqual(again, 201)
    assert.notStrictEqual(second, first)
    const back = await emulator().control("POST", "/trigger", {
      trigger: "presubscribe",
      subscription: "sub_none",
    })
    assert.strictEqual(back.status, 400)
  })

  it("refuses all calls of a suspended account, and live links of one without a link", async () => {
    await trigger("suspend-account")
    assert.strictEqual(codeOf((await emulator().call("GET", paths.meta)).body), "SCOPE_FORBIDDEN")
    await trigger("approve-account")
    assert.strictEqual((await emulator().call("GET", paths.meta)).status, 200)
    await trigger("archive-links")
    assert.strictEqual((await mintLink(await keyOf("live"))).error, "NO_ATTRIBUTION_CONFIGURED")
    await trigger("new-link")
    assert.isString((await mintLink(await keyOf("live"))).ref)
  })

  it("prices without an insurer that fails, and with it again", async () => {
    await reset()
    const live = await keyOf("live")
    const offers = async () => {
      const trip = { countryResidence: "US", arrivalCountries: ["FR"], currency: "USD" }
      const { body } = await emulator().call("POST", paths.quotes, quoteBody(trip), live)
      return (body as { offers: ReadonlyArray<unknown> }).offers.length
    }
    const all = await offers()
    await trigger("insurer-502")
    assert.isBelow(await offers(), all)
    await trigger("insurer-well")
    await advance("10m")
    assert.strictEqual(await offers(), all)
  })

  it("answers what is chosen, once, and then by itself", async () => {
    await emulator().control("POST", "/answer", { endpoint: "meta", status: 502, body: "<html>" })
    const chosen = await emulator().call("GET", paths.meta)
    expect([chosen.status, chosen.text]).toEqual([502, "<html>"])
    assert.strictEqual((await emulator().call("GET", paths.meta)).status, 200)
  })

  it("gives the same bytes for the same calls after a reset, but for what the clock gives", async () => {
    const session = async () => {
      await reset()
      const live = await keyOf("live")
      const quote = await emulator().call("POST", paths.quotes, quoteBody(), live)
      const link = await mintLink(live)
      const account = await emulator().account()
      const body = { ...(quote.body as object), quote: "by the clock" }
      return { body, id: quote.headers["x-request-id"], link: { ...link, expiresAt: "" }, account }
    }
    expect(await session()).toEqual(await session())
  })

  it("answers a call that comes during a reset after it, and tells what waits", async () => {
    await emulator().control("POST", "/trigger", { trigger: "SLOW", endpoint: "meta", times: 2 })
    const { body } = await emulator().control("GET", "")
    expect(body).toMatchObject({ waiting: [{ trigger: "slow", endpoints: ["meta"], times: 2 }] })
    const key = await keyOf("sandbox")
    const resetting = reset()
    await new Promise((resolve) => setTimeout(resolve, 20))
    const meanwhile = await emulator().call("GET", paths.meta, undefined, key)
    assert.strictEqual(meanwhile.status, 200, meanwhile.text)
    assert.strictEqual((await resetting).status, 200)
  })

  it("is for programs of this machine alone", async () => {
    const { port } = emulator()
    const asked = (headers: Readonly<Record<string, string>>) =>
      send({ port, method: "GET", path: "/_emulator/keys", headers })
    assert.strictEqual((await asked({ origin: "https://shop.example" })).status, 403)
    assert.strictEqual((await asked({ host: "shop.example" })).status, 403)
    assert.strictEqual((await asked({ host: `localhost:${port}` })).status, 200)
    const nowhere = await emulator().control("GET", "/nothing")
    assert.strictEqual(nowhere.status, 404)
  })

  it("replays a recorded session: the same answers to the same calls, whoever asks", async () => {
    const recorded = readFileSync(file, "utf8").trimEnd().split("\n")
    assert.notMatch(recorded.join(""), /v2=|vsk_/)
    const first = JSON.parse(
      recorded.find((line) => line.includes('"path":"/api/v1/travel/quotes"')) ?? "",
    ) as { body: string; answer: string }
    const again = await openEmulator({ seed: "another", replay: file })
    try {
      const replayed = await send({
        port: again.port,
        method: "POST",
        path: paths.quotes,
        body: first.body,
      })
      expect([replayed.text, replayed.headers["x-emulator-replayed"]]).toEqual([
        first.answer,
        "true",
      ])
      const other = await again.call("POST", paths.quotes, quoteBody({ arrivalCountries: ["IT"] }))
      assert.strictEqual(other.status, 200)
      assert.isUndefined(other.headers["x-emulator-replayed"])
    } finally {
      await again.stop()
    }
    const broken = join(folder, "broken.ndjson")
    writeFileSync(broken, `${recorded[0]}\n{"at":1}\n`)
    const failed = await openEmulator({ replay: broken }).then(
      () => "",
      (error: Error) => error.message,
    )
    assert.include(failed, "line 2 is no recorded call")
  }, 60_000)
})
