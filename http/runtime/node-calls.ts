import type { IncomingMessage, Server, ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type { Reply } from "../api/answer.ts"
import { sendTimeoutMs } from "../config/load.ts"
import type { App } from "../gateway/app.ts"
import { abandonResponse, writeNodeReply, writeNodeRest } from "./node-reply.ts"
import { batchUntilNextTurn } from "./next-turn.ts"
import { nodeCall } from "./node-request.ts"

/**
 * Answers every request of a server, each in a fiber of its own. A client that leaves does not end
 * half-way what it has asked for, and calls that have begun come to their end before the scope does.
 */
export const answerNodeCalls = (server: Server, { answer }: App) =>
  Effect.gen(function* () {
    const timeoutMs = yield* sendTimeoutMs
    const calls = yield* FiberSet.make<void>()
    yield* Effect.addFinalizer(() => FiberSet.awaitEmpty(calls))
    const run = yield* FiberSet.runtime(calls)()
    // Calls that come in together are begun together, and share a charge; most bodies are whole by then.
    const begin = batchUntilNextTurn()
    // What was charged together is all worked out before the first answer wakes a client.
    const write = batchUntilNextTurn()

    const breakOff = (response: ServerResponse, why: unknown): void => {
      abandonResponse(response)
      run(Effect.logError("an answer could not be written", why))
    }
    const giveReply = (response: ServerResponse, reply: Reply): void => {
      try {
        const rest = writeNodeReply(response, reply)
        if (rest === undefined) return
        run(
          Effect.catchCause(writeNodeRest(response, rest), (cause) =>
            Effect.sync(() => breakOff(response, cause)),
          ),
        )
      } catch (defect) {
        breakOff(response, defect)
      }
    }
    const answerOne = (request: IncomingMessage, response: ServerResponse, waits: boolean) =>
      Effect.map(answer(nodeCall(request, response, { waits, timeoutMs })), (reply) =>
        write(() => giveReply(response, reply)),
      )
    const take = (request: IncomingMessage, response: ServerResponse, waits: boolean): void =>
      begin(() => run(answerOne(request, response, waits), { uninterruptible: true }))
    server.on("request", (request, response) => take(request, response, false))
    server.on("checkContinue", (request, response) => take(request, response, true))
  })
