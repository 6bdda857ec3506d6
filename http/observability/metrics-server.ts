import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { errorCode, systemReason } from "../database/errors.ts"
import { CannotListen } from "../server/cannot-listen.ts"

/** Where the figures are read. */
export interface MetricsAddress {
  readonly host: string
  readonly port: number
}

const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" }

/** What Prometheus calls its text format. */
const textFormat = "text/plain; version=0.0.4; charset=utf-8"

/** Bounds on whoever reads: one request at a time on few connections, each short. */
const serverOptions = { requestTimeout: 5_000, headersTimeout: 5_000, keepAliveTimeout: 65_000 }

const connectionsMax = 16

/** Answers `GET /metrics` and nothing else. */
const answering =
  (read: () => Promise<string>): RequestListener =>
  (request, response) => {
    const end = (status: number, contentType: string, body: string): void => {
      response.writeHead(status, { ...headers, "content-type": contentType })
      response.end(request.method === "HEAD" ? undefined : body)
    }
    const refuse = (status: number): void => end(status, "text/plain; charset=utf-8", "")
    if (request.url?.split("?", 1)[0] !== "/metrics") return refuse(404)
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405)
    read().then(
      (text) => end(200, textFormat, text),
      () => refuse(500),
    )
  }

const listen = async (server: Server, { host, port }: MetricsAddress): Promise<Server> => {
  server.maxConnections = connectionsMax
  server.listen(port, host)
  await once(server, "listening")
  return server
}

/** Serves figures as Prometheus reads them until the scope closes, on a port of their own. */
export const serveMetrics = (
  address: MetricsAddress,
  text: Effect.Effect<string>,
): Effect.Effect<void, CannotListen, Scope.Scope> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    const server = createServer(
      serverOptions,
      answering(() => Effect.runPromiseWith(context)(text)),
    )
    yield* Effect.acquireRelease(
      Effect.tryPromise({
        try: () => listen(server, address),
        catch: (cause) =>
          new CannotListen({
            ...address,
            setting: "METRICS_PORT",
            reason: errorCode(cause) ?? systemReason(cause),
          }),
      }),
      () =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        }),
    )
  })
