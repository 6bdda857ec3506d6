import { createServer, type ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import {
  boundedRequests,
  cutOffWhenFull,
  pendingPerConnectionMax,
  trackPendingResponses,
} from "../../../http/runtime/node-limits.ts"
import { onLoopback, type OnLoopback, received, requestText } from "./on-loopback.ts"

interface Served extends Pick<OnLoopback, "open"> {
  /** Answers that have been asked for and not given. */
  readonly asked: ReadonlyArray<ServerResponse>
  readonly bursts: () => number
}

/** A server that answers at once, except what is held. */
const serving = (use: (served: Served) => Promise<void>): Promise<void> => {
  const Requests = boundedRequests((socket) => pending.isFull(socket))
  const server = createServer({ IncomingMessage: Requests, shouldUpgradeCallback: () => false })
  const pending = trackPendingResponses(server)
  let bursts = 0
  cutOffWhenFull(server, pending.requestsOf)
  server.on("upgrade", () => (bursts += 1))
  const asked: Array<ServerResponse> = []
  server.on("request", (request, response) => {
    if (request.url === "/held") asked.push(response)
    else response.end("told")
  })
  return onLoopback(server, ({ open }) => use({ asked, bursts: () => bursts, open }))
}

const get = (path: string, headers: ReadonlyArray<string> = []) =>
  requestText(`GET ${path}`, headers)

const countAnswers = (text: string): number => text.split("told").length - 1

describe("requests that one connection sends without having had an answer", () => {
  it("are read up to a number, and with the next one it is cut off", () =>
    serving(async ({ asked, bursts, open }) => {
      const socket = open()
      const told = received(socket)
      socket.write(get("/held").repeat(2_000))
      await told
      assert.lengthOf(asked, pendingPerConnectionMax)
      assert.strictEqual(bursts(), 1)
      assert.isTrue(asked.every(({ req }) => req.destroyed))
    }))

  it("are answered in their order where they are no more than that", () =>
    serving(async ({ bursts, open }) => {
      const socket = open()
      const told = received(socket)
      socket.write(get("/").repeat(pendingPerConnectionMax - 1) + get("/", ["connection: close"]))
      assert.strictEqual(countAnswers(await told), pendingPerConnectionMax)
      assert.strictEqual(bursts(), 0)
    }))

  it("count no longer once their answers have left, however many there were", () =>
    serving(async ({ bursts, open }) => {
      const socket = open()
      let text = ""
      for (let round = 1; round <= 5; round += 1) {
        socket.write(get("/").repeat(20))
        while (countAnswers(text) < round * 20) {
          text += await new Promise<string>((resolve) =>
            socket.once("data", (chunk) => resolve(chunk.toString("latin1"))),
          )
        }
      }
      assert.strictEqual(bursts(), 0)
    }))
})

describe("requests that all connections together send so", () => {
  it("are bounded as well, and the first one of each connection is always read", () =>
    serving(async ({ asked, bursts, open }) => {
      const crowd = Array.from({ length: 80 }, () => open())
      const gone = Promise.all(crowd.map(received))
      for (const socket of crowd) socket.write(get("/held").repeat(pendingPerConnectionMax))
      while (bursts() === 0) await new Promise(setImmediate)
      const other = open()
      const told = received(other)
      other.write(get("/", ["connection: close"]))
      assert.strictEqual(countAnswers(await told), 1)
      const waiting = asked.filter(({ req }) => !req.destroyed)
      assert.isAtMost(waiting.length, 2_048 + crowd.length)
      for (const socket of crowd) socket.destroy()
      await gone
      const again = open()
      const toldAgain = received(again)
      again.write(get("/").repeat(9) + get("/", ["connection: close"]))
      assert.strictEqual(countAnswers(await toldAgain), 10)
    }))
})

describe("a wish for another protocol", () => {
  it.each(["websocket", "h2c"])("is none to cut a connection off for: %s", (protocol) =>
    serving(async ({ bursts, open }) => {
      const socket = open()
      const told = received(socket)
      socket.write(get("/", ["connection: upgrade, close", `upgrade: ${protocol}`]))
      assert.strictEqual(countAnswers(await told), 1)
      assert.strictEqual(bursts(), 0)
    }),
  )
})
