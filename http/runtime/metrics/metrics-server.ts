import { createServer, type RequestListener } from "node:http"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Answer, textAnswer } from "../../api/answer.ts"
import { readTarget } from "../../api/incoming.ts"
import { AnswerCoder } from "../../gateway/coding/coded-answer.ts"
import { bodyBytes, textBody } from "../../api/text-body.ts"
import type { CannotListen } from "../../platform/cannot-listen.ts"
import { listenOn } from "../../platform/listen.ts"

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

/** Answers `GET /metrics` and nothing else. */
const answering =
  (read: (acceptEncoding: ReadonlyArray<string>) => Promise<Answer>): RequestListener =>
  (request, response) => {
    const end = (answer: Answer): void => {
      const head = { ...answer.headers, "content-type": answer.contentType }
      response.writeHead(answer.status, head)
      response.end(request.method === "HEAD" ? undefined : bodyBytes(answer.body))
    }
    const refuse = (status: number): void => end(textAnswer(status, "text/plain", "", headers))
    if (readTarget(request.url ?? "/").path !== "/metrics") return refuse(404)
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405)
    const acceptEncoding = request.headers["accept-encoding"]
    read(acceptEncoding === undefined ? [] : [acceptEncoding]).then(end, () => refuse(500))
  }

/** Serves figures as Prometheus reads them until the scope closes, on a port of their own. */
export const serveMetrics = (
  address: MetricsAddress,
  text: Effect.Effect<string>,
): Effect.Effect<void, CannotListen, Scope.Scope> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    const coder = yield* AnswerCoder
    const answer = Effect.map(text, (figures): Answer => ({
      status: 200,
      contentType: textFormat,
      body: textBody(figures),
      headers,
    }))
    const server = createServer(
      serverOptions,
      answering((acceptEncoding) =>
        Effect.runPromiseWith(context)(
          Effect.flatMap(answer, (plain) => coder.coded(plain, acceptEncoding)),
        ),
      ),
    )
    server.maxConnections = connectionsMax
    yield* Effect.acquireRelease(listenOn(server, { ...address, setting: "METRICS_PORT" }), () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      }),
    )
  })
