import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { AuditLog } from "../accounts/audit-log.ts"
import { layerAccounts } from "../accounts/layer.ts"
import { layerDatabase } from "../database/client.ts"
import { layerMigrations } from "../database/migrator.ts"
import { layerDestinationFacts } from "../formalities/layer.ts"
import { layerInsurers } from "../insurers/layer.ts"
import { layerLinks } from "../links/layer.ts"
import { layerRates } from "../rates/layer.ts"
import { Quotas } from "../quota/quotas.ts"
import { layerRedirects } from "../redirects/layer.ts"
import { layerSales } from "../sales/layer.ts"
import { layerMasterKey } from "../secrets/layer.ts"
import { MasterKey } from "../secrets/master-key.ts"
import { RandomBytes } from "../secrets/random.ts"
import { CallGate } from "../serve/gate.ts"
import { TableBundle } from "../tables/table-bundle.ts"

/** Accounts on a migrated database, under a master key. */
const layerAccountsOn = <TablesError, KeyError>(
  tables: Layer.Layer<TableBundle, TablesError>,
  masterKey: Layer.Layer<MasterKey, KeyError, SqlClient.SqlClient | RandomBytes>,
) =>
  layerAccounts.pipe(
    Layer.provideMerge(masterKey),
    Layer.provideMerge(Layer.merge(tables, RandomBytes.layer)),
    Layer.provideMerge(layerMigrations),
    Layer.provideMerge(layerDatabase),
  )

const operationsUnder = <KeyError>(
  masterKey: Layer.Layer<MasterKey, KeyError, SqlClient.SqlClient | RandomBytes>,
) =>
  Layer.merge(AuditLog.layer, layerLinks).pipe(
    Layer.provideMerge(layerAccountsOn(TableBundle.layer, masterKey)),
  )

/**
 * What operators' commands work on: accounts, links and the audit on a migrated database, and the
 * tables as they lie, so that a key can be revoked while tables wait for their first day.
 */
export const layerOperations = operationsUnder(layerMasterKey)

/** The same for commands that neither seal nor open anything: they ask for no master key. */
export const layerKeylessOperations = operationsUnder(MasterKey.layerNone)

/**
 * Everything under the application: database, migrations, tables in force, accounts, quotas, exchange
 * rates, insurers, formalities, links and their redirects, sales.
 */
export const layerFoundations = Layer.mergeAll(
  CallGate.layer,
  Quotas.layer,
  layerLinks,
  layerRedirects,
  layerSales,
).pipe(
  Layer.provideMerge(layerRates),
  Layer.provideMerge(layerAccountsOn(TableBundle.layerInForce, layerMasterKey)),
  Layer.provideMerge(
    Layer.merge(layerDestinationFacts, Layer.provide(layerInsurers, RandomBytes.layer)),
  ),
)

/**
 * How long requests that are under way may take when the server stops; what comes after them, such
 * as the last clicks, has to fit into ten seconds too.
 */
export const gracefulShutdownTimeout = "6 seconds"
