import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { HttpServer } from "effect/http"
import * as Layer from "effect/Layer"
import { layerAccounts } from "../accounts/layer.ts"
import { type ServerSettings, serverSettings } from "../config.ts"
import { layerDatabase } from "../database/client.ts"
import { layerMigrations } from "../database/migrator.ts"
import { Quotas } from "../quota/quotas.ts"
import { TableBundle } from "../tables/table-bundle.ts"
import { makeService } from "./service.ts"

/** The address to listen on cannot be had. */
export class CannotListen extends Data.TaggedError("CannotListen")<{
  readonly host: string
  readonly port: number
  readonly reason: string
}> {
  override get message() {
    const { host, port, reason } = this
    return reason === "EADDRINUSE"
      ? `Port ${port} on ${host} is already in use; set PORT to another one.`
      : `Cannot listen on ${host} port ${port}: ${reason}`
  }
}

const reasonOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)

/** How long requests that are under way may take when the server stops. */
const gracefulShutdownTimeout = "8 seconds"

/** Bounds on a client's sending, so that a slow one cannot hold a connection for long. */
const nodeOptions = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
}

const listen = ({ host, port }: ServerSettings) =>
  Layer.catch(
    NodeHttpServer.layerServer(() => createServer(nodeOptions), {
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

/** Everything under the application: database, migrations, tables, accounts and quotas. */
export const layerFoundations = Layer.mergeAll(
  Quotas.layer,
  layerAccounts(),
  TableBundle.layer,
).pipe(Layer.provideMerge(layerMigrations), Layer.provideMerge(layerDatabase))

/** Serves the application on Node. */
export const layerServe = Layer.unwrap(
  Effect.map(serverSettings, (settings) =>
    Layer.effectDiscard(Effect.flatMap(makeService(settings), HttpServer.serveEffect())).pipe(
      Layer.provideMerge(listen(settings)),
    ),
  ),
)
