import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { UnreadBody } from "../../../http/api/incoming.ts"
import { nodeCall } from "../../../http/runtime/node-request.ts"
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

const describeRead = (read: Exit.Exit<Uint8Array, UnreadBody>): string =>
  Exit.match(read, {
    onSuccess: (body) => String(Buffer.from(body)),
    onFailure: ({ reasons }) =>
      reasons.map((reason) => (reason._tag === "Fail" ? reason.error._tag : reason._tag)).join(),
  })

/** Reads the body of a request of which the client has sent this much. */
const reading = (request: string, use: (reading: Reading) => Promise<void>): Promise<void> => {
  const server = createServer()
  return onLoopback(server, async ({ open }) => {
    const begun = Promise.withResolvers<Reading>()
    const client = open()
    server.on("request", (source, response) => {
      const told: Array<string> = []
      const firstTold = Promise.withResolvers<void>()
      const read = nodeCall(source, response, false).readBody(maximumBytes)
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
            const body = nodeCall(source, response, false).readBody(maximumBytes)
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
})
