import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { setImmediate as nextTurn } from "node:timers/promises"
import type { UnreadBody } from "../../../http/api/incoming.ts"
import { type Answer, responseOf, textAnswer } from "../../../http/api/answer.ts"
import { CountedAnswer } from "../../../http/runtime/node-limits.ts"
import { answerNodeCalls } from "../../../http/runtime/node-server.ts"
import { makeRecordedLog } from "../outside/guard/recorded-log.ts"
import { type ByPath, makeByPath } from "./by-path.ts"
import { onLoopback, type OnLoopback, received, requestText } from "./on-loopback.ts"

/** A call whose body has been read, or has not arrived; the test tells its answer. */
interface AskedCall {
  readonly read: Result.Result<Uint8Array, UnreadBody>
  readonly tell: (answer: Answer) => void
}

interface Served extends OnLoopback {
  readonly calls: ByPath<AskedCall>
  readonly responses: ByPath<ServerResponse>
  readonly logged: () => ReadonlyArray<string>
  readonly closeScope: () => Promise<void>
}

const bodyBytesMax = 4

/** Serves calls that the test answers. */
const serving = async (use: (served: Served) => Promise<void>): Promise<void> => {
  const calls = makeByPath<AskedCall>()
  const responses = makeByPath<ServerResponse>()
  const log = makeRecordedLog()
  const scope = Scope.makeUnsafe()
  const server = createServer({ ServerResponse: CountedAnswer }, (request, response) =>
    responses.put(request.url, response),
  )
  const serve = answerNodeCalls(server, {
    answer: ({ path, readBody }) =>
      Effect.gen(function* () {
        const read = yield* Effect.result(readBody(bodyBytesMax))
        const reply = yield* Deferred.make<HttpServerResponse>()
        const tell = (answer: Answer): void => {
          Deferred.doneUnsafe(reply, Effect.succeed(responseOf(answer, `id of ${path}`)))
        }
        calls.put(path, { read, tell })
        return yield* Deferred.await(reply)
      }),
  })
  await Effect.runPromise(serve.pipe(Scope.provide(scope), Effect.provide(log.layer)))
  const closeScope = () => Effect.runPromise(Scope.close(scope, Exit.void))
  const logged = () => log.lines.map(({ message }) => message)
  await onLoopback(server, (on) => use({ ...on, calls, closeScope, logged, responses }))
  await closeScope()
}

const text = (body: string, headers: Answer["headers"] = {}): Answer =>
  textAnswer(200, "text/plain", body, headers)

const unwritable = text("unwritable", { "x-broken": "over\r\ntwo lines" })

const get = (path: string): string => requestText(`GET ${path}`)

const getLast = (path: string): string => requestText(`GET ${path}`, ["connection: close"])

/** The bodies in what came over a connection; they are of small letters. */
const bodies = (answers: string): ReadonlyArray<string> =>
  [...answers.matchAll(/\r\n\r\n([a-z]+)/g)].map(([, body = ""]) => body)

/** Checks that a call on a new connection is answered. */
const answersOthers = async ({ calls, open }: Served): Promise<void> => {
  const socket = open()
  socket.write(getLast("/other"))
  const answers = received(socket)
  const { tell } = await calls.at("/other")
  tell(text("other"))
  assert.deepStrictEqual(bodies(await answers), ["other"])
}

describe("calls of Node's server", () => {
  it.each([
    { method: "GET", sent: "" },
    { method: "POST", sent: "sent" },
  ])("are answered: a $method", ({ method, sent }) =>
    serving(async ({ calls, origin }) => {
      const asked = fetch(`${origin}/path`, { method, ...(sent === "" ? {} : { body: sent }) })
      const { read, tell } = await calls.at("/path")
      assert.strictEqual(String(Result.getOrThrow(read)), sent)
      tell({ ...text("tôld", { "x-of-the-answer": "yes" }), status: 201 })
      const response = await asked
      assert.deepStrictEqual([response.status, await response.text()], [201, "tôld"])
      assert.deepInclude(Object.fromEntries(response.headers), {
        "content-type": "text/plain; charset=utf-8",
        "content-length": "5",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-request-id": "id of /path",
        "x-of-the-answer": "yes",
      })
    }),
  )

  it("whose client waits for a sign to send its body get one, and their answer after it", () =>
    serving(async ({ calls, open }) => {
      const socket = open()
      const answers = received(socket)
      const headers = ["connection: close", "expect: 100-continue", "content-length: 4"]
      socket.write(requestText("POST /path", headers))
      await once(socket, "data")
      socket.write("sent")
      const { read, tell } = await calls.at("/path")
      assert.strictEqual(String(Result.getOrThrow(read)), "sent")
      tell(text("told"))
      assert.match(await answers, /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK\r\n/)
    }))

  it("on one connection are answered in their order, whichever answer is there first", () =>
    serving(async ({ calls, open, responses }) => {
      const socket = open()
      socket.write(get("/first") + getLast("/second"))
      const answers = received(socket)
      const first = await calls.at("/first")
      const second = await calls.at("/second")
      second.tell(text("second"))
      await nextTurn()
      assert.isTrue((await responses.at("/second")).writableEnded)
      first.tell(text("first"))
      assert.deepStrictEqual(bodies(await answers), ["first", "second"])
    }))

  it("of a client that has left do no harm", () =>
    serving(async (served) => {
      const { calls, logged, open, responses } = served
      const socket = open()
      socket.write(get("/path"))
      const { tell } = await calls.at("/path")
      const left = once(await responses.at("/path"), "close")
      socket.destroy()
      await left
      // Nothing is written for it, so that this goes unnoticed.
      tell(unwritable)
      await answersOthers(served)
      assert.deepStrictEqual(logged(), [])
    }))

  it("of a client that leaves in the middle of a body are told so, and do no harm", () =>
    serving(async (served) => {
      const { calls, logged, open } = served
      open().end(requestText("POST /path", ["content-length: 4"], "ha"))
      const { read, tell } = await calls.at("/path")
      assert.isTrue(Result.isFailure(read) && read.failure._tag === "BodyBroken")
      tell(text("late"))
      await answersOthers(served)
      assert.deepStrictEqual(logged(), [])
    }))

  it("end a connection whose answer cannot be written, say so once, and go on", () =>
    serving(async (served) => {
      const { calls, logged, open } = served
      const socket = open()
      socket.write(get("/path"))
      const answers = received(socket)
      const { tell } = await calls.at("/path")
      tell(unwritable)
      assert.strictEqual(await answers, "")
      await answersOthers(served)
      assert.deepStrictEqual(logged(), ["an answer could not be written"])
    }))

  it("end it after the answers before that one", () =>
    serving(async ({ calls, open }) => {
      const socket = open()
      socket.write(get("/first") + get("/second") + get("/third"))
      const answers = received(socket)
      const third = await calls.at("/third")
      third.tell(text("third"))
      const second = await calls.at("/second")
      second.tell(unwritable)
      await nextTurn()
      const first = await calls.at("/first")
      first.tell(text("first"))
      assert.deepStrictEqual(bodies(await answers), ["first"])
    }))

  it.each(["stays", "has left"])("are waited for at the end, where their client %s", (which) =>
    serving(async ({ calls, closeScope, open, responses }) => {
      const socket = open()
      socket.write(get("/first") + get("/second"))
      const told = [await calls.at("/first"), await calls.at("/second")]
      if (which === "has left") {
        const left = once(await responses.at("/first"), "close")
        socket.destroy()
        await left
      }
      const happened: Array<string> = []
      const closed = closeScope().then(() => happened.push("the scope is closed"))
      for (const { tell } of told) {
        await nextTurn()
        happened.push("a call is answered")
        tell(text("told"))
      }
      await closed
      assert.deepStrictEqual(happened, [
        "a call is answered",
        "a call is answered",
        "the scope is closed",
      ])
    }),
  )
})
