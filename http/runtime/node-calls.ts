import type { IncomingMessage, Server, ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type { App } from "../gateway/app.ts"
import { abandonResponse, writeNodeReply } from "./node-reply.ts"
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
    const take = (request: IncomingMessage, response: ServerResponse, waits: boolean): void => {
      const replied = Effect.map(answer(nodeCall(request, response, waits)), (reply) =>
        writeNodeReply(response, reply),
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
