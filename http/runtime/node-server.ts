import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import {
  clientTimeouts,
  connectionsMax,
  drainMs,
  sendTimeoutMs,
  unreadAnswersMaxMegabytes,
} from "../config/load.ts"
import type { App } from "../gateway/app.ts"
import { type ListenAddress, listenOn } from "../platform/listen.ts"
import { ProcessGroup } from "../ports/process-group.ts"
import { closeWhenDraining, type Draining, retireServer } from "./draining.ts"
import { gracefulShutdownTimeout } from "./foundations.ts"
import {
  answerMalformedRequests,
  boundedRequests,
  CountedAnswer,
  cutOffSlowReaders,
  cutOffWhenFull,
  trackPendingResponses,
  type UnreadLimits,
} from "./node-limits.ts"
import { Application, layerApplication } from "./reloading-application.ts"
import { outsidePlaces } from "../platform/places.ts"
import { batchUntilNextTurn } from "../platform/turns.ts"
import {
  BodyBroken,
  bodyInTime,
  BodyTooLarge,
  flawOf,
  type IncomingCall,
  readTarget,
  type UnreadBody,
} from "../api/incoming.ts"

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

/**
 * Makes the server that Effect's handler answers on. Effect leaves these to Node, which leaves them open:
 *
 * - how long a client may send, and take (`cutOffSlowReaders`): one that reads nothing would hold its
 *   answers for ever;
 * - how many answers a connection may wait for (`boundedRequests`): one chunk holds thousands of requests;
 * - what Node's parser refuses (`answerMalformedRequests`): it is told why, as by every other answer,
 *   behind the answers that come before it;
 * - an answer whose head cannot be written (`CountedAnswer`): its connection ends, where Effect would
 *   answer an empty 500;
 * - upgrades and `CONNECT`: nothing here speaks another protocol, and Effect would answer them as calls;
 * - the end: a connection closes after the answer that it waits for, also for a client that goes on asking on it.
 *
 * What it takes of a request, `nodeCall` reads from Node's own: Effect's has no raw target and no raw head.
 */
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
  cutOffWhenFull(server, pending.requestsOf)
  cutOffSlowReaders(server, pending, limits)
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

/** Makes a server of Node that answers an application's calls until the scope closes; it listens nowhere yet. */
export const makeNodeServer = Effect.fnUntraced(function* (app: App, draining: Draining) {
  const made = makeServer(
    {
      ...(yield* clientTimeouts),
      connections: yield* connectionsMax,
      unreadBytes: (yield* unreadAnswersMaxMegabytes) * 1_000_000,
    },
    draining,
  )
  yield* answerNodeCalls(made.server, app)
  return made
})

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
  const { retire, server } = yield* makeNodeServer(app, draining)
  yield* Effect.acquireRelease(listenOn(server, at), () => stopListening(server))
  group.onRetire((done) => {
    retire(done)
    draining.leave()
  })
  yield* Effect.addFinalizer(() => Effect.andThen(Effect.sync(draining.begin), balancersNotice))
})

/**
 * Serves the application on foundations, which is made before the port is listened on. A call runs under
 * what serving needs, and under none of the foundations, which the application has closed over: whatever
 * it adds to its context would else copy all of them.
 */
export const layerServeOn = <ToApplication, E, R>(foundations: Layer.Layer<ToApplication, E, R>) =>
  layerServe.pipe(Layer.provide(layerApplication.pipe(Layer.provide(foundations))))

const layerServe = Layer.effectDiscard(
  Effect.gen(function* () {
    const { answer, draining, settings } = yield* Application
    yield* serveOnNode({ answer }, draining, { host: settings.host, port: settings.port })
  }),
)

/**
 * Answers every request of a server by Effect's handler, each in a fiber of its own. A client that leaves
 * does not end half-way what it has asked for, and calls that have begun come to their end before the
 * scope does. Calls have spans of their own, so that Effect makes none around them.
 */
export const answerNodeCalls = (server: Server, { answer }: App) =>
  Effect.gen(function* () {
    const timeoutMs = yield* sendTimeoutMs
    const calls = yield* Effect.acquireRelease(Scope.make("parallel"), Scope.close)
    const context = yield* Effect.context<never>()
    const report = (why: unknown): void => {
      Effect.runForkWith(context)(Effect.logError("an answer could not be written", why))
    }
    /** Requests whose clients wait for a sign to send their bodies. */
    const waiting = new WeakSet<IncomingMessage>()
    const handle = yield* NodeHttpServer.makeHandler(
      Effect.flatMap(HttpServerRequest, (request) => {
        const source = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
        const response = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
        return answer(nodeCall(source, response, { waits: waiting.has(source), timeoutMs }))
      }),
      { scope: calls },
    ).pipe(Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => true))
    // Calls that come in together are begun together, and share a charge; most bodies are whole by then.
    const begin = batchUntilNextTurn()
    const take = (request: IncomingMessage, response: ServerResponse): void => {
      if (response instanceof CountedAnswer) response.onUnwritable = report
      begin(() => handle(request, response))
    }
    server.on("request", take)
    server.on("checkContinue", (request, response) => {
      waiting.add(request)
      take(request, response)
    })
  })

/** How a body comes in: whether its client waits for a sign to send it, and how long it may take. */
export interface BodyTerms {
  readonly waits: boolean
  readonly timeoutMs: number
}

/** The call behind a request of Node's HTTP server. */
export const nodeCall = (
  source: IncomingMessage,
  response: ServerResponse,
  { timeoutMs, waits }: BodyTerms,
): IncomingCall => {
  const { flaw, path, query } = readTarget(source.url ?? "/")
  return {
    path,
    query,
    flaw: flaw ?? flawOf(source.httpVersion, valuesOf(source.rawHeaders, "host").length),
    method: source.method ?? "GET",
    peer: () => source.socket.remoteAddress ?? "",
    headerValues: (name) => valuesOf(source.rawHeaders, name),
    readBody: (maximumBytes) =>
      Effect.suspend(() => {
        const declaredBytes = Number(source.headers["content-length"] ?? "0")
        if (declaredBytes > maximumBytes) return Effect.fail(new BodyTooLarge({ maximumBytes }))
        if (waits) letSend(response)
        if (!source.complete) return bodyInTime(readStream(source, maximumBytes), timeoutMs)
        return source.readableLength > maximumBytes
          ? Effect.fail(new BodyTooLarge({ maximumBytes }))
          : outsidePlaces(Effect.sync(() => readWhole(source)))
      }),
  }
}

/** Every occurrence of a header, in order; Node's own collections would sort all the others too. */
const valuesOf = (rawHeaders: ReadonlyArray<string>, name: string): ReadonlyArray<string> => {
  const values: Array<string> = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? ""
    if (header.length === name.length && header.toLowerCase() === name) {
      values.push(rawHeaders[index + 1] ?? "")
    }
  }
  return values
}

/** A body that has come in already, whole. */
const readWhole = (source: IncomingMessage): Uint8Array =>
  (source.read() as Buffer | null) ?? new Uint8Array()

/** Whether nothing more comes of a request: neither data nor a word that there is none. */
const isGone = (source: IncomingMessage): boolean =>
  source.destroyed || source.errored !== null || source.readableEnded

/** Reads what comes until the end, and listens for nothing after it, or when nobody waits any more. */
const readStream = (source: IncomingMessage, maximumBytes: number) =>
  Effect.callback<Uint8Array, UnreadBody>((resume) => {
    const chunks: Array<Buffer> = []
    let bytes = 0
    const settle = (read: Effect.Effect<Uint8Array, UnreadBody>): void => {
      leave()
      resume(read)
    }
    const broken = (cause: unknown): void => settle(Effect.fail(new BodyBroken({ cause })))
    const onData = (chunk: Buffer): void => {
      bytes += chunk.byteLength
      chunks.push(chunk)
      if (bytes <= maximumBytes) return
      source.pause()
      settle(Effect.fail(new BodyTooLarge({ maximumBytes })))
    }
    const onEnd = (): void => settle(Effect.succeed(Buffer.concat(chunks)))
    const onClose = (): void => broken(connectionEnded)
    const leave = (): void => {
      source.off("data", onData).off("end", onEnd).off("error", broken).off("close", onClose)
    }
    if (isGone(source)) {
      broken(source.errored ?? connectionEnded)
      return undefined
    }
    // Node gives an error for a connection that ends before the body does, and closes what has none.
    source.on("data", onData).on("end", onEnd).on("error", broken).on("close", onClose)
    return Effect.sync(leave)
  })

const connectionEnded = "The connection ended before the body did."

/**
 * Tells a client that waits to send its body to go on, where its answer is the next on the connection:
 * Node would put the sign of any other behind the head of another answer, where it would be read as
 * the beginning of that one's body. Such a client sends when it has waited enough.
 */
const letSend = (response: ServerResponse): void => {
  if (response.socket !== null) response.writeContinue()
}
