import * as Data from "effect/Data"
import * as Layer from "effect/Layer"
import { layerAccounts } from "../accounts/layer.ts"
import { layerDatabase } from "../database/client.ts"
import { layerMigrations } from "../database/migrator.ts"
import { Quotas } from "../quota/quotas.ts"
import { TableBundle } from "../tables/table-bundle.ts"

/** What operators' commands work on: the tables, and the accounts on a migrated database. */
export const layerOperations = layerAccounts.pipe(
  Layer.provideMerge(TableBundle.layer),
  Layer.provideMerge(layerMigrations),
  Layer.provideMerge(layerDatabase),
)

/** Everything under the application: database, migrations, tables, accounts and quotas. */
export const layerFoundations = Quotas.layer.pipe(Layer.provideMerge(layerOperations))

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

/** How long requests that are under way may take when the server stops. */
export const gracefulShutdownTimeout = "8 seconds"
