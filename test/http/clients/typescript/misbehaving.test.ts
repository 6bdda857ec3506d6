import { assert, describe, it } from "@effect/vitest"
import type { ServerResponse } from "node:http"
import { startFake } from "./fake-server.ts"
import { flavours, tagOf } from "./flavours.ts"
import { quoted, trip } from "./virtual-ground.ts"

const key = { keyId: "ak_test_1", secret: "secret" }

const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(JSON.stringify(body))
}

/** What a server may do to a first request; the second one is answered. */
const misbehaviours: ReadonlyArray<{
  readonly does: string
  readonly first: (response: ServerResponse) => void
}> = [
  { does: "resets the connection", first: (response) => response.socket?.resetAndDestroy() },
  {
    does: "breaks off in the middle of the body",
    first: (response) => {
      response.writeHead(200, { "content-length": "1000" })
      response.write('{"ok":true,')
      setTimeout(() => response.socket?.destroy(), 20)
    },
  },
  { does: "never answers", first: () => {} },
  {
    does: "answers 503 with Retry-After",
    first: (response) =>
      json(response, 503, { error: "SERVICE_UNAVAILABLE" }, { "retry-after": "0" }),
  },
  {
    does: "answers 429 with Retry-After",
    first: (response) => json(response, 429, { error: "RATE_LIMITED" }, { "retry-after": "0" }),
  },
  { does: "sends what is no JSON", first: (response) => response.end("<p>Hello</p>") },
]

describe.each(flavours)("$entry against a server that misbehaves", ({ make }) => {
  it.each(misbehaviours)("goes on where it $does", async ({ first }) => {
    const server = await startFake((_, response, number) =>
      number === 1 ? first(response) : json(response, 200, quoted),
    )
    try {
      const client = make({ ...key, baseUrl: server.baseUrl, attemptTimeoutMs: 300 })
      assert.deepStrictEqual(await client.quotes({ trip }), { answer: quoted })
    } finally {
      await server.stop()
    }
  })

  it("ends at its deadline, whatever is still on the way", async () => {
    const server = await startFake((_, response) => {
      response.writeHead(200)
      response.write("{")
    })
    try {
      const client = make({ ...key, baseUrl: server.baseUrl, deadlineMs: 300 })
      assert.strictEqual(tagOf(await client.quotes({ trip })), "timeout")
    } finally {
      await server.stop()
    }
  })

  it("follows no redirect, as its signature holds for one address", async () => {
    let others = 0
    const other = await startFake((_, response) => {
      others += 1
      json(response, 200, quoted)
    })
    const server = await startFake((_, response) => {
      response.writeHead(307, { location: `${other.baseUrl}/api/v1/travel/quotes` }).end()
    })
    try {
      const client = make({ ...key, baseUrl: server.baseUrl })
      const ended = await client.quotes({ trip })
      assert.include("failure" in ended ? ended.failure : {}, { _tag: "unreadable", status: 307 })
      assert.strictEqual(others, 0)
    } finally {
      await Promise.all([server.stop(), other.stop()])
    }
  })

  it("tells a connection that cannot be opened", async () => {
    const server = await startFake(() => {})
    await server.stop()
    const client = make({ ...key, baseUrl: server.baseUrl, triesMax: 1 })
    assert.strictEqual(tagOf(await client.meta()), "transport")
  })
})
