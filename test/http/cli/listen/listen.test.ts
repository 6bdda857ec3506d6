import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, assert, beforeAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Webhook } from "standardwebhooks"
import { useEmulator } from "../../../support/emulator.ts"
import { eventually } from "../../../support/eventually.ts"
import { freePort } from "../../../support/http-call.ts"
import { type ClaimedKey, useService } from "../../../support/service.ts"
import { openReceiver, type Receiver } from "../../store/events/receiver.ts"
import { runHere } from "../run.ts"
import { useFollowed } from "../followed.ts"

const service = useService()
const emulator = useEmulator({ startMs: Date.parse("2032-03-01T08:00:00Z") })
const listen = useFollowed("listen")

const scope = Scope.makeUnsafe()
let receiver: Receiver

beforeAll(async () => {
  receiver = await Effect.runPromise(Effect.provideService(openReceiver, Scope.Scope, scope))
})

afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const closings: Array<() => void> = []
afterEach(() => closings.splice(0).forEach((close) => close()))

const environmentOf = (baseUrl: string, { keyId, secret }: ClaimedKey) => ({
  VIATICA_URL: baseUrl,
  VIATICA_KEY: keyId,
  VIATICA_SECRET: secret,
})

const makeKey = (partnerCode?: string) =>
  service().createKey({
    mode: "sandbox",
    scopes: ["events"],
    ...(partnerCode === undefined ? {} : { partnerCode }),
  })

/** Makes the account's sandbox be told of so many keys, whose ids come in the order of the events. */
const makeKeys = async (partnerCode: string, count: number): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  while (ids.length < count) ids.push((await makeKey(partnerCode)).keyId)
  return ids
}

const gotAt = (path: string) => receiver.got.filter((got) => got.path === path)

const keyIdIn = (body: string): string =>
  (JSON.parse(body) as { readonly data: { readonly keyId: string } }).data.keyId

describe("viatica listen", () => {
  it("forwards events in their order as an endpoint gets them, and keeps them while nobody takes them", async () => {
    const key = await makeKey()
    const failing = 1
    let failed = 0
    receiver.behaviours.set("/hooks", (answer) => {
      if (failed < failing) {
        failed += 1
        answer.writeHead(500, { "retry-after": "1" }).end("not yet")
      } else answer.writeHead(204).end()
    })
    const address = receiver.url("/hooks").replace("http://", "")
    const followed = await listen([address, "--json"], environmentOf(service().baseUrl, key))
    const [ready] = await followed.told(1)
    assert.strictEqual(ready?.["to"], receiver.url("/hooks"))
    const made = await makeKeys(key.partnerCode, 3)
    await eventually(() => gotAt("/hooks").length >= 3 + failing, 60_000)
    const lines = await followed.told(1 + 3 + failing)
    expect(lines.slice(1).map(({ status }) => status)).toEqual([500, 204, 204, 204])
    expect(lines[1]).toMatchObject({ answer: "not yet", outcome: "refused", retryInMs: 5_000 })
    const verifier = new Webhook(String(ready?.["secret"]))
    const taken = gotAt("/hooks").slice(failing)
    expect(taken.map(({ body }) => keyIdIn(body))).toEqual(made)
    for (const { body, headers } of gotAt("/hooks")) {
      expect(verifier.verify(body, headers)).toMatchObject({ id: headers["webhook-id"] })
      expect(headers).toMatchObject({
        "content-type": "application/json",
        "user-agent": expect.stringMatching(/^viatica-events\//) as string,
      })
    }
    assert.deepStrictEqual([await followed.stop(), followed.errors()], [0, ""])
  })

  it("says what nothing listens at, shows events, and is the same to every library from one day to the next", async () => {
    const key = await makeKey()
    const port = await freePort()
    const environment = environmentOf(service().baseUrl, key)
    const followed = await listen([`${port}/hooks`], environment)
    const shown = await listen(["--print"], environment)
    await eventually(() => followed.output().includes("whsec_") && shown.output() !== "", 30_000)
    await makeKeys(key.partnerCode, 1)
    await eventually(() => followed.output().includes("evt_"), 30_000)
    await eventually(() => shown.output().includes('"type":"key.created"'), 30_000)
    assert.match(
      followed.output(),
      /key\.created {2,}evt_\w+ {2}nothing listens at the port; tried again in 5 s\n/,
    )
    const server = createServer((_, answer) => answer.writeHead(200).end()).listen(
      port,
      "127.0.0.1",
    )
    closings.push(
      () => void server.close(),
      () => server.closeAllConnections(),
    )
    await once(server, "listening")
    await eventually(() => / {2}200\n/.test(followed.output()), 30_000)
    const secretOf = (output: string) => /whsec_\S+(?=,)/.exec(output)?.[0]
    const again = await listen([`${port}/hooks`], environment)
    await eventually(() => again.output().includes("whsec_"), 30_000)
    assert.strictEqual(secretOf(again.output()), secretOf(followed.output()))
    const ends = await Promise.all([followed.stop(), shown.stop(), again.stop()])
    assert.deepStrictEqual(ends, [0, 0, 0])
  })

  it("loses nothing when an answer is lost, and says once that the service is away", async () => {
    const key = await makeKey()
    let asked = 0
    // The first poll that brings something is answered to nobody.
    const proxy = createServer((request, answer) => {
      const parts: Array<Buffer> = []
      request.on("data", (part: Buffer) => parts.push(part))
      request.on("end", () => {
        void fetch(`${service().baseUrl}${request.url ?? ""}`, {
          method: "POST",
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(parts),
        }).then(async (response) => {
          const text = await response.text()
          asked += 1
          if (asked === 2) request.socket.destroy()
          else answer.writeHead(response.status, { "content-type": "application/json" }).end(text)
        })
      })
    }).listen(0, "127.0.0.1")
    closings.push(
      () => void proxy.close(),
      () => proxy.closeAllConnections(),
    )
    await once(proxy, "listening")
    const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const followed = await listen([receiver.url("/lost"), "--json"], environmentOf(proxyUrl, key))
    await followed.told(1)
    const made = await makeKeys(key.partnerCode, 2)
    await eventually(() => gotAt("/lost").length >= 2, 30_000)
    expect(gotAt("/lost").map(({ body }) => keyIdIn(body))).toEqual(made)
    assert.strictEqual(await followed.stop(), 0)
    assert.match(followed.errors(), /^viatica: Cannot call .*\nviatica: .* answers again\n$/)
  })

  it("listens to an emulator, whose clock may be moved, and anew where that was emptied", async () => {
    const sandbox = (await emulator().account()).keys.find(({ mode }) => mode === "sandbox")
    assert.isDefined(sandbox)
    const followed = await listen(
      [receiver.url("/emulated"), "--json"],
      environmentOf(`http://127.0.0.1:${emulator().port}`, sandbox),
    )
    const [ready] = await followed.told(1)
    const rotate = () =>
      emulator().control("POST", "/trigger", { trigger: "rotate-key", key: sandbox.keyId })
    await emulator().control("POST", "/clock", { advance: "14d" })
    await rotate()
    await eventually(() => gotAt("/emulated").length === 1, 30_000)
    const [got] = gotAt("/emulated")
    const verifier = new Webhook(String(ready?.["secret"]))
    expect(verifier.verify(got?.body ?? "", got?.headers ?? {})).toMatchObject({
      type: "key.rotated",
      timestamp: expect.stringMatching(/^2032-03-15/) as string,
    })
    await emulator().control("POST", "/reset")
    await eventually(() => followed.errors().includes("a new one listens"), 30_000)
    await rotate()
    await eventually(() => gotAt("/emulated").length === 2, 30_000)
    expect(gotAt("/emulated").length).toBe(2)
    assert.strictEqual(await followed.stop(), 0)
  })

  it("refuses live keys, other addresses and keys without the scope in a line", async () => {
    const run = (args: ReadonlyArray<string>) => runHere({})(["listen", ...args])
    const live = await run(["3000/hooks", "--key", "ak_live_1", "--secret", "vsk_live_1"])
    assert.deepStrictEqual([live.status, live.stdout], [1, ""])
    assert.match(live.stderr, /^viatica: Only the events of the sandbox .*sandbox key.*\n$/)
    for (const args of [[], ["ftp://localhost/hooks"], ["localhost:25/hooks"], ["3000"]]) {
      const { status, stderr, stdout } = await run(args)
      assert.deepStrictEqual([status, stdout], [2, ""], args.join())
      assert.match(stderr, /^viatica: .*\n$/)
    }
    const scopeless = await service().createKey({ mode: "sandbox", scopes: ["quotes"] })
    const refused = await run([
      "3000/hooks",
      "--key",
      scopeless.keyId,
      "--secret",
      scopeless.secret,
      "--base-url",
      service().baseUrl,
    ])
    assert.strictEqual(refused.status, 1)
    assert.match(refused.stderr, /^viatica: 403 SCOPE_FORBIDDEN: .* -> ask for a key with .*\n$/)
  })
})
