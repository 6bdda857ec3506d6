import { createServer, type Server } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import {
  clientTimeouts,
  connectionsMax,
  drainMs,
  unreadAnswersMaxMegabytes,
} from "../config/load.ts"
import { type ServerSettings, serverSettings } from "../config/server.ts"
import { NextOnConnection } from "../gateway/next-on-connection.ts"
import { boundedRequests, cutOffWhenFull } from "./bounded-requests.ts"
import { CannotListen } from "../platform/cannot-listen.ts"
import { CountedAnswer } from "./counted-answers.ts"
import { makeDirectCalls } from "./direct-calls.ts"
import { closeWhenDraining, type Draining, makeDraining } from "./draining.ts"
import { holdEarlyRequests } from "./early-requests.ts"
import { gracefulShutdownTimeout } from "./foundations.ts"
import { makeGiveBackMemory } from "./give-back-memory.ts"
import { inFrontOf } from "./in-front.ts"
import { isNextOnConnection } from "./node-answer.ts"
import { keepOwedAnswers } from "./owed-answers.ts"
import { makeService } from "./service.ts"
import { cutOffSlowReaders, type UnreadLimits } from "./unread-answers.ts"
import { answerUnreadableRequests } from "./unreadable-requests.ts"

export { layerFoundations } from "./foundations.ts"

const reasonOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)

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

const makeServer = (limits: ClientLimits, draining: Draining): Server => {
  const Requests = boundedRequests((socket) => owed.isFull(socket))
  const server = createServer({
    ...nodeOptions(limits),
    IncomingMessage: Requests,
    ServerResponse: CountedAnswer,
  })
  server.maxConnections = limits.connections
  const owed = keepOwedAnswers(server)
  const giveBackMemory = makeGiveBackMemory()
  cutOffWhenFull(server, owed.requestsOf, giveBackMemory)
  cutOffSlowReaders(server, owed, limits, giveBackMemory)
  closeWhenDraining(server, owed, draining)
  return holdEarlyRequests(answerUnreadableRequests(server, owed))
}

const listen = ({ host, port }: ServerSettings, server: Server) =>
  Layer.catch(
    NodeHttpServer.layerServer(() => server, {
      host,
      port,
      gracefulShutdownTimeout,
    }),
    (error) =>
      Layer.effect(
        HttpServer.HttpServer,
        Effect.fail(new CannotListen({ host, port, reason: reasonOf(error.cause) })),
      ),
  )

/**
 * Serves the application on Node. The application is made before the port is listened on: Node
 * accepts calls from that moment on, and would leave those unanswered that come before it serves.
 */
export const layerServe = Layer.unwrap(
  Effect.gen(function* () {
    const settings = yield* serverSettings
    const draining = makeDraining()
    const balancersNotice = Effect.sleep(yield* drainMs)
    const service = yield* makeService(settings, draining).pipe(
      Effect.provideService(NextOnConnection, isNextOnConnection),
    )
    const limits = {
      ...(yield* clientTimeouts),
      connections: yield* connectionsMax,
      unreadBytes: (yield* unreadAnswersMaxMegabytes) * 1_000_000,
    }
    const server = makeServer(limits, draining)
    // Spans of whole calls are made by effect's server: traced calls all go through it.
    const isTraced = (yield* Effect.tracer) !== Tracer.nativeTracer
    const serve = Effect.gen(function* () {
      // What is still connected when the time for finishing is over is cut off.
      yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
      const serveAll = HttpServer.serveEffect(service.answer)
      yield* isTraced
        ? serveAll
        : inFrontOf(server, yield* makeDirectCalls(service.begin), serveAll)
      yield* Effect.addFinalizer(() => Effect.andThen(Effect.sync(draining.begin), balancersNotice))
    })
    return Layer.effectDiscard(serve).pipe(Layer.provideMerge(listen(settings, server)))
  }),
)
