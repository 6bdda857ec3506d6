import { assert, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer, type IncomingMessage, request } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import { holdEarlyRequests } from "../../../http/server/early-requests.ts"

it("a request that comes before anything handles requests is answered once something does", async () => {
  const server = holdEarlyRequests(createServer())
  try {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const early = fetch(`http://127.0.0.1:${port}/early`)
    await once(server, "connection")
    await delay(100)
    server.on("request", (request, response) => response.end(`answered ${request.url}`))
    const later = fetch(`http://127.0.0.1:${port}/later`)
    assert.strictEqual(await (await early).text(), "answered /early")
    assert.strictEqual(await (await later).text(), "answered /later")
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

it("so is one whose client waits for a sign before it sends the body", async () => {
  const server = holdEarlyRequests(createServer())
  try {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const early = request({ port, host: "127.0.0.1", headers: { expect: "100-continue" } })
    const answered = once(early, "response")
    early.flushHeaders()
    await once(server, "connection")
    await delay(100)
    server.on("checkContinue", (_request, response) => response.writeHead(204).end())
    const [response] = (await answered) as [IncomingMessage]
    assert.strictEqual(response.statusCode, 204)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
