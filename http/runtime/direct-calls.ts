import type { ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import type { Answer } from "../api/answer.ts"
import type { App } from "../gateway/app.ts"
import { readNodeBody } from "../gateway/node-body.ts"
import { isPlainBody, nodeHead } from "../gateway/node-incoming.ts"
import type { RunEffect } from "../gateway/progress.ts"
import type { TakeRequest } from "./in-front.ts"
import { makePutOff } from "./next-turn.ts"
import { writeNodeAnswer } from "./node-answer.ts"
import { makeOpenCalls } from "./open-calls.ts"

/** Ends the connection of an answer once that is the next one on it. */
const endConnection = (response: ServerResponse): void => {
  // Node gives an answer its socket when its turn comes, even one that has been destroyed.
  if (response.socket === null) response.once("socket", (socket) => socket.destroy())
  else response.destroy()
}

/**
 * Reads and writes calls of signed endpoints straight with Node, and runs nothing in between but what
 * answers them: effect's server makes a scope, a context and listeners for each request, for which
 * they have no use, and which take a seventh of their rate. Calls that have begun come to their end
 * before the scope does.
 */
export const makeDirectCalls = (begin: App["begin"]) =>
  Effect.gen(function* () {
    const open = yield* makeOpenCalls
    const fork = Effect.runForkWith(yield* Effect.context<never>())
    // As for all requests: a client that leaves does not end what it has asked for half-way.
    const run: RunEffect = (effect) => fork(effect, { uninterruptible: true })
    const start = makePutOff()
    const write = makePutOff()

    const giveAnswer = (response: ServerResponse, answer: Answer, requestId: string): void => {
      try {
        writeNodeAnswer(response, answer, requestId)
      } catch (defect) {
        endConnection(response)
        run(Effect.logError("an answer could not be written", defect))
      }
    }

    const take: TakeRequest = (request, response) => {
      const call = begin(nodeHead(request))
      if (call === undefined || !isPlainBody(request, call.bodyBytesMax)) return false
      const tell = (answer: Answer): void => {
        // Calls that were charged together are all worked out first.
        write(() => {
          giveAnswer(response, answer, call.requestId)
          open.end()
        })
      }
      readNodeBody(request, call.bodyBytesMax, (read) => {
        open.begin()
        // Whatever else has come in is read first.
        start(() => call.answerAtOnce(read, { run, tell }))
      })
      return true
    }
    return take
  })
