import type { ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import type { AnswerRest, Reply } from "../api/answer.ts"

/**
 * Gives Node a reply, head and body together, unless its request has been let go of; what follows the
 * body is left to the caller of this.
 */
export const writeNodeReply = (
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
export const writeNodeRest = (
  response: ServerResponse,
  rest: AnswerRest,
): Effect.Effect<void, unknown> =>
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
export const abandonResponse = (response: ServerResponse): void => {
  // Node gives a response its socket when its turn comes, even one that has been destroyed.
  if (response.socket === null) response.once("socket", (socket) => socket.destroy())
  else response.destroy()
}
