import type { IncomingMessage, Server, ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** Takes a request, or says that it does not. */
export type TakeRequest = (request: IncomingMessage, response: ServerResponse) => boolean

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const handlersOf = (server: Server): ReadonlyArray<Handler> =>
  server.listeners("request") as unknown as ReadonlyArray<Handler>

/**
 * Puts something in front of the handlers of requests that `serve` gives a server: they see what it
 * does not take. It stays for as long as the scope, the end of `serve` included.
 */
export const inFrontOf = <E, R>(
  server: Server,
  take: TakeRequest,
  serve: Effect.Effect<void, E, R>,
): Effect.Effect<void, E, R | Scope.Scope> =>
  Effect.gen(function* () {
    const before = handlersOf(server)
    let behind: ReadonlyArray<Handler> = []
    const front: Handler = (request, response) => {
      if (take(request, response)) return
      for (const handler of behind) handler(request, response)
    }
    yield* Effect.addFinalizer(() => Effect.sync(() => server.off("request", front)))
    yield* serve
    behind = handlersOf(server).filter((handler) => !before.includes(handler))
    for (const handler of behind) server.off("request", handler)
    server.on("request", front)
  })
