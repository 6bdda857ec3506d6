import type { ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import type { Answer } from "../serve/answer.ts"
import type { App } from "../serve/app.ts"
import { readNodeBody } from "../serve/node-body.ts"
import type { RunEffect } from "../serve/progress.ts"
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
    const fork = Effect.runForkWith(yield* Effect.context<never>())
    const start = makePutOff()
    const write = makePutOff()

    // As for all requests: a client that leaves does not end what it has asked for half-way.
    const run: RunEffect = (effect) => Fiber.runIn(fork(effect, { uninterruptible: true }), scope)

    const giveAnswer = (response: ServerResponse, answer: Answer, requestId: string): void => {
      try {
        writeNodeAnswer(response, answer, requestId)
      } catch (defect) {
        response.destroy()
        run(Effect.logError("an answer could not be written", defect))
      }
    }

    const take: TakeRequest = (request, response) => {
      const call = begin(nodeHead(request))
      if (call === undefined || !isPlainBody(request, call.bodyBytesMax)) return false
      const tell = (answer: Answer): void =>
        // Calls that were charged together are all worked out first.
        write(() => giveAnswer(response, answer, call.requestId))
      readNodeBody(request, call.bodyBytesMax, (read) =>
        // Whatever else has come in is read first.
        start(() => call.answerAtOnce(read, { run, tell })),
      )
      return true
    }
    return take
  })
