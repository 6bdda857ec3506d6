import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, assert, describe, expect, it } from "@effect/vitest"
import { freePort } from "../../../support/http-call.ts"
import { paths, quoteBody } from "../../../support/sample-trips.ts"
import { useService } from "../../../support/service.ts"
import { eventually } from "../../../support/eventually.ts"
import { runHere } from "../run.ts"
import { useFollowed } from "../followed.ts"

const service = useService()
const tail = useFollowed("tail")

const closings: Array<() => void> = []
afterEach(() => closings.splice(0).forEach((close) => close()))

/** A service that answers as it is told, on a port of its own. */
const serving = async (answer: RequestListener, port = 0) => {
  const server = createServer(answer).listen(port, "127.0.0.1")
  await once(server, "listening")
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  closings.push(close)
  return { close, port: (server.address() as AddressInfo).port }
}

const listed = (number: number) => ({
  at: "2027-05-03T09:30:00.000Z",
  requestId: `request ${number}`,
  keyId: "ak_test_1",
  isSigned: true,
  endpoint: "meta",
  method: "GET",
  path: paths.meta,
  status: 200,
  errorCode: null,
  detail: null,
  durationMs: 1,
})

const page = (numbers: ReadonlyArray<number>, nextCursor: string) =>
  JSON.stringify({ ok: true, mode: "sandbox", calls: numbers.map(listed), nextCursor })

const plenty = { "x-ratelimit-burst-remaining": "900" }

const flagsFor = (port: number, secret = "vsk_test_1") => [
  "--key",
  "ak_test_1",
  "--secret",
  secret,
  "--base-url",
  `http://127.0.0.1:${port}`,
]

describe("viatica tail of a key", () => {
  it("shows the last calls, then each that comes, until it is told to stop", async () => {
    const { baseUrl, call, createKey } = service()
    const key = await createKey({ limits: { burst: 1_000 } })
    await call("GET", paths.meta, undefined, { key })
    const followed = await tail([
      "--key",
      key.keyId,
      "--secret",
      key.secret,
      "--base-url",
      baseUrl,
      "--json",
    ])
    await followed.told(1)
    const wrong = { ...key, secret: "vsk_test_wrong" }
    const refused = await call("POST", paths.quotes, quoteBody(), { key: wrong })
    const told = await followed.told(2)
    expect(told).toMatchObject([
      { endpoint: "meta", status: 200, errorCode: null, isSigned: true },
      { errorCode: "INVALID_SIGNATURE", isSigned: false },
    ])
    assert.strictEqual(told[1]?.["requestId"], refused.headers["x-request-id"])
    assert.deepStrictEqual([await followed.stop(), followed.errors()], [0, ""])
  })

  it("waits out a service that restarts, says so once, and misses nothing", async () => {
    const asked: Array<string | undefined> = []
    const first = await serving((request, response) => {
      asked.push(request.url)
      response.writeHead(200, plenty).end(page([1, 2], "2.0"))
    })
    const followed = await tail([...flagsFor(first.port), "--last", "2", "--json"])
    await followed.told(2)
    first.close()
    await eventually(() => followed.errors() !== "", 30_000)
    let failures = 2
    await serving((request, response) => {
      asked.push(request.url)
      failures -= 1
      if (failures >= 0) {
        response
          .writeHead(503, { "retry-after": "1" })
          .end('{"error":"SERVICE_UNAVAILABLE","detail":"It begins."}')
      } else response.writeHead(200, plenty).end(page(failures === -1 ? [3] : [], "3.0"))
    }, first.port)
    const told = await followed.told(3)
    await eventually(() => followed.errors().includes("again"), 30_000)
    assert.deepStrictEqual(told.map(({ requestId }) => requestId).slice(-1), ["request 3"])
    assert.include(asked[0], "?limit=2")
    await eventually(() => asked.at(-1)?.includes("cursor=3.0") === true, 30_000)
    assert.include(asked.at(-1), "cursor=3.0")
    assert.strictEqual(await followed.stop(), 0)
    const address = `http://127.0.0.1:${first.port}`
    assert.match(
      followed.errors(),
      new RegExp(
        `^viatica: Cannot call ${address}: .*; goes on as soon as it answers\nviatica: ${address} answers again\n$`,
      ),
    )
  })

  it("ends with a line that says what to do where it is refused, or nothing answers", async () => {
    const { key } = service()
    const run = (args: ReadonlyArray<string>) => runHere({})(["tail", ...args])
    const flags = ["--key", key.keyId, "--base-url", service().baseUrl, "--secret", "vsk_test_1"]
    const wrong = await run(flags)
    assert.strictEqual(wrong.status, 1)
    assert.match(wrong.stderr, /^viatica: 401 INVALID_SIGNATURE: .* -> the secret is not .*\n$/)
    const nobody = await run(flagsFor(await freePort()))
    assert.strictEqual(nobody.status, 1)
    assert.match(nobody.stderr, /^viatica: Cannot call http:\/\/127\.0\.0\.1:\d+: .*\n$/)
    const other = await serving((_, response) => response.end("<html>"))
    const page = await run(flagsFor(other.port))
    assert.match(page.stderr, /^viatica: 200 with a body that is not of this API -> .*\n$/)
  })

  it("takes a key or the code of a partner", async () => {
    for (const args of [
      ["--key", "ak_test_1"],
      ["acme", ...flagsFor(1)],
      [...flagsFor(1), "--mode", "test"],
      [...flagsFor(1), "--last", "501"],
    ]) {
      const { status, stderr, stdout } = await runHere({})(["tail", ...args])
      assert.deepStrictEqual([status, stdout], [2, ""])
      assert.match(stderr, /^viatica: .*\n$/)
    }
  })
})
