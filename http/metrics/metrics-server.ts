import { createServer } from "node:http"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"
import { type Answer, bodyBytes, textAnswer, textBody } from "../api/answer.ts"
import { AnswerCoder } from "../api/coding/coded-answer.ts"
import type { CannotListen } from "../platform/cannot-listen.ts"
import { serveApp } from "../platform/serve-app.ts"

/** Where the figures are read. */
export interface MetricsAddress {
  readonly host: string
  readonly port: number
}

const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" }

/** What Prometheus calls its text format. */
const textFormat = "text/plain; version=0.0.4; charset=utf-8"

/** Bounds on readers: one request at a time on few connections, each short. */
const serverOptions = { requestTimeout: 5_000, headersTimeout: 5_000, keepAliveTimeout: 65_000 }

const connectionsMax = 16

const respond = ({ body, contentType, headers, status }: Answer) =>
  HttpServerResponse.uint8Array(bodyBytes(body), { status, headers, contentType })

const refuse = (status: number) => respond(textAnswer(status, "text/plain", "", headers))

/** Serves figures as Prometheus reads them until the scope closes, on a port of their own. */
export const serveMetrics = (
  address: MetricsAddress,
  text: Effect.Effect<string>,
): Effect.Effect<void, CannotListen, Scope.Scope> =>
  Effect.gen(function* () {
    const coder = yield* AnswerCoder
    const figures = HttpRouter.route("*", "/metrics", (request) => {
      if (request.method !== "GET" && request.method !== "HEAD") return Effect.succeed(refuse(405))
      const accepted = request.headers["accept-encoding"]
      return text.pipe(
        Effect.map((figures): Answer => ({
          status: 200,
          contentType: textFormat,
          body: textBody(figures),
          headers,
        })),
        Effect.flatMap((plain) => coder.coded(plain, accepted === undefined ? [] : [accepted])),
        Effect.matchCause({ onSuccess: respond, onFailure: () => refuse(500) }),
      )
    })
    const elsewhere = HttpRouter.route("*", "*", Effect.succeed(refuse(404)))
    const router = yield* HttpRouter.toHttpEffect(HttpRouter.addAll([figures, elsewhere]))
    const server = createServer(serverOptions)
    server.maxConnections = connectionsMax
    yield* serveApp(server, { ...address, setting: "METRICS_PORT" }, router)
  })
