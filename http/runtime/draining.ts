import type { IncomingMessage, Server, ServerResponse } from "node:http"
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
): void => {
  const makeLast = (answer: ServerResponse): void => {
    if (!answer.headersSent) answer.shouldKeepAlive = false
    answer.once("close", () => setImmediate(() => server.closeIdleConnections()))
  }
  const last = (_request: IncomingMessage, answer: ServerResponse): void => makeLast(answer)
  draining.onBegin(() => {
    pending.all().forEach(makeLast)
    // Before the listener that answers, which may do so at once.
    server.prependListener("request", last)
    server.prependListener("checkContinue", last)
  })
}
