import type { IncomingMessage, Server, ServerResponse } from "node:http"

/** What Node tells of a request, by whether its client waits for a sign before it sends the body. */
type RequestEvent = "request" | "checkContinue"

/** Keeps what is told by one event until something else listens for it. */
const holdEvent = (server: Server, held: RequestEvent): void => {
  const early: Array<readonly [IncomingMessage, ServerResponse]> = []
  const hold = (request: IncomingMessage, response: ServerResponse): void => {
    early.push([request, response])
  }
  const handOver = (event: string | symbol): void => {
    if (event !== held) return
    server.off("newListener", handOver)
    server.off(held, hold)
    setImmediate(() => {
      for (const [request, response] of early) server.emit(held, request, response)
    })
  }
  server.on(held, hold)
  server.on("newListener", handOver)
}

/**
 * Keeps the requests that arrive between the moment a server listens and the moment something
 * handles its requests, and hands them over then. Node drops a request that nobody listens for
 * without an answer, so its caller would wait for ever.
 */
export const holdEarlyRequests = (server: Server): Server => {
  holdEvent(server, "request")
  holdEvent(server, "checkContinue")
  return server
}
