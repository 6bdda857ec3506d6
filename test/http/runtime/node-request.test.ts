import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { setImmediate as nextTurn } from "node:timers/promises"
import type { UnreadBody } from "../../../http/api/incoming.ts"
import { type BodyTerms, nodeCall } from "../../../http/runtime/node-server.ts"
import { onLoopback, requestText } from "./on-loopback.ts"

interface Reading {
  readonly source: IncomingMessage
  readonly response: ServerResponse
  /** The client's side. */
  readonly client: Socket
  /** What was told so far. */
  readonly told: ReadonlyArray<string>
  readonly firstTold: Promise<void>
}

const maximumBytes = 10

const terms = { waits: false, timeoutMs: 10_000 }

const describeRead = (read: Exit.Exit<Uint8Array, UnreadBody>): string =>
  Exit.match(read, {
    onSuccess: (body) => String(Buffer.from(body)),
    onFailure: ({ reasons }) =>
      reasons.map((reason) => (reason._tag === "Fail" ? reason.error._tag : reason._tag)).join(),
  })

/** Reads the body of a request of which the client has sent this much. */
const reading = (
  request: string,
  use: (reading: Reading) => Promise<void>,
  given: BodyTerms = terms,
): Promise<void> => {
  const server = createServer()
  return onLoopback(server, async ({ open }) => {
    const begun = Promise.withResolvers<Reading>()
    const client = open()
    server.on("request", (source, response) => {
      const told: Array<string> = []
      const firstTold = Promise.withResolvers<void>()
      const read = nodeCall(source, response, given).readBody(maximumBytes)
      Effect.runFork(read).addObserver((exit) => {
        told.push(describeRead(exit))
        firstTold.resolve()
      })
      begun.resolve({ source, response, client, told, firstTold: firstTold.promise })
    })
    client.write(request)
    await use(await begun.promise)
  })
}

const ofLength = (length: number, sent = ""): string =>
  requestText("POST /", [`content-length: ${length}`], sent)

const chunk = (sent: string): string => `${sent.length.toString(16)}\r\n${sent}\r\n`

const chunked = (sent: string): string =>
  requestText("POST /", ["transfer-encoding: chunked"], chunk(sent))

describe("a body", () => {
  it.each([
    ["in one piece", ofLength(4, "body"), "body"],
    ["of as many bytes as may be", ofLength(maximumBytes, "0123456789"), "0123456789"],
    ["of no bytes", ofLength(0), ""],
    ["that is not there", requestText("GET /"), ""],
  ])("%s is read", (_which, request, body) =>
    reading(request, async ({ firstTold, told }) => {
      await firstTold
      assert.deepStrictEqual(told, [body])
    }),
  )

  it("that has come in whole before it is asked for is read at once", () => {
    const server = createServer()
    return onLoopback(server, async ({ open }) => {
      const read = new Promise<Exit.Exit<Uint8Array, UnreadBody>>((resolve) => {
        server.on("request", (source, response) => {
          setImmediate(() => {
            const body = nodeCall(source, response, terms).readBody(maximumBytes)
            resolve(Effect.runSyncExit(body))
          })
        })
      })
      open().write(ofLength(4, "body"))
      assert.strictEqual(describeRead(await read), "body")
    })
  })

  it("in several pieces is read", () =>
    reading(ofLength(6), async ({ client, firstTold, source, told }) => {
      for (const piece of ["on", "e b", "y"]) {
        const came = once(source, "data")
        assert.deepStrictEqual(told, [])
        client.write(piece)
        await came
      }
      await firstTold
      assert.deepStrictEqual(told, ["one by"])
    }))

  it("that is too long is told as soon as it is, and not read on", () =>
    reading(chunked("0123456789"), async ({ client, firstTold, source, told }) => {
      assert.isFalse(source.isPaused())
      assert.deepStrictEqual(told, [])
      client.write(chunk("x"))
      await firstTold
      assert.deepStrictEqual(told, ["BodyTooLarge"])
      assert.isTrue(source.isPaused())
    }))

  it("that is too long is not told again when it goes on and ends", () =>
    reading(chunked("0123456789x"), async ({ client, firstTold, source, told }) => {
      await firstTold
      const ended = once(source, "end")
      source.resume()
      client.write(`${chunk("more")}0\r\n\r\n`)
      await ended
      assert.deepStrictEqual(told, ["BodyTooLarge"])
    }))

  it("that is too long is not told again when its client leaves", () =>
    reading(chunked("0123456789x"), async ({ client, firstTold, source, told }) => {
      await firstTold
      const broken = new Promise((resolve) => source.once("error", resolve))
      client.destroy()
      await broken
      assert.deepStrictEqual(told, ["BodyTooLarge"])
    }))

  it("whose client leaves in the middle is told as broken, once", () =>
    reading(ofLength(6, "half"), async ({ client, response, source, told }) => {
      const left = Promise.all([
        new Promise((resolve) => source.once("close", resolve)),
        once(response, "close"),
      ])
      client.destroy()
      await left
      assert.deepStrictEqual(told, ["BodyBroken"])
    }))

  it("that was read is not told again when its client leaves without the answer", () =>
    reading(ofLength(4, "body"), async ({ client, firstTold, response, told }) => {
      await firstTold
      const left = once(response, "close")
      client.destroy()
      await left
      assert.deepStrictEqual(told, ["body"])
    }))

  it.each(["ended", "broke"] as const)(
    "that is asked for after its connection %s is told as broken at once",
    (how) => {
      const server = createServer()
      return onLoopback(server, async ({ open }) => {
        const asked = new Promise<Exit.Exit<Uint8Array, UnreadBody>>((resolve) => {
          server.on("request", (source, response) => {
            // What breaks without anybody who listens for it is closed without a word.
            source.once("close", () => {
              const body = nodeCall(source, response, terms).readBody(maximumBytes)
              Effect.runFork(body).addObserver(resolve)
            })
          })
        })
        const client = open()
        client.write(ofLength(6, "half"))
        await once(server, "request")
        if (how === "ended") client.destroy()
        else client.resetAndDestroy()
        assert.strictEqual(describeRead(await asked), "BodyBroken")
      })
    },
  )

  it("that came whole before its connection ended is read all the same", () => {
    const server = createServer()
    return onLoopback(server, async ({ open }) => {
      const asked = new Promise<Exit.Exit<Uint8Array, UnreadBody>>((resolve) => {
        server.on("request", (source, response) => {
          response.once("close", () => {
            const body = nodeCall(source, response, terms).readBody(maximumBytes)
            Effect.runFork(body).addObserver(resolve)
          })
        })
      })
      const client = open()
      client.write(ofLength(4, "body"))
      await once(server, "request")
      client.destroy()
      assert.strictEqual(describeRead(await asked), "body")
    })
  })

  const listeners = (source: IncomingMessage): number =>
    ["data", "end", "error", "close"].reduce((sum, name) => sum + source.listenerCount(name), 0)

  it("is listened for by nobody once it was read, or is waited for no more", async () => {
    const server = createServer()
    await onLoopback(server, async ({ open }) => {
      const requests: Array<readonly [IncomingMessage, ServerResponse]> = []
      server.on("request", (source, response) => void requests.push([source, response]))
      open().write(ofLength(6, "half"))
      await once(server, "request")
      const [source, response] = requests[0] ?? assert.fail("no request")
      const before = listeners(source)
      const reading = Effect.runFork(nodeCall(source, response, terms).readBody(maximumBytes))
      while (listeners(source) === before) await nextTurn()
      const ended = new Promise((resolve) => reading.addObserver(resolve))
      reading.interruptUnsafe()
      await ended
      assert.strictEqual(listeners(source), before)
    })
  })

  it("that does not come whole in its time is told as late", () =>
    reading(
      ofLength(6, "half"),
      async ({ client, firstTold, told }) => {
        const pieces = setInterval(() => client.write("x"), 40)
        await firstTold
        clearInterval(pieces)
        assert.deepStrictEqual(told, ["BodyLate"])
      },
      { waits: false, timeoutMs: 60 },
    ))
})
