import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import type { Socket } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import {
  answerMalformedRequests,
  cutOffSlowReaders,
  trackPendingResponses,
} from "../../../http/runtime/node-limits.ts"
import { onLoopback } from "./on-loopback.ts"

interface Served {
  readonly server: Server
  readonly open: () => Socket
}

const limits = { requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 50 }

/** Serves with small limits, gives the server to `use`, and ends it. */
const serving = (
  answer: RequestListener,
  use: (served: Served) => Promise<void>,
): Promise<void> => {
  const server = createServer(limits, answer)
  const pending = trackPendingResponses(server)
  cutOffSlowReaders(server, pending, { takeMs: 200, unreadBytes: Infinity })
  answerMalformedRequests(server, pending)
  return onLoopback(server, ({ open }) =>
    use({ server, open: () => open({ allowHalfOpen: true }) }),
  )
}

/** Everything that comes until the server ends the connection. */
const received = async (socket: Socket): Promise<string> => {
  let text = ""
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")))
  await once(socket, "end")
  return text
}

const statuses = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = ""]) => status)

describe("what cannot be read", () => {
  it("is answered after whole requests that came before it", () =>
    serving(
      (_request, response) => void setTimeout(() => response.end("late"), 100),
      async ({ open }) => {
        const socket = open()
        socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\nNONSENSE\r\n\r\n")
        assert.deepStrictEqual(statuses(await received(socket)), ["200", "400"])
      },
    ))

  it("is told that it is late", () =>
    serving(
      () => {},
      async ({ open }) => {
        const socket = open()
        socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf")
        assert.deepStrictEqual(statuses(await received(socket)), ["408"])
      },
    ))

  it("gets no second answer when the rest of an answered request stays away", () =>
    serving(
      (_request, response) => void response.end("early"),
      async ({ open }) => {
        const socket = open()
        socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf")
        assert.deepStrictEqual(statuses(await received(socket)), ["200"])
      },
    ))

  it("is let go of, even by a server whose client keeps its side open", () =>
    serving(
      () => {},
      async ({ open, server }) => {
        const ended = new Promise<void>((resolve) => {
          server.on("connection", (socket: Socket) => socket.on("close", () => resolve()))
        })
        const socket = open()
        socket.write("NONSENSE\r\n\r\n")
        await received(socket)
        await ended
        assert.isFalse(socket.writableEnded)
        socket.destroy()
      },
    ))

  it("does no harm when it asks for a tunnel and is gone before the answer", () =>
    serving(
      (_request, response) => void response.end("well"),
      async ({ open }) => {
        for (let time = 0; time < 20; time += 1) {
          const socket = open()
          await once(socket, "connect")
          socket.write("CONNECT db:5432 HTTP/1.1\r\nhost: x\r\n\r\n")
          socket.resetAndDestroy()
        }
        await delay(100)
        const socket = open()
        socket.write("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        assert.deepStrictEqual(statuses(await received(socket)), ["200"])
      },
    ))
})

describe("answers that are not taken", () => {
  const large = Buffer.alloc(64 * 1024 * 1024)

  it("end their connection", () =>
    serving(
      (_request, response) => void response.end(large),
      async ({ open, server }) => {
        const ended = new Promise<void>((resolve) => {
          server.on("connection", (socket: Socket) => socket.on("close", () => resolve()))
        })
        const socket = open()
        socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        await ended
        socket.destroy()
      },
    ))

  it("are those of one connection only", () =>
    serving(
      (request, response) => void response.end(request.url === "/large" ? large : "small"),
      async ({ open }) => {
        const slow = open()
        slow.write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n")
        const other = open()
        other.write("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        assert.deepStrictEqual(statuses(await received(other)), ["200"])
        slow.destroy()
      },
    ))
})
