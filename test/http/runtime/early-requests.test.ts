import { assert, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer, type IncomingMessage, request } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import { holdEarlyRequests } from "../../../http/runtime/early-requests.ts"
import { onLoopback } from "./on-loopback.ts"

it("a request that comes before anything handles requests is answered once something does", async () => {
  const server = holdEarlyRequests(createServer())
  await onLoopback(server, async ({ origin }) => {
    const early = fetch(`${origin}/early`)
    await once(server, "connection")
    await delay(100)
    server.on("request", (request, response) => response.end(`answered ${request.url}`))
    const later = fetch(`${origin}/later`)
    assert.strictEqual(await (await early).text(), "answered /early")
    assert.strictEqual(await (await later).text(), "answered /later")
  })
})

it("so is one whose client waits for a sign before it sends the body", async () => {
  const server = holdEarlyRequests(createServer())
  await onLoopback(server, async ({ origin }) => {
    const early = request(origin, { headers: { expect: "100-continue" } })
    const answered = once(early, "response")
    early.flushHeaders()
    await once(server, "connection")
    await delay(100)
    server.on("checkContinue", (_request, response) => response.writeHead(204).end())
    const [response] = (await answered) as [IncomingMessage]
    assert.strictEqual(response.statusCode, 204)
  })
})
