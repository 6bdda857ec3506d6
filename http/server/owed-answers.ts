import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

/** How often it is looked whether clients take their answers. */
const sweepEveryMs = 1_000

/** The answers that a connection has asked for, the oldest first; some at its front may have left. */
type Asked = Array<ServerResponse>

const isOwed = (answer: ServerResponse): boolean => !answer.closed

/** The answers that a server's connections are owed. */
export interface OwedAnswers {
  /** All that have not left. */
  readonly all: () => ReadonlyArray<ServerResponse>
  /** Those to whole requests of a connection that have not left, the oldest first. */
  readonly toWholeRequests: (socket: Duplex) => ReadonlyArray<ServerResponse>
  /** The answer to the request that a connection is still sending. */
  readonly toPartialRequest: (socket: Duplex) => ServerResponse | undefined
}

/** Whether an answer is all written, is the connection's next, and has not been taken off it. */
const waitsForReader = (answer: ServerResponse): boolean =>
  answer.writableEnded && !answer.writableFinished && answer.socket !== null

/** Cuts off connections that have not taken an answer within the time for it. */
const cutOffSlowReaders = (
  server: Server,
  connections: ReadonlyMap<Duplex, Asked>,
  takeTimeoutMs: number,
): void => {
  const waitingSince = new WeakMap<ServerResponse, number>()
  const sweep = (): void => {
    const now = performance.now()
    for (const [socket, answers] of connections) {
      for (const answer of answers) {
        if (!isOwed(answer) || !waitsForReader(answer)) continue
        const since = waitingSince.get(answer) ?? now
        waitingSince.set(answer, since)
        if (now - since >= takeTimeoutMs) socket.destroy()
      }
    }
  }
  const sweeps = setInterval(sweep, Math.min(sweepEveryMs, takeTimeoutMs))
  sweeps.unref()
  server.once("close", () => clearInterval(sweeps))
}

/**
 * Keeps the answers that each connection of a server is owed, and cuts a connection off that does
 * not take one within `takeTimeoutMs` of its being written. Node bounds how long a client sends,
 * and not how long it reads.
 */
export const keepOwedAnswers = (server: Server, takeTimeoutMs: number): OwedAnswers => {
  const connections = new Map<Duplex, Asked>()
  server.on("connection", (socket: Duplex) => {
    connections.set(socket, [])
    socket.once("close", () => connections.delete(socket))
  })
  const owe = (request: IncomingMessage, answer: ServerResponse): void => {
    const asked = connections.get(request.socket)
    if (asked === undefined || asked.includes(answer)) return
    // They leave in their order; what has left is found here, as a listener would cost each of them.
    while (asked[0]?.closed === true) asked.shift()
    asked.push(answer)
  }
  server.on("request", owe)
  server.on("checkContinue", owe)
  cutOffSlowReaders(server, connections, takeTimeoutMs)
  const owedOn = (socket: Duplex): ReadonlyArray<ServerResponse> =>
    (connections.get(socket) ?? []).filter(isOwed)
  return {
    all: () => [...connections.keys()].flatMap(owedOn),
    toWholeRequests: (socket) => owedOn(socket).filter(({ req }) => req.complete),
    toPartialRequest: (socket) => {
      const newest = connections.get(socket)?.at(-1)
      return newest?.req.complete === false ? newest : undefined
    },
  }
}
