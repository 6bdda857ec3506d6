import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

/** How many answers a connection may wait for at once. */
export const pendingPerConnectionMax = 32

/** How many answers all connections may wait for together, beside the first one of each. */
const pendingBehindOthersMax = 2_048

/** The answers that a connection waits for, the oldest first; some at its front may have been sent. */
type ConnectionResponses = Array<ServerResponse>

const isPending = (answer: ServerResponse): boolean => !answer.closed

/** The answers that a server's connections wait for: those that have not been sent. */
export interface PendingResponses {
  /** All of them. */
  readonly all: () => ReadonlyArray<ServerResponse>
  /** All of them by connection. */
  readonly byConnection: () => Iterable<readonly [Duplex, ReadonlyArray<ServerResponse>]>
  /** Whether a connection waits for so many answers that it may ask for no more. */
  readonly isFull: (socket: Duplex) => boolean
  /** The requests of a connection that wait for their answers. */
  readonly requestsOf: (socket: Duplex) => ReadonlyArray<IncomingMessage>
  /** A connection's pending answers to whole requests, the oldest first. */
  readonly toWholeRequests: (socket: Duplex) => ReadonlyArray<ServerResponse>
  /** The answer to the request that a connection is still sending. */
  readonly toPartialRequest: (socket: Duplex) => ServerResponse | undefined
}

/** Keeps track of the answers that each connection of a server waits for. */
export const trackPendingResponses = (server: Server): PendingResponses => {
  const connections = new Map<Duplex, ConnectionResponses>()
  let behindOthers = 0

  /**
   * Drops answers that have been sent. They are sent in their order, so looking at the front is enough
   * and cheaper than a listener for each. The answer to a request that is still arriving stays:
   * nothing else remembers that request.
   */
  const tidy = (responses: ConnectionResponses): void => {
    while (responses[0]?.closed === true && (responses.length > 1 || responses[0].req.complete)) {
      responses.shift()
      if (responses.length > 0) behindOthers -= 1
    }
  }

  server.on("connection", (socket: Duplex) => {
    const responses: ConnectionResponses = []
    connections.set(socket, responses)
    socket.once("close", () => {
      connections.delete(socket)
      behindOthers -= Math.max(0, responses.length - 1)
    })
  })

  const track = (request: IncomingMessage, answer: ServerResponse): void => {
    const responses = connections.get(request.socket)
    if (responses === undefined || responses.includes(answer)) return
    tidy(responses)
    responses.push(answer)
    if (responses.length > 1) behindOthers += 1
  }
  server.on("request", track)
  server.on("checkContinue", track)

  const isFull = (socket: Duplex): boolean => {
    const responses = connections.get(socket)
    if (responses === undefined || responses.length === 0) return false
    if (responses.length < pendingPerConnectionMax && behindOthers < pendingBehindOthersMax)
      return false
    tidy(responses)
    return (
      responses.length > 0 &&
      (responses.length >= pendingPerConnectionMax || behindOthers >= pendingBehindOthersMax)
    )
  }

  const pendingOn = (socket: Duplex): ReadonlyArray<ServerResponse> =>
    (connections.get(socket) ?? []).filter(isPending)
  return {
    all: () => [...connections.keys()].flatMap(pendingOn),
    byConnection: () => {
      connections.forEach(tidy)
      return connections
    },
    isFull,
    requestsOf: (socket) => pendingOn(socket).map(({ req }) => req),
    toWholeRequests: (socket) => pendingOn(socket).filter(({ req }) => req.complete),
    toPartialRequest: (socket) => {
      const newest = connections.get(socket)?.at(-1)
      return newest?.req.complete === false ? newest : undefined
    },
  }
}
