import { createServer, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { type AnswerRest, responseOf, textAnswer, textBody } from "../../../http/api/answer.ts"
import {
  CountedAnswer,
  cutOffSlowReaders,
  ownBytesOf,
  trackPendingResponses,
} from "../../../http/runtime/node-limits.ts"
import { answerNodeCalls } from "../../../http/runtime/node-server.ts"
import { onLoopback, received, requestText } from "./on-loopback.ts"

const piece = textBody("0123456789abcdef".repeat(16_384))

/** The rest of an answer with so many pieces, and how many of them were asked for. */
const counted = (count: number, last?: AnswerRest) => {
  let asked = 0
  const rest = Effect.suspend(() => {
    asked += 1
    if (asked <= count) return Effect.succeed(piece)
    return last ?? Effect.undefined
  })
  return { rest, asked: () => asked }
}

const replyWith = (rest: AnswerRest): HttpServerResponse =>
  responseOf({ ...textAnswer(200, "text/csv", "head\r\n", {}), rest }, "id")

/** Runs a test on a server that gives one reply to all, with its responses as they come. */
const serving = (
  reply: HttpServerResponse,
  use: (on: {
    readonly open: () => Socket
    readonly responses: ReadonlyArray<ServerResponse>
    readonly cutOff: (takeMs: number) => void
  }) => Promise<void>,
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = createServer({ ServerResponse: CountedAnswer })
      const pending = trackPendingResponses(server)
      const responses: Array<ServerResponse> = []
      server.on("request", (_, response) => responses.push(response))
      yield* answerNodeCalls(server, { answer: () => Effect.succeed(reply) })
      yield* Effect.promise(() =>
        onLoopback(server, ({ open }) =>
          use({
            open,
            responses,
            cutOff: (takeMs) => cutOffSlowReaders(server, pending, { takeMs, unreadBytes: 1e9 }),
          }),
        ),
      )
    }),
  )

const once = requestText("GET /", ["connection: close"])

/** Until what a server does of its own has come to rest: nothing changes over some turns of the clock. */
const settled = async (figure: () => number): Promise<number> => {
  for (let [before, same] = [-1, 0]; ;) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    same = figure() === before ? same + 1 : 0
    before = figure()
    if (same === 5) return before
  }
}

describe("an answer with more than its body", () => {
  it.effect("comes whole, in chunks that end", () => {
    const { rest } = counted(5)
    return serving(replyWith(rest), async ({ open }) => {
      const socket = open()
      const text = received(socket)
      socket.write(once)
      const [head = "", ...body] = (await text).split("\r\n\r\n")
      assert.match(head, /transfer-encoding: chunked/i)
      assert.notMatch(head, /content-length/i)
      assert.lengthOf(body.join("").match(/0123456789abcdef/g) ?? [], 5 * 16_384)
      assert.isTrue((await text).endsWith("\r\n0\r\n\r\n"))
    })
  })

  it.effect("is broken off where a piece cannot be had: nobody takes it for whole", () => {
    const { rest } = counted(1, Effect.fail("away"))
    return serving(replyWith(rest), async ({ open }) => {
      const socket = open()
      const text = received(socket)
      socket.write(once)
      assert.isFalse((await text).endsWith("\r\n0\r\n\r\n"))
    })
  })

  it.effect("makes nothing for HEAD", () => {
    const { asked, rest } = counted(5)
    return serving(replyWith(rest), async ({ open }) => {
      const socket = open()
      const text = received(socket)
      socket.write(requestText("HEAD /", ["connection: close"]))
      assert.isTrue((await text).endsWith("\r\n\r\n"))
      assert.strictEqual(asked(), 0)
    })
  })

  it.effect("is made no faster than it is read, and no further once its reader is gone", () => {
    const endless = counted(Number.POSITIVE_INFINITY)
    return serving(replyWith(endless.rest), async ({ open, responses }) => {
      const socket = open().pause()
      socket.write(once)
      const before = await settled(endless.asked)
      const [response] = responses as [ServerResponse]
      assert.isAtMost(ownBytesOf(response), 3 * piece.length)
      assert.isAbove(ownBytesOf(response), 0)
      socket.resume()
      while (endless.asked() <= before + 20) await new Promise(setImmediate)
      socket.destroy()
      await settled(endless.asked)
      assert.isTrue(response.destroyed)
    })
  })

  it.effect("is cut off where its reader takes nothing, and not where it reads on slowly", () => {
    const endless = counted(Number.POSITIVE_INFINITY)
    return serving(replyWith(endless.rest), async ({ cutOff, open, responses }) => {
      const [idle, slow] = [open().pause(), open()]
      slow.write(requestText("GET /slow"))
      idle.write(requestText("GET /idle"))
      // Reads some pieces between any two looks at who does not.
      const reading = setInterval(() => {
        slow.resume()
        setTimeout(() => slow.pause(), 5)
      }, 20)
      cutOff(1_500)
      while (responses.filter(({ destroyed }) => destroyed).length === 0) {
        await new Promise(setImmediate)
      }
      await new Promise((resolve) => setTimeout(resolve, 1_600))
      clearInterval(reading)
      const cut = responses.filter(({ destroyed }) => destroyed).map(({ req }) => req.url)
      assert.deepStrictEqual(cut, ["/idle"])
    })
  })
})
