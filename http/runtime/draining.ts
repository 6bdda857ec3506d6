import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { Server as NetServer } from "node:net"
import type { PendingResponses } from "./node-limits.ts"

/** Whether a process is about to end: it takes nothing new and finishes what it has. */
export interface Draining {
  readonly isDraining: () => boolean
  readonly begin: () => void
  /** Runs something when it begins. */
  readonly onBegin: (run: () => void) => void
  /** Another process has taken its place: what waits ends, as when it drains. */
  readonly leave: () => void
  /** Runs something once it begins, or another process has taken its place. */
  readonly onLeave: (run: () => void) => void
}

/** A process that is not draining yet. */
export const makeDraining = (): Draining => {
  let isDraining = false
  const waiting: Array<() => void> = []
  const leaving: Array<() => void> = []
  const leave = (): void => {
    for (const run of leaving.splice(0)) run()
  }
  return {
    isDraining: () => isDraining,
    begin: () => {
      isDraining = true
      for (const run of waiting.splice(0)) run()
      leave()
    },
    onBegin: (run) => void waiting.push(run),
    leave,
    onLeave: (run) => void leaving.push(run),
  }
}

/**
 * Closes every connection of a server after the answer that it waits for, once the server drains.
 * Node closes idle connections when it stops listening, but keeps busy ones open for as long as
 * their clients go on asking.
 */
export const closeWhenDraining = (
  server: Server,
  pending: PendingResponses,
  draining: Draining,
): void =>
  draining.onBegin(() =>
    makeAnswersLast(server, pending, (answer) => {
      answer.once("close", () => setImmediate(() => server.closeIdleConnections()))
    }),
  )

/** How long a connection that asks nothing is kept, for its client to notice or to ask once more. */
const idleMs = 3_000

/**
 * Has a server take no new connections, which others take, and close each that it has after its next
 * answer. Idle ones are not cut off at once, unlike when a server stops: a question may be on its way
 * on them. Calls `done` once all are closed, or after a while.
 */
export const retireServer = (server: Server, pending: PendingResponses, done: () => void): void => {
  makeAnswersLast(server, pending)
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

/** Has every answer that a server still gives be the last of its connection. */
const makeAnswersLast = (
  server: Server,
  pending: PendingResponses,
  onLast: (answer: ServerResponse) => void = () => {},
): void => {
  const makeLast = (answer: ServerResponse): void => {
    if (!answer.headersSent) answer.shouldKeepAlive = false
    onLast(answer)
  }
  const last = (_request: IncomingMessage, answer: ServerResponse): void => makeLast(answer)
  pending.all().forEach(makeLast)
  // Before the listener that answers, which may do so at once.
  server.prependListener("request", last)
  server.prependListener("checkContinue", last)
}
