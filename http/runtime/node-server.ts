import { createServer, type Server } from "node:http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  clientTimeouts,
  connectionsMax,
  drainMs,
  unreadAnswersMaxMegabytes,
} from "../config/load.ts"
import { serverSettings } from "../config/server.ts"
import type { App } from "../gateway/app.ts"
import { boundedRequests, cutOffWhenFull } from "./bounded-requests.ts"
import { type ListenAddress, listenOn } from "../platform/listen.ts"
import { CountedAnswer } from "./counted-answers.ts"
import { closeWhenDraining, type Draining, makeDraining } from "./draining.ts"
import { gracefulShutdownTimeout } from "./foundations.ts"
import { makeGiveBackMemory } from "./give-back-memory.ts"
import { answerNodeCalls } from "./node-calls.ts"
import { trackPendingResponses } from "./pending-responses.ts"
import { makeService } from "./service.ts"
import { cutOffSlowReaders, type UnreadLimits } from "./slow-readers.ts"
import { answerMalformedRequests } from "./malformed-requests.ts"
import { ProcessGroup } from "../ports/process-group.ts"
import { retireServer } from "./retire.ts"

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
