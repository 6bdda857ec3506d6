import * as Data from "effect/Data"
import * as Layer from "effect/Layer"
import { layerAccounts } from "../accounts/layer.ts"
import { layerDatabase } from "../database/client.ts"
import { layerMigrations } from "../database/migrator.ts"
import { layerDestinationFacts } from "../formalities/layer.ts"
import { layerInsurers } from "../insurers/layer.ts"
import { layerRates } from "../rates/layer.ts"
import { Quotas } from "../quota/quotas.ts"
import { RandomBytes } from "../secrets/random.ts"
import { TableBundle } from "../tables/table-bundle.ts"

const layerAccountsOn = <Error>(tables: Layer.Layer<TableBundle, Error>) =>
  layerAccounts.pipe(
    Layer.provideMerge(tables),
    Layer.provideMerge(layerMigrations),
    Layer.provideMerge(layerDatabase),
  )

/**
 * What operators' commands work on: the accounts on a migrated database, and the tables as they
 * lie, so that a key can be revoked while tables wait for their first day.
 */
export const layerOperations = layerAccountsOn(TableBundle.layer)

/**
 * Everything under the application: database, migrations, tables in force, accounts, quotas, exchange
 * rates, insurers, formalities.
 */
export const layerFoundations = Quotas.layer.pipe(
  Layer.provideMerge(layerRates),
  Layer.provideMerge(layerAccountsOn(TableBundle.layerInForce)),
  Layer.provideMerge(
    Layer.merge(layerDestinationFacts, Layer.provide(layerInsurers, RandomBytes.layer)),
  ),
)

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
