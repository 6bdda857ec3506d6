import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { Server as NetServer } from "node:net"
import type { PendingResponses } from "./pending-responses.ts"

/** How long a connection that asks nothing is kept, for its client to notice or to ask once more. */
const idleMs = 3_000

/**
 * Has a server take no new connections, which others take, and close each that it has after its next
 * answer. Idle ones are not cut off at once, unlike when a server stops: a question may be on its way
 * on them. Calls `done` once all are closed, or after a while.
 */
export const retireServer = (server: Server, pending: PendingResponses, done: () => void): void => {
  const makeLast = (answer: ServerResponse): void => {
    if (!answer.headersSent) answer.shouldKeepAlive = false
  }
  const last = (_request: IncomingMessage, answer: ServerResponse): void => makeLast(answer)
  pending.all().forEach(makeLast)
  // Before the listener that answers, which may do so at once.
  server.prependListener("request", last)
  server.prependListener("checkContinue", last)
  let isDone = false
  const end = (): void => {
    if (isDone) return
    isDone = true
    done()
  }
  // That of node:http also closes idle connections.
  NetServer.prototype.close.call(server, end)
  setTimeout(end, idleMs)
}
