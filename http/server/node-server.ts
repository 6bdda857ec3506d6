import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { type ServerSettings, serverSettings } from "../config.ts"
import { AnswerWriter } from "../serve/answer-writer.ts"
import { holdEarlyRequests } from "./early-requests.ts"
import { CannotListen, gracefulShutdownTimeout } from "./foundations.ts"
import { writeToNode } from "./node-answer.ts"
import { makeService } from "./service.ts"
import { answerUnreadableRequests } from "./unreadable-requests.ts"

export { layerFoundations } from "./foundations.ts"

const reasonOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)

/** Bounds on a client's sending, so that a slow one cannot hold a connection for long. */
const nodeOptions = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
}

const makeServer = () => holdEarlyRequests(answerUnreadableRequests(createServer(nodeOptions)))

const listen = ({ host, port }: ServerSettings) =>
  Layer.catch(
    NodeHttpServer.layerServer(makeServer, {
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
    const service = yield* Effect.provideService(makeService(settings), AnswerWriter, writeToNode)
    return Layer.effectDiscard(HttpServer.serveEffect(service)).pipe(
      Layer.provideMerge(listen(settings)),
    )
  }),
)
