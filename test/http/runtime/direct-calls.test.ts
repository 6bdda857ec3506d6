import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { setImmediate as nextTurn } from "node:timers/promises"
import { type Answer, textAnswer } from "../../../http/api/answer.ts"
import type { BegunCall } from "../../../http/gateway/app.ts"
import { makeDirectCalls } from "../../../http/runtime/direct-calls.ts"
import { makeRecordedLog } from "../outside/guard/recorded-log.ts"
import { type ByPath, makeByPath } from "./by-path.ts"
import { onLoopback, type OnLoopback, received, requestText } from "./on-loopback.ts"

type AnswerAtOnce = Parameters<BegunCall["answerAtOnce"]>

/** A call that has come to its answer, which the test tells. */
type AskedCall = { readonly read: AnswerAtOnce[0] } & AnswerAtOnce[1]

interface Served extends OnLoopback {
  readonly calls: ByPath<AskedCall>
  readonly responses: ByPath<ServerResponse>
  readonly logged: () => ReadonlyArray<string>
  readonly closeScope: () => Promise<void>
}

const bodyBytesMax = 4

/** Serves what is under /signed by direct calls, and says of all else that it is left. */
const serving = async (use: (served: Served) => Promise<void>): Promise<void> => {
  const calls = makeByPath<AskedCall>()
  const responses = makeByPath<ServerResponse>()
  const log = makeRecordedLog()
  const scope = Scope.makeUnsafe()
  const makeTake = makeDirectCalls(({ path }) =>
    path.startsWith("/signed")
      ? {
          requestId: `id of ${path}`,
          bodyBytesMax,
          answer: () => Effect.die("a direct call is answered at once"),
          answerAtOnce: (read, on) => calls.put(path, { read, ...on }),
        }
      : undefined,
  )
  const take = await Effect.runPromise(
    makeTake.pipe(Scope.provide(scope), Effect.provide(log.layer)),
  )
  const server = createServer((request, response) => {
    responses.put(request.url, response)
    if (!take(request, response)) response.end("left")
  })
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
  socket.write(getLast("/signed/other"))
  const answers = received(socket)
  const { tell } = await calls.at("/signed/other")
  tell(text("other"))
  assert.deepStrictEqual(bodies(await answers), ["other"])
}

describe("direct calls", () => {
  it.each([
    { method: "GET", sent: "" },
    { method: "POST", sent: "sent" },
  ])("answer a $method of a signed endpoint", ({ method, sent }) =>
    serving(async ({ calls, origin }) => {
      const asked = fetch(`${origin}/signed`, { method, ...(sent === "" ? {} : { body: sent }) })
      const { read, tell } = await calls.at("/signed")
      assert.strictEqual(String(Result.getOrThrow(read)), sent)
      tell({ ...text("tôld", { "x-of-the-answer": "yes" }), status: 201 })
      const response = await asked
      assert.deepStrictEqual([response.status, await response.text()], [201, "tôld"])
      assert.deepInclude(Object.fromEntries(response.headers), {
        "content-type": "text/plain; charset=utf-8",
        "content-length": "5",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-request-id": "id of /signed",
        "x-of-the-answer": "yes",
      })
    }),
  )

  it.each([
    ["is not of a signed endpoint", "/open", "content-length: 4", "sent"],
    [
      "waits for a sign before its body",
      "/signed",
      "expect: 100-continue\r\ncontent-length: 4",
      "sent",
    ],
    [
      "does not say how long it is",
      "/signed",
      "transfer-encoding: chunked",
      "4\r\nsent\r\n0\r\n\r\n",
    ],
    ["says that it is too long", "/signed", "content-length: 5", "large"],
  ])("leave one that %s", (_which, path, header, body) =>
    serving(async ({ open }) => {
      const socket = open()
      const answers = received(socket)
      socket.write(requestText(`POST ${path}`, ["connection: close", header], body))
      assert.match(await answers, /\r\n\r\nleft$/)
    }),
  )

  it("on one connection are answered in their order, whichever answer is there first", () =>
    serving(async ({ calls, open, responses }) => {
      const socket = open()
      socket.write(get("/signed/first") + getLast("/signed/second"))
      const answers = received(socket)
      const first = await calls.at("/signed/first")
      const second = await calls.at("/signed/second")
      second.tell(text("second"))
      await nextTurn()
      assert.isTrue((await responses.at("/signed/second")).writableEnded)
      first.tell(text("first"))
      assert.deepStrictEqual(bodies(await answers), ["first", "second"])
    }))

  it("are begun in the turn after their body has come, as more may come in this one", () =>
    serving(async ({ calls, open, responses }) => {
      const begun: Array<string> = []
      void calls.at("/signed").then(({ read, tell }) => {
        begun.push(String(Result.getOrThrow(read)))
        tell(text("told"))
      })
      const socket = open()
      socket.write(requestText("POST /signed", ["content-length: 4"], "se"))
      const read = once((await responses.at("/signed")).req, "end")
      socket.write("nt")
      await read
      assert.deepStrictEqual(begun, [])
      await nextTurn()
      assert.deepStrictEqual(begun, ["sent"])
    }))

  it("that are told together are all worked out before one is written", () =>
    serving(async ({ calls, open, responses }) => {
      open().write(get("/signed/first"))
      open().write(get("/signed/second"))
      const told = [await calls.at("/signed/first"), await calls.at("/signed/second")]
      const written = [await responses.at("/signed/first"), await responses.at("/signed/second")]
      const areWritten = () => written.map(({ writableEnded }) => writableEnded)
      for (const { tell } of told) tell(text("told"))
      assert.deepStrictEqual(areWritten(), [false, false])
      await nextTurn()
      assert.deepStrictEqual(areWritten(), [true, true])
    }))

  it("of a client that has left do no harm", () =>
    serving(async (served) => {
      const { calls, logged, open, responses } = served
      const socket = open()
      socket.write(get("/signed"))
      const { tell } = await calls.at("/signed")
      const left = once(await responses.at("/signed"), "close")
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
      open().end(requestText("POST /signed", ["content-length: 4"], "ha"))
      const { read, tell } = await calls.at("/signed")
      assert.isTrue(Result.isFailure(read) && read.failure._tag === "BodyBroken")
      tell(text("late"))
      await answersOthers(served)
      assert.deepStrictEqual(logged(), [])
    }))

  it("end a connection whose answer cannot be written, say so once, and go on", () =>
    serving(async (served) => {
      const { calls, logged, open } = served
      const socket = open()
      socket.write(get("/signed"))
      const answers = received(socket)
      const { tell } = await calls.at("/signed")
      tell(unwritable)
      assert.strictEqual(await answers, "")
      await answersOthers(served)
      assert.deepStrictEqual(logged(), ["an answer could not be written"])
    }))

  it("end it after the answers before that one", () =>
    serving(async ({ calls, open }) => {
      const socket = open()
      socket.write(get("/signed/first") + get("/signed/second") + get("/signed/third"))
      const answers = received(socket)
      const third = await calls.at("/signed/third")
      third.tell(text("third"))
      const second = await calls.at("/signed/second")
      second.tell(unwritable)
      await nextTurn()
      const first = await calls.at("/signed/first")
      first.tell(text("first"))
      assert.deepStrictEqual(bodies(await answers), ["first"])
    }))

  it.each(["stays", "has left"])("are waited for at the end, where their client %s", (which) =>
    serving(async ({ calls, closeScope, open, responses }) => {
      const socket = open()
      socket.write(get("/signed/first") + get("/signed/second"))
      const told = [await calls.at("/signed/first"), await calls.at("/signed/second")]
      if (which === "has left") {
        const left = once(await responses.at("/signed/first"), "close")
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

  it("that run something are not interrupted at the end", () =>
    serving(async ({ calls, closeScope, open }) => {
      open().write(get("/signed"))
      const { run, tell } = await calls.at("/signed")
      const goOn = Promise.withResolvers<string>()
      const closed = closeScope()
      run(Effect.promise(() => goOn.promise)).addObserver((exit) => {
        tell(text(Exit.isSuccess(exit) ? exit.value : "interrupted"))
      })
      goOn.resolve("done")
      await closed
    }))
})
