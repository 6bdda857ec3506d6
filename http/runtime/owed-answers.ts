import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

/** How many answers a connection may wait for at once. */
export const owedOfConnectionMax = 32

/** How many answers all connections may wait for together, beside the first one of each. */
const owedBehindOthersMax = 2_048

/** The answers that a connection has asked for, the oldest first; some at its front may have left. */
type Asked = Array<ServerResponse>

const isOwed = (answer: ServerResponse): boolean => !answer.closed

/** The answers that a server's connections are owed. */
export interface OwedAnswers {
  /** All that have not left. */
  readonly all: () => ReadonlyArray<ServerResponse>
  /** The same by their connections. */
  readonly byConnection: () => Iterable<readonly [Duplex, ReadonlyArray<ServerResponse>]>
  /** Whether a connection has asked for as many as it may until it has had the first of them. */
  readonly isFull: (socket: Duplex) => boolean
  /** The requests of a connection whose answers have not left. */
  readonly requestsOf: (socket: Duplex) => ReadonlyArray<IncomingMessage>
  /** Those to whole requests of a connection that have not left, the oldest first. */
  readonly toWholeRequests: (socket: Duplex) => ReadonlyArray<ServerResponse>
  /** The answer to the request that a connection is still sending. */
  readonly toPartialRequest: (socket: Duplex) => ServerResponse | undefined
}

/** Keeps the answers that each connection of a server is owed. */
export const keepOwedAnswers = (server: Server): OwedAnswers => {
  const connections = new Map<Duplex, Asked>()
  let behindOthers = 0

  /**
   * Leaves out what has left: it goes in its order, and a listener would cost each of them. The one to
   * a request whose rest is still to come stays, as nothing else tells of that request.
   */
  const tidy = (asked: Asked): void => {
    while (asked[0]?.closed === true && (asked.length > 1 || asked[0].req.complete)) {
      asked.shift()
      if (asked.length > 0) behindOthers -= 1
    }
  }

  server.on("connection", (socket: Duplex) => {
    const asked: Asked = []
    connections.set(socket, asked)
    socket.once("close", () => {
      connections.delete(socket)
      behindOthers -= Math.max(0, asked.length - 1)
    })
  })

  const owe = (request: IncomingMessage, answer: ServerResponse): void => {
    const asked = connections.get(request.socket)
    if (asked === undefined || asked.includes(answer)) return
    tidy(asked)
    asked.push(answer)
    if (asked.length > 1) behindOthers += 1
  }
  server.on("request", owe)
  server.on("checkContinue", owe)

  const isFull = (socket: Duplex): boolean => {
    const asked = connections.get(socket)
    if (asked === undefined || asked.length === 0) return false
    if (asked.length < owedOfConnectionMax && behindOthers < owedBehindOthersMax) return false
    tidy(asked)
    return (
      asked.length > 0 &&
      (asked.length >= owedOfConnectionMax || behindOthers >= owedBehindOthersMax)
    )
  }

  const owedOn = (socket: Duplex): ReadonlyArray<ServerResponse> =>
    (connections.get(socket) ?? []).filter(isOwed)
  return {
    all: () => [...connections.keys()].flatMap(owedOn),
    byConnection: () => {
      connections.forEach(tidy)
      return connections
    },
    isFull,
    requestsOf: (socket) => owedOn(socket).map(({ req }) => req),
    toWholeRequests: (socket) => owedOn(socket).filter(({ req }) => req.complete),
    toPartialRequest: (socket) => {
      const newest = connections.get(socket)?.at(-1)
      return newest?.req.complete === false ? newest : undefined
    },
  }
}
