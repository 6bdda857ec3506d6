import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { AnswerRest, Reply } from "../api/answer.ts"
import { sendTimeoutMs } from "../config/load.ts"
import type { App } from "../gateway/app.ts"
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

/** Puts something off to the next turn of the event loop, with all else that is put off in this one. */
type PutOff = (run: () => void) => void

/**
 * Makes what gathers the runs of one turn. Whatever else has come in is read before they run, and
 * what they write leaves in a burst: a write for each turn wakes the system and the client each time.
 */
const batchUntilNextTurn = (): PutOff => {
  let waiting: Array<() => void> = []
  const runAll = (): void => {
    const runs = waiting
    waiting = []
    for (const run of runs) run()
  }
  return (run) => {
    if (waiting.length === 0) setImmediate(runAll)
    waiting.push(run)
  }
}

/**
 * Gives Node a reply, head and body together, unless its request has been let go of; what follows the
 * body is left to the caller of this.
 */
const writeNodeReply = (
  response: ServerResponse,
  { body, headers, rest, status }: Reply,
): AnswerRest | undefined => {
  if (response.destroyed) return undefined
  response.writeHead(status, headers)
  if (rest !== undefined && response.req.method !== "HEAD") {
    response.write(body, "latin1")
    return rest
  }
  // A text goes out in one piece with the head, which is in Latin-1 as well.
  response.end(body, "latin1")
  return undefined
}

/** Waits until a client has taken what was written, or is gone: one that takes nothing is cut off. */
const taken = (response: ServerResponse): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const done = (): void => {
      response.off("drain", done)
      response.off("close", done)
      resume(Effect.void)
    }
    if (response.destroyed || !response.writableNeedDrain) return done()
    response.on("drain", done)
    response.on("close", done)
  })

/** Writes what follows the body of a reply, as fast as its client reads; a failure breaks it off. */
const writeNodeRest = (response: ServerResponse, rest: AnswerRest): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    for (;;) {
      yield* taken(response)
      if (response.destroyed) return
      const piece = yield* rest
      if (piece === undefined) break
      response.write(piece, "latin1")
    }
    response.end()
  })

/** Ends the connection of a response without an answer, once that is the next one on it. */
const abandonResponse = (response: ServerResponse): void => {
  // Node gives a response its socket when its turn comes, even one that has been destroyed.
  if (response.socket === null) response.once("socket", (socket) => socket.destroy())
  else response.destroy()
}
