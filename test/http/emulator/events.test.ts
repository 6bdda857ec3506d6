import { afterAll, assert, beforeAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Webhook } from "standardwebhooks"
import { pingType, eventTypes } from "../../../rules/events/event-policy.ts"
import { type EmulatorKey, useEmulator } from "../../support/emulator.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import { type Got, openReceiver, type Receiver } from "../store/events/receiver.ts"

/** Months ahead of the machine's clock, and of the receiver's. */
const emulator = useEmulator({ startMs: Date.parse("2032-03-01T08:00:00Z") })

const scope = Scope.makeUnsafe()
let receiver: Receiver

beforeAll(async () => {
  receiver = await Effect.runPromise(Effect.provideService(openReceiver, Scope.Scope, scope))
})

afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const control = async (path: string, wish: unknown): Promise<unknown> => {
  const { body, status, text } = await emulator().control("POST", path, wish)
  assert.strictEqual(status, 200, text)
  return body
}

const listen = async (path: string, wish: Readonly<Record<string, unknown>> = {}) =>
  (await control("/endpoints", { url: receiver.url(path), ...wish })) as {
    readonly endpointId: string
    readonly secret: string
  }

const trigger = (name: string) => control("/trigger", { trigger: name })

const advance = (time: string) => control("/clock", { advance: time })

const keyOf = async (mode: EmulatorKey["mode"]): Promise<EmulatorKey> => {
  const found = (await emulator().account()).keys.find((key) => key.mode === mode)
  if (found === undefined) throw new Error(`no ${mode} key`)
  return found
}

interface Told {
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

const toldAt = (path: string): ReadonlyArray<Got> => receiver.got.filter((got) => got.path === path)

const readTold = ({ body }: Got): Told => JSON.parse(body) as Told

/** The event of a type that a path was told of, once it has come. */
const come = async (path: string, type: string): Promise<Told> => {
  for (let looks = 0; looks < 400; looks += 1) {
    const found = toldAt(path)
      .map(readTold)
      .find((told) => told.type === type)
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`${path} is never told of ${type}`)
}

/**
 * Waits until the service has noted that a path fails: its answer comes first, and a clock that is moved on in
 * between has it fail from then on.
 */
const failing = async (path: string): Promise<void> => {
  for (let looks = 0; looks < 400; looks += 1) {
    const { body } = await emulator().control("GET", "/endpoints")
    const { endpoints } = body as {
      readonly endpoints: ReadonlyArray<{
        readonly failingSince: string | null
        readonly url: string
      }>
    }
    const found = endpoints.find(({ url }) => url === receiver.url(path))
    if (found !== undefined && found.failingSince !== null) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`${path} is not noted as failing`)
}

const mintLink = async (key: EmulatorKey) => {
  const quoted = await emulator().call("POST", paths.quotes, quoteBody(), key)
  const { sessionId } = quoted.body as { sessionId: string }
  const link = await emulator().call("POST", paths.links, quoteBody({}, { sessionId }), key)
  return link.body as { ref: string; subscriptionId: string }
}

describe("events of the emulator", () => {
  it("of every type are brought about, and verified by who keeps the time of the machine", async () => {
    const { secret } = await listen("/all", { mode: "live" })
    const live = await keyOf("live")
    const { ref, subscriptionId } = await mintLink(live)
    const report = { ref, externalOrderId: "o-1", amount: 120, status: "pending" }
    await emulator().call("POST", paths.conversion, report, live)
    for (const name of ["presubscribe", "pay", "subscribe", "withdraw", "correct-sale", "ping"]) {
      await trigger(name)
    }
    for (const name of ["spend-reads", "rotate-key"]) {
      await control("/trigger", { trigger: name, key: live.keyId })
    }
    for (const name of ["suspend-account", "approve-account", "change-commission"]) {
      await trigger(name)
    }
    receiver.behaviours.set("/broken", (answer) => answer.writeHead(500).end("not yet"))
    await listen("/broken", { mode: "live", types: ["sale.validated"] })
    const large = { ref, externalOrderId: "o-2", amount: 2_000, status: "validated" }
    await emulator().call("POST", paths.conversion, large, live)
    const last = await come("/all", "quota.nearly_spent")
    expect(last.data).toMatchObject({ keyId: live.keyId, bucket: "reads" })
    await advance("14d")

    const ended = await come("/all", "key.secret_ending")
    assert.strictEqual(ended.data["keyId"], live.keyId)
    const hoursLeft =
      (Date.parse(String(ended.data["previousValidUntil"])) - Date.parse(ended.timestamp)) / 3.6e6
    assert.closeTo(hoursLeft, 4, 0.1)
    expect((await come("/all", "sale.validated")).data).toMatchObject({ externalOrderId: "o-1" })
    await come("/broken", "sale.validated")
    await failing("/broken")
    await advance("60d")
    const { data: stated } = await come("/all", "statement.ready")
    await trigger("send-payout")
    await trigger("return-payout")
    const { data: returned } = await come("/all", "payout.returned")
    expect(returned).toMatchObject({ amount: stated["due"], statement: stated["number"] })
    expect((await come("/all", "endpoint.failing")).data["failingSince"]).toMatch(/^2032-/)
    expect((await come("/all", "subscription.paid")).data).toMatchObject({ subscriptionId })

    const verifier = new Webhook(secret)
    const types = toldAt("/all").map(({ body, headers }) => {
      const told = verifier.verify(body, headers) as Told
      assert.match(told.timestamp, /^2032-/)
      return told.type
    })
    await control("/endpoints/remove", { endpoint: receiver.url("/broken") })
    const ofKeys = ["key.created", "key.revoked"]
    const others = [...eventTypes, pingType].filter((type) => !ofKeys.includes(type))
    expect([...new Set(types)].sort()).toEqual(others.sort())
  }, 60_000)

  it("tell of keys that are made and revoked, in the mode of the key", async () => {
    await listen("/keys", { types: ["key.created", "key.revoked"] })
    const made = (await control("/trigger", { trigger: "new-key" })) as {
      readonly changed: ReadonlyArray<{ readonly keyId: string }>
    }
    const keyId = made.changed[0]?.keyId ?? ""
    await control("/trigger", { trigger: "revoke-key", key: keyId })
    expect((await come("/keys", "key.revoked")).data).toEqual({ keyId })
    expect((await come("/keys", "key.created")).data).toMatchObject({ keyId })
    await control("/endpoints/remove", { endpoint: receiver.url("/keys") })
  }, 60_000)

  it("go to the types and the mode that an endpoint asks for", async () => {
    await listen("/sales", { types: ["sale.validated"] })
    await listen("/sandbox")
    await trigger("spend-writes")
    await come("/sandbox", "quota.nearly_spent")
    const { endpointId } = await listen("/sales", { types: ["quota.nearly_spent"] })
    expect(toldAt("/sales")).toEqual([])
    const listed = await emulator().call("GET", paths.eventEndpoints)
    const { endpoints } = listed.body as { endpoints: ReadonlyArray<{ url: string }> }
    const found = endpoints.filter(({ url }) => url === receiver.url("/sales"))
    expect(found).toMatchObject([{ endpointId, types: ["quota.nearly_spent"] }])
  })

  it("that an endpoint refuses are sent again when the clock has moved", async () => {
    receiver.behaviours.set("/down", (answer) => answer.writeHead(500).end("not yet"))
    await listen("/down", { types: ["quota.nearly_spent"] })
    await trigger("fresh-quota")
    await advance("1d")
    await trigger("spend-reads")
    await come("/down", "quota.nearly_spent")
    const tried = toldAt("/down").length
    receiver.behaviours.delete("/down")
    const { endpointId } = await listen("/after", { types: ["sale.validated"] })
    await advance("2h")
    for (let looks = 0; looks < 400 && toldAt("/down").length === tried; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    const ids = new Set(toldAt("/down").map(({ headers }) => headers["webhook-id"]))
    expect([toldAt("/down").length > tried, ids.size]).toEqual([true, 1])
    const pinged = await emulator().call("POST", paths.eventPing, { endpointId })
    assert.strictEqual(pinged.status, 200, pinged.text)
    await come("/after", pingType)
  })

  it("have their endpoints listed, and taken away by address or by id", async () => {
    const listed = async () =>
      ((await emulator().control("GET", "/endpoints")).body as { endpoints: { url: string }[] })
        .endpoints
    const [first, second] = [await listen("/one"), await listen("/two", { mode: "live" })]
    const isListed = async (path: string) =>
      (await listed()).some(({ url }) => url === receiver.url(path))
    expect([await isListed("/one"), await isListed("/two")]).toEqual([true, true])
    expect(await control("/endpoints/remove", { endpoint: receiver.url("/one") })).toEqual({
      removed: [first.endpointId],
    })
    await control("/endpoints/remove", { endpoint: second.endpointId })
    expect([await isListed("/one"), await isListed("/two")]).toEqual([false, false])
    const again = await emulator().control("POST", "/endpoints/remove", { endpoint: "we_none" })
    expect(again.status).toBe(400)
  })

  it("are refused an address that is none, with a sentence", async () => {
    const detailOf = async (wish: unknown) => {
      const { body, status } = await emulator().control("POST", "/endpoints", wish)
      return `${status} ${(body as { detail: string }).detail}`
    }
    assert.match(await detailOf({ url: "9000" }), /^400 An endpoint is an address of http/)
    assert.match(await detailOf({ url: "ftp://127.0.0.1/x" }), /^400 An endpoint is an address/)
    assert.match(
      await detailOf({ url: receiver.url("/x"), types: ["sale.lost"] }),
      /^400 types are out of sale\.validated/,
    )
    assert.match(await detailOf({}), /^400 .*may hold url, mode, types\.$/)
  })

  it("are of nobody after a reset", async () => {
    await control("/reset", {})
    const listed = await emulator().call("GET", paths.eventEndpoints)
    expect(listed.body).toMatchObject({ endpoints: [] })
    const { detail } = (await emulator().control("POST", "/trigger", { trigger: "ping" })).body as {
      detail: string
    }
    assert.match(detail, /^No endpoint listens yet/)
    await listen("/again")
    await trigger("ping")
    await come("/again", pingType)
  })
})
