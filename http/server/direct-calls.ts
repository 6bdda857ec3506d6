import type { IncomingMessage, ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import type { Answer } from "../serve/answer.ts"
import type { App } from "../serve/app.ts"
import { readNodeBody } from "../serve/node-body.ts"
import { isPlainBody, nodeHead } from "../serve/node-incoming.ts"
import type { TakeRequest } from "./in-front.ts"
import { makePutOff } from "./next-turn.ts"
import { writeNodeAnswer } from "./node-answer.ts"

/**
 * Reads and writes calls of signed endpoints straight with Node, and runs nothing in between but what
 * answers them. Effect's server takes a third of the time of a whole call for a scope, a context and
 * listeners of each request, which they have no use for.
 */
export const makeDirectCalls = (begin: App["begin"]) =>
  Effect.gen(function* () {
    const scope = Scope.forkUnsafe(yield* Effect.scope, "parallel")
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const start = makePutOff()
    const write = makePutOff()

    const giveAnswer = (response: ServerResponse, answer: Answer, requestId: string): void => {
      try {
        writeNodeAnswer(response, answer, requestId)
      } catch (defect) {
        response.destroy()
        run(Effect.logError("an answer could not be written", defect))
      }
    }

    const take: TakeRequest = (request: IncomingMessage, response: ServerResponse) => {
      const call = begin(nodeHead(request))
      if (call === undefined || !isPlainBody(request, call.bodyBytesMax)) return false
      readNodeBody(request, call.bodyBytesMax, (body) =>
        // Whatever else has come in is read first.
        start(() => {
          // As for all requests: a client that leaves does not end what it has asked for half-way.
          const fiber = run(call.answer(body), { uninterruptible: true })
          Fiber.runIn(fiber, scope)
          fiber.addObserver((exit) => {
            if (exit._tag === "Failure") response.destroy()
            // Calls that were charged together are all worked out first.
            else write(() => giveAnswer(response, exit.value, call.requestId))
          })
        }),
      )
      return true
    }
    return take
  })
