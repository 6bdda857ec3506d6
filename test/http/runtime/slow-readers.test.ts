import { createServer } from "node:http"
import type { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import {
  CountedAnswer,
  cutOffSlowReaders,
  trackPendingResponses,
} from "../../../http/runtime/node-limits.ts"
import { sharedAnswer } from "../../../http/api/answer.ts"
import { onLoopback, received, requestText } from "./on-loopback.ts"

/** More than the system keeps for a connection. */
const large = Buffer.alloc(32 * 1024 * 1024)

const unreadBytes = 4 * large.length

describe("answers that lie unread", () => {
  it("are cut off where they are too much in all, those of the longest waiting first", async () => {
    const server = createServer({ ServerResponse: CountedAnswer }, (request, response) => {
      response.end(request.url === "/large" ? large : "small")
    })
    const pending = trackPendingResponses(server)
    cutOffSlowReaders(server, pending, { takeMs: 60_000, unreadBytes })
    const held: Array<Socket> = []
    server.on("connection", (socket: Socket) => held.push(socket))
    const cutOff = (): number => held.filter(({ destroyed }) => destroyed).length
    await onLoopback(server, async ({ open }) => {
      const ask = (): Socket => {
        const socket = open().pause()
        socket.write(requestText("GET /large"))
        return socket
      }
      const first = Array.from({ length: 3 }, ask)
      while (held.filter(({ writableLength }) => writableLength > 0).length < first.length) {
        await new Promise(setImmediate)
      }
      // Looked at once: they wait for longer than all that come.
      await new Promise((resolve) => setTimeout(resolve, 600))
      assert.strictEqual(cutOff(), 0)
      for (let count = 0; count < 3; count += 1) ask()
      while (cutOff() === 0) await new Promise(setImmediate)
      const left = held.filter(({ destroyed }) => !destroyed)
      assert.isAtMost(left.length * large.length, unreadBytes)
      assert.isTrue(held[0]?.destroyed)
      assert.isFalse(held.at(-1)?.destroyed)
      const other = open()
      const told = received(other)
      other.write(requestText("GET /", ["connection: close"]))
      assert.match(await told, /small$/)
    })
  })

  it("count nothing where they are the same bytes for all", async () => {
    const shared = sharedAnswer({ status: 200, contentType: "a/b", body: large, headers: {} })
    const server = createServer({ ServerResponse: CountedAnswer }, (_request, response) => {
      response.end(shared.body)
    })
    const pending = trackPendingResponses(server)
    const held: Array<Socket> = []
    server.on("connection", (socket: Socket) => held.push(socket))
    cutOffSlowReaders(server, pending, { takeMs: 60_000, unreadBytes: 10_000 })
    await onLoopback(server, async ({ open }) => {
      for (let count = 0; count < 3; count += 1) {
        open().pause().write(requestText("GET /"))
      }
      const isUnread = () =>
        pending.all().filter(({ writableLength }) => writableLength > 0).length === 3
      while (!isUnread()) await new Promise(setImmediate)
      await new Promise((resolve) => setTimeout(resolve, 600))
      assert.isTrue(held.every(({ destroyed }) => !destroyed))
    })
  })
})
