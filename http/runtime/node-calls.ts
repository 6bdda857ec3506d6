import type { IncomingMessage, Server, ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type { App } from "../gateway/app.ts"
import { abandonResponse, writeNodeReply } from "./node-reply.ts"
import { batchUntilNextTurn } from "./next-turn.ts"
import { nodeCall } from "./node-request.ts"

/**
 * Answers every request of a server, each in a fiber of its own. A client that leaves does not end
 * half-way what it has asked for, and calls that have begun come to their end before the scope does.
 */
export const answerNodeCalls = (server: Server, { answer }: App) =>
  Effect.gen(function* () {
    const calls = yield* FiberSet.make<void>()
    yield* Effect.addFinalizer(() => FiberSet.awaitEmpty(calls))
    const run = yield* FiberSet.runtime(calls)()
    const putOff = batchUntilNextTurn()
    // Calls that were charged together are all worked out before the first of them is written.
    const turn = Effect.callback<void>((resume) => putOff(() => resume(Effect.void)))
    const take = (request: IncomingMessage, response: ServerResponse, waits: boolean): void => {
      const replied = Effect.flatMap(answer(nodeCall(request, response, waits)), (reply) =>
        Effect.andThen(
          turn,
          Effect.sync(() => writeNodeReply(response, reply)),
        ),
      )
      const called = Effect.catchCause(replied, (cause) => {
        abandonResponse(response)
        return Effect.logError("an answer could not be written", cause)
      })
      run(called, { uninterruptible: true })
    }
    server.on("request", (request, response) => take(request, response, false))
    server.on("checkContinue", (request, response) => take(request, response, true))
  })
