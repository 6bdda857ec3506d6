import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createServer, IncomingMessage, type Server, type ServerResponse } from "node:http"
import { Server as NetServer, type Socket } from "node:net"
import type { Duplex } from "node:stream"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import {
  clientTimeouts,
  connectionsMax,
  drainMs,
  unreadAnswersMaxMegabytes,
} from "../config/load.ts"
import { serverSettings } from "../config/server.ts"
import type { App } from "../gateway/app.ts"
import { type ListenAddress, listenOn } from "../platform/listen.ts"
import { ProcessGroup } from "../ports/process-group.ts"
import { CountedAnswer } from "./counted-answers.ts"
import { closeWhenDraining, type Draining, makeDraining } from "./draining.ts"
import { gracefulShutdownTimeout } from "./foundations.ts"
import { answerMalformedRequests } from "./malformed-requests.ts"
import { answerNodeCalls } from "./node-calls.ts"
import { type PendingResponses, trackPendingResponses } from "./pending-responses.ts"
import { makeService } from "./service.ts"
import { cutOffSlowReaders, type UnreadLimits } from "./slow-readers.ts"

export { layerFoundations } from "./foundations.ts"

/** How many clients there may be, and how long they may take over requests and over answers. */
interface ClientLimits extends UnreadLimits {
  readonly connections: number
  readonly sendMs: number
}

/** How often Node looks for requests that are late; it would look every half minute. */
const lateCheckMs = 1_000

const nodeOptions = ({ sendMs }: ClientLimits) => ({
  requestTimeout: sendMs,
  headersTimeout: sendMs,
  connectionsCheckingInterval: Math.min(lateCheckMs, sendMs),
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  // A request without one is refused like any other, in words; Node would refuse it without.
  requireHostHeader: false,
  // Nothing here speaks another protocol: a wish for one is ignored, as HTTP allows.
  shouldUpgradeCallback: () => false,
})

const makeServer = (limits: ClientLimits, draining: Draining) => {
  const Requests = boundedRequests((socket) => pending.isFull(socket))
  const server = createServer({
    ...nodeOptions(limits),
    IncomingMessage: Requests,
    ServerResponse: CountedAnswer,
  })
  server.maxConnections = limits.connections
  // Else, of several processes, it would hand those beyond back to the primary one for ever.
  Object.assign(server, { dropMaxConnection: true })
  const pending = trackPendingResponses(server)
  const giveBackMemory = makeGiveBackMemory()
  cutOffWhenFull(server, pending.requestsOf, giveBackMemory)
  cutOffSlowReaders(server, pending, limits, giveBackMemory)
  closeWhenDraining(server, pending, draining)
  const retire = (done: () => void): void => retireServer(server, pending, done)
  return { server: answerMalformedRequests(server, pending), retire }
}

/** Stops listening; what is connected then has a while to finish, and is cut off after it. */
const stopListening = (server: Server): Effect.Effect<void> =>
  Effect.callback<void>((resume) => void server.close(() => resume(Effect.void))).pipe(
    Effect.timeoutOption(gracefulShutdownTimeout),
    Effect.ensuring(Effect.sync(() => server.closeAllConnections())),
  )

/** Serves an application on Node until the scope closes: Node takes calls as soon as it listens. */
export const serveOnNode = Effect.fnUntraced(function* (
  app: App,
  draining: Draining,
  at: ListenAddress,
) {
  const group = yield* ProcessGroup
  const noticeMs = yield* drainMs
  // Where another process has taken its place, balancers have nothing to notice.
  const balancersNotice = Effect.suspend(() => Effect.sleep(group.isRetiring() ? 0 : noticeMs))
  const { retire, server } = makeServer(
    {
      ...(yield* clientTimeouts),
      connections: yield* connectionsMax,
      unreadBytes: (yield* unreadAnswersMaxMegabytes) * 1_000_000,
    },
    draining,
  )
  yield* answerNodeCalls(server, app)
  yield* Effect.acquireRelease(listenOn(server, at), () => stopListening(server))
  group.onRetire(retire)
  yield* Effect.addFinalizer(() => Effect.andThen(Effect.sync(draining.begin), balancersNotice))
})

/** Serves the application, which is made before the port is listened on. */
export const layerServe = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* serverSettings
    const draining = makeDraining()
    const service = yield* makeService(settings, draining)
    yield* serveOnNode(service, draining, { host: settings.host, port: settings.port })
  }),
)

/** How long after the last burst memory is given back: a process under attack has other things to do. */
const usualAfterMs = 10_000

type Collect = (how: { readonly type: "major"; readonly execution: "async" }) => unknown

/** V8's own collection, which it exposes only behind a flag. */
const collector = (): Collect => {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc") as Collect
}

/**
 * Makes a function that gives the memory of a burst back, some time after its last call. V8
 * collects when something is allocated: a process that is idle after a burst would keep its memory
 * for good.
 */
export const makeGiveBackMemory = (afterMs = usualAfterMs): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      collector()({ type: "major", execution: "async" })
    }, afterMs)
    timer.refresh().unref()
  }
}

/** How long a connection that asks nothing is kept, for its client to notice or to ask once more. */
const idleMs = 3_000

/**
 * Has a server take no new connections, which others take, and close each that it has after its next
 * answer. Idle ones are not cut off at once, unlike when a server stops: a question may be on its way
 * on them. Calls `done` once all are closed, or after a while.
 */
const retireServer = (server: Server, pending: PendingResponses, done: () => void): void => {
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

/** Cuts off connections that have asked for more than they may, and reports each as a burst. */
export const cutOffWhenFull = (
  server: Server,
  requestsOf: (socket: Duplex) => ReadonlyArray<IncomingMessage>,
  onBurst: () => void,
): void => {
  server.on("upgrade", (_request, socket) => {
    // Node has removed its own listeners: nobody else would handle errors or announce the end.
    socket.on("error", () => {})
    for (const request of requestsOf(socket)) request.destroy()
    socket.destroy()
    onBurst()
  })
}
