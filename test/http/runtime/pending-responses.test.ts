import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer, type Server, type ServerResponse } from "node:http"
import { type PendingResponses, trackPendingResponses } from "../../../http/runtime/node-limits.ts"
import { type ByPath, makeByPath } from "./by-path.ts"
import { onLoopback, type OnLoopback, requestText } from "./on-loopback.ts"

interface Served extends Pick<OnLoopback, "open"> {
  readonly pending: PendingResponses
  readonly answers: ByPath<ServerResponse>
  readonly server: Server
}

/** Keeps what a server owes that leaves all answers to the test. */
const serving = (use: (served: Served) => Promise<void>): Promise<void> => {
  const server = createServer()
  const pending = trackPendingResponses(server)
  const answers = makeByPath<ServerResponse>()
  server.on("request", (request, response) => answers.put(request.url, response))
  server.on("checkContinue", (request, response) => answers.put(request.url, response))
  return onLoopback(server, ({ open }) => use({ answers, open, pending, server }))
}

const get = (path: string): string => requestText(`GET ${path}`)

/** The beginning of a request, whose body's other half is still to come. */
const half = (path: string): string => requestText(`POST ${path}`, ["content-length: 4"], "ha")

/** Answers by the paths that they are to: a difference between those is soon told. */
const paths = (
  answers: ReadonlyArray<ServerResponse | undefined>,
): ReadonlyArray<string | undefined> => answers.map((answer) => answer?.req.url)

const end = async (answer: ServerResponse): Promise<void> => {
  const left = once(answer, "close")
  answer.end()
  await left
}

describe("the answers that a connection waits for", () => {
  it("are those alone that have not left, after whatever number of calls", () =>
    serving(async ({ answers, open, pending }) => {
      const socket = open()
      for (const path of ["/1", "/2", "/3"]) {
        socket.write(get(path))
        const answer = await answers.at(path)
        assert.deepStrictEqual(paths(pending.all()), [path])
        await end(answer)
        assert.deepStrictEqual(paths(pending.all()), [])
      }
      socket.write(get("/4") + get("/5"))
      await answers.at("/5")
      assert.deepStrictEqual(paths(pending.all()), ["/4", "/5"])
      await end(await answers.at("/4"))
      assert.deepStrictEqual(paths(pending.all()), ["/5"])
    }))

  it("count one that was written until it has left", () =>
    serving(async ({ answers, open, pending }) => {
      open().write(get("/1") + get("/2"))
      const second = await answers.at("/2")
      second.end()
      assert.deepStrictEqual(paths(pending.all()), ["/1", "/2"])
      const left = once(second, "close")
      await end(await answers.at("/1"))
      await left
      assert.deepStrictEqual(paths(pending.all()), [])
    }))

  it("are its own, and gone with it, the later ones too", () =>
    serving(async ({ answers, open, pending }) => {
      const [socket, other] = [open(), open()]
      socket.write(get("/1") + get("/2"))
      other.write(get("/other"))
      const [first] = [await answers.at("/1"), await answers.at("/2"), await answers.at("/other")]
      assert.sameMembers([...paths(pending.all())], ["/1", "/2", "/other"])
      assert.deepStrictEqual(paths(pending.toWholeRequests(first.req.socket)), ["/1", "/2"])
      const left = once(first, "close")
      socket.destroy()
      await left
      assert.deepStrictEqual(paths(pending.all()), ["/other"])
    }))

  it("hold one that is told of again only once", () =>
    serving(async ({ answers, open, pending, server }) => {
      open().write(get("/1"))
      const answer = await answers.at("/1")
      server.emit("request", answer.req, answer)
      assert.deepStrictEqual(paths(pending.all()), ["/1"])
    }))

  it("hold one whose client waits for a sign", () =>
    serving(async ({ answers, open, pending }) => {
      open().write(requestText("POST /1", ["expect: 100-continue", "content-length: 4"]))
      await answers.at("/1")
      assert.deepStrictEqual(paths(pending.all()), ["/1"])
    }))
})

describe("the request that a connection is still sending", () => {
  it("is told apart from the whole ones before it", () =>
    serving(async ({ answers, open, pending }) => {
      open().write(get("/1") + get("/2") + half("/3"))
      const partial = await answers.at("/3")
      const { socket } = partial.req
      assert.deepStrictEqual(paths(pending.toWholeRequests(socket)), ["/1", "/2"])
      assert.deepStrictEqual(paths([pending.toPartialRequest(socket)]), ["/3"])
      await end(await answers.at("/1"))
      assert.deepStrictEqual(paths(pending.toWholeRequests(socket)), ["/2"])
    }))

  it("is so even where its answer has left already", () =>
    serving(async ({ answers, open, pending }) => {
      open().write(half("/1"))
      const partial = await answers.at("/1")
      await end(partial)
      assert.deepStrictEqual(paths([pending.toPartialRequest(partial.req.socket)]), ["/1"])
      assert.deepStrictEqual(paths(pending.all()), [])
    }))

  it("is a whole one once its rest has come", () =>
    serving(async ({ answers, open, pending }) => {
      const socket = open()
      socket.write(half("/1"))
      const answer = await answers.at("/1")
      const whole = once(answer.req.resume(), "end")
      socket.write("lf")
      await whole
      assert.deepStrictEqual(paths([pending.toPartialRequest(answer.req.socket)]), [undefined])
      assert.deepStrictEqual(paths(pending.toWholeRequests(answer.req.socket)), ["/1"])
    }))

  it("is none once the connection is gone", () =>
    serving(async ({ answers, open, pending }) => {
      const client = open()
      client.write(half("/1"))
      const { socket } = (await answers.at("/1")).req
      const gone = new Promise((resolve) => socket.once("close", resolve))
      client.destroy()
      await gone
      assert.deepStrictEqual(paths([pending.toPartialRequest(socket)]), [undefined])
      assert.deepStrictEqual(paths(pending.toWholeRequests(socket)), [])
    }))
})
