import { randomUUID } from "node:crypto"
import { IncomingMessage, type Server, ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { isSharedBody } from "../api/answer.ts"
import { type Refusal, refusalBody, refusals } from "../api/api-refusal.ts"
import { malformed, nothingServed, tooLargeHead, tooSlow } from "../api/edge-answers.ts"

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

/** About how many bytes Node keeps of an answer beside its body. */
const headBytes = 1_000

const lengthOf = (given: unknown): number =>
  typeof given === "string" || given instanceof Uint8Array ? given.length : 0

/**
 * An answer that knows how much memory it takes until it is sent. Most are written in one piece; of
 * others it is what their client has not taken yet, and each piece counts. One whose head cannot be
 * written is none: Effect would send an empty 500 in its place.
 */
export class CountedAnswer<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  declare ownBytes: number | undefined
  declare pieces: number | undefined
  /** Is told why it could not be written; it then ends its connection instead. */
  declare onUnwritable: ((why: unknown) => void) | undefined
  declare isAbandoned: boolean | undefined

  override writeHead(...given: Array<unknown>): this {
    if (this.isAbandoned === true) return this
    try {
      return super.writeHead(...(given as Parameters<ServerResponse["writeHead"]>))
    } catch (why) {
      this.isAbandoned = true
      // Node gives a response its socket when its turn comes, even one that has been destroyed.
      if (this.socket === null) this.once("socket", (socket: Socket) => socket.destroy())
      else this.destroy()
      this.onUnwritable?.(why)
      return this
    }
  }

  override write(...given: Array<unknown>): boolean {
    if (this.isAbandoned === true) return false
    this.pieces = (this.pieces ?? 0) + 1
    return super.write(...(given as Parameters<ServerResponse["write"]>))
  }

  override end(...given: Array<unknown>): this {
    if (this.isAbandoned === true) return this
    const [body] = given
    this.ownBytes = headBytes + (isSharedBody(body) ? 0 : lengthOf(body))
    return super.end(...(given as Parameters<ServerResponse["end"]>))
  }
}

/** The bytes of memory that an answer alone takes; 0 until it is written. */
export const ownBytesOf = (answer: ServerResponse): number =>
  answer instanceof CountedAnswer ? (answer.ownBytes ?? piecesBytes(answer)) : 0

const piecesBytes = (answer: CountedAnswer): number =>
  answer.pieces === undefined ? 0 : headBytes + answer.writableLength

/** How many pieces of an answer have been written so far; 0 of one that is written at once. */
const piecesOf = (answer: ServerResponse): number =>
  answer instanceof CountedAnswer ? (answer.pieces ?? 0) : 0

/** How often to check whether clients take their answers, in milliseconds. */
const sweepEveryMs = 250

/** How long clients may take over an answer, and how much of all answers may lie unread. */
export interface UnreadLimits {
  readonly takeMs: number
  readonly unreadBytes: number
}

/** A connection with an answer that its client has not taken. */
interface Reader {
  readonly socket: Duplex
  /** The unread bytes of all its answers. */
  readonly bytes: number
  /** Since when the first of them waits. */
  readonly sinceMs: number
}

/** Whether an answer, or a piece of it, is written and is the next that its client has to read. */
const waitsForReader = (answer: ServerResponse): boolean =>
  (answer.writableEnded ? !answer.writableFinished : answer.writableNeedDrain) &&
  answer.socket !== null

/** Since when a client has an answer to read, or the last piece of one. */
interface Waiting {
  readonly pieces: number
  readonly sinceMs: number
}

const unreadOf = (answers: ReadonlyArray<ServerResponse>): number =>
  answers.reduce((bytes, answer) => bytes + (answer.closed ? 0 : ownBytesOf(answer)), 0)

/**
 * Cuts off connections that do not take an answer in time: Node bounds how long a client sends, not
 * how long it reads. While more bytes lie unread in all than may, it also cuts off those that have
 * not read for longest.
 */
export const cutOffSlowReaders = (
  server: Server,
  pending: PendingResponses,
  { takeMs, unreadBytes }: UnreadLimits,
): void => {
  const waiting = new WeakMap<ServerResponse, Waiting>()

  const sinceOf = (answer: ServerResponse, nowMs: number): number => {
    const pieces = piecesOf(answer)
    const known = waiting.get(answer)
    if (known?.pieces === pieces) return known.sinceMs
    waiting.set(answer, { pieces, sinceMs: nowMs })
    return nowMs
  }

  const readersAt = (nowMs: number): ReadonlyArray<Reader> => {
    const readers: Array<Reader> = []
    for (const [socket, answers] of pending.byConnection()) {
      const [first] = answers
      if (first === undefined || !waitsForReader(first)) continue
      readers.push({ socket, bytes: unreadOf(answers), sinceMs: sinceOf(first, nowMs) })
    }
    return readers
  }

  const sweep = (): void => {
    const nowMs = performance.now()
    const readers = readersAt(nowMs).toSorted((left, right) => left.sinceMs - right.sinceMs)
    let unread = readers.reduce((bytes, reader) => bytes + reader.bytes, 0)
    for (const { bytes, sinceMs, socket } of readers) {
      if (nowMs - sinceMs < takeMs && unread <= unreadBytes) return
      unread -= bytes
      socket.destroy()
    }
  }

  const sweeps = setInterval(sweep, Math.min(sweepEveryMs, takeMs))
  sweeps.unref()
  server.once("close", () => clearInterval(sweeps))
}

/** How long a client has to read why its connection ends. */
const lingerMs = 2_000

/** What Node's parser refused, in the words of this API. */
const refusalOf = (code: string | undefined): Refusal => {
  switch (code) {
    case "HPE_INVALID_URL":
      return nothingServed
    case "HPE_HEADER_OVERFLOW":
      return tooLargeHead
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return tooSlow
    default:
      return malformed
  }
}

const answerText = (refused: Refusal): string => {
  const { status } = refusals[refused.name]
  const body = JSON.stringify(refusalBody(refused))
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    `x-request-id: ${randomUUID()}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
    "",
    body,
  ].join("\r\n")
}

/** Runs something once some answers have all been sent; never if their connection ends before. */
const onceLeft = (answers: ReadonlyArray<ServerResponse>, run: () => void): void => {
  let left = answers.length
  if (left === 0) run()
  for (const answer of answers) {
    answer.once("close", () => {
      left -= 1
      if (left === 0) run()
    })
  }
}

/** Ends a connection for good, whether or not its client ends it too. */
const letGo = (socket: Duplex, lastWords: string): void => {
  if (socket.writable) socket.end(lastWords)
  else socket.destroy()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/**
 * Answers what Node's HTTP parser refuses, and what never becomes a request, like every other call:
 * with a request id and a body that says why. Whole requests that came earlier on the connection
 * are answered first, and a request that has its answer already gets no second one. Unknown
 * expectations are ignored.
 */
export const answerMalformedRequests = (server: Server, pending: PendingResponses): Server => {
  const refusedOnce = new WeakSet<Duplex>()
  const refuse = (socket: Duplex, refused: Refusal): void => {
    if (refusedOnce.has(socket)) return
    refusedOnce.add(socket)
    onceLeft(pending.toWholeRequests(socket), () => {
      const isAnswered = pending.toPartialRequest(socket)?.headersSent === true
      letGo(socket, isAnswered ? "" : answerText(refused))
    })
  }
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET") socket.destroy()
    else refuse(socket, refusalOf(error.code))
  })
  server.on("connect", (_request, socket) => {
    // Node has removed its own listeners from this socket, and an error that nobody handles would
    // end the process: a client that asks for a tunnel and resets the connection could do that.
    socket.on("error", () => socket.destroy())
    refuse(socket, nothingServed)
  })
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  return server
}

/**
 * The request class of a server that stops reading a connection once that is full: it takes the
 * next request for a change to another protocol. Nothing else stops Node within a chunk that it has
 * received, which can hold thousands of short requests that take a hundred times the memory it took
 * to send them.
 */
export const boundedRequests = (isFull: (socket: Socket) => boolean): typeof IncomingMessage =>
  class BoundedRequest extends IncomingMessage {
    // Node sets and reads this like a property of its own, before it counts a request.
    declare private wish: boolean
    declare private verdict: boolean | undefined

    get upgrade(): boolean {
      this.verdict ??= isFull(this.socket)
      return this.verdict || (this.wish && this.method === "CONNECT")
    }

    set upgrade(wish: boolean) {
      this.wish = wish
    }
  }

/** Cuts off connections that have asked for more than they may. */
export const cutOffWhenFull = (
  server: Server,
  requestsOf: (socket: Duplex) => ReadonlyArray<IncomingMessage>,
): void => {
  server.on("upgrade", (_request, socket) => {
    // Node has removed its own listeners: nobody else would handle errors or announce the end.
    socket.on("error", () => {})
    for (const request of requestsOf(socket)) request.destroy()
    socket.destroy()
  })
}
