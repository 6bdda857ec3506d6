import type { IncomingMessage, Server, ServerResponse } from "node:http"

/**
 * Keeps the requests that arrive between the moment a server listens and the moment something
 * handles its requests, and hands them over then. Node drops a request that nobody listens for
 * without an answer, so its caller would wait for ever.
 */
export const holdEarlyRequests = (server: Server): Server => {
  const early: Array<readonly [IncomingMessage, ServerResponse]> = []
  const hold = (request: IncomingMessage, response: ServerResponse): void => {
    early.push([request, response])
  }
  const handOver = (event: string | symbol): void => {
    if (event !== "request") return
    server.off("newListener", handOver)
    server.off("request", hold)
    setImmediate(() => {
      for (const [request, response] of early) server.emit("request", request, response)
    })
  }
  server.on("request", hold)
  server.on("newListener", handOver)
  return server
}
