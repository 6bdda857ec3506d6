import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { CannotListen } from "./cannot-listen.ts"
import type { ListenAddress } from "./listen.ts"
import { errorCode, systemReason } from "./system-error.ts"

/**
 * Serves a small application on a server of its own until the scope closes, which ends whatever is under
 * way: figures, or a tool on this machine. Gives the port, which the system chooses for 0.
 */
export const serveApp = Effect.fnUntraced(function* <E>(
  server: Server,
  address: ListenAddress,
  app: Effect.Effect<HttpServerResponse, E, HttpServerRequest | Scope.Scope>,
) {
  const { host, port } = address
  const { serve } = yield* Effect.mapError(
    NodeHttpServer.make(() => server, { host, port, disablePreemptiveShutdown: true }),
    ({ cause }) =>
      new CannotListen({ ...address, reason: errorCode(cause) ?? systemReason(cause) }),
  )
  yield* Effect.provideService(serve(app), HttpMiddleware.TracerDisabledWhen, () => true)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    }),
  )
  return (server.address() as AddressInfo).port
})
