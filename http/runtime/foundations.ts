import { layerAuditLog } from "../store/accounts/audit-log.ts"
import { layerHouse } from "../store/accounts/house.ts"
import { layerIncidents } from "../store/readiness/incidents.ts"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { layerAccounts } from "../store/accounts/partners.ts"
import { type Database, type DatabaseError, layerDatabase } from "../store/database/client.ts"
import { layerMigrations } from "../store/database/migrator.ts"
import { layerEventDeliveries, layerEvents } from "../store/events/layer.ts"
import { layerEventListeners } from "../store/events/listeners-sql.ts"
import { layerEventAddresses } from "../outside/events/event-addresses.ts"
import { layerDestinationFacts } from "../outside/formalities/formalities.ts"
import { layerInsurers } from "../outside/insurers/insurers.ts"
import { layerMail } from "../outside/mail/post-office.ts"
import { layerNotices } from "../store/people/notices-sql.ts"
import { layerPeople } from "../store/people/people.ts"
import { layerLinks } from "../store/links/layer.ts"
import { layerRates } from "../outside/rates/refresh.ts"
import { layerRedirects } from "../store/clicks/clicks.ts"
import { layerRequestSample } from "../store/requests/make-request-sample.ts"
import { layerOneTime, layerReviews } from "../store/reviews/reviews-sql.ts"
import { layerPayouts } from "../store/payouts/layer.ts"
import { layerSales } from "../store/sales/layer.ts"
import { layerMasterKey } from "../store/secrets/layer.ts"
import { layerSealedAddresses } from "../store/secrets/sealed-addresses.ts"
import { MasterKey } from "../store/secrets/envelope.ts"
import { RandomBytes } from "../platform/random-bytes.ts"
import { CallGate } from "../gateway/gate.ts"
import type { TableBundle } from "../ports/table-bundle.ts"
import { layerQuotas } from "../store/quota/quotas.ts"
import { layerCallRecords, layerUsage } from "../store/usage/layer.ts"
import { layerTableBundle, layerTableBundleInForce } from "../tables/load-bundle.ts"

/** What everything stands on: the database, and where unpredictable bytes come from. */
export interface Grounds {
  readonly database: Layer.Layer<Database, DatabaseError>
  readonly random: Layer.Layer<RandomBytes>
}

const usualGrounds: Grounds = { database: layerDatabase, random: RandomBytes.layer }

/** Accounts on a migrated database, under a master key. */
const layerAccountsOn = <TablesError, KeyError>(
  tables: Layer.Layer<TableBundle, TablesError>,
  masterKey: Layer.Layer<MasterKey, KeyError, SqlClient.SqlClient | RandomBytes>,
  { database, random }: Grounds,
) =>
  layerAccounts.pipe(
    Layer.provideMerge(masterKey),
    Layer.provideMerge(Layer.merge(tables, random)),
    Layer.provideMerge(layerMigrations),
    Layer.provideMerge(database),
  )

const operationsUnder = <KeyError>(
  masterKey: Layer.Layer<MasterKey, KeyError, SqlClient.SqlClient | RandomBytes>,
) =>
  Layer.mergeAll(layerAuditLog, layerLinks, layerPeople, layerEvents).pipe(
    Layer.provideMerge(layerAccountsOn(layerTableBundle, masterKey, usualGrounds)),
    Layer.provideMerge(layerEventAddresses),
  )

/**
 * What operators' commands work on: accounts, links, events and the audit on a migrated database, and the
 * tables as they lie, so that a key can be revoked while tables wait for their first day.
 */
export const layerOperations = operationsUnder(layerMasterKey)

/** What a workbench for a team signs people in with. */
export const layerSignIn = Layer.merge(layerMail, CallGate.layer).pipe(
  Layer.provideMerge(layerOperations),
)

/** The same for commands that neither seal nor open anything: they ask for no master key. */
export const layerKeylessOperations = operationsUnder(MasterKey.layerNone)

/**
 * Everything under the application, on given grounds, with the tables in force unless it is given others: database,
 * migrations, accounts, quotas, exchange rates, insurers, formalities, links and their redirects, sales, usage, people of the console and
 * their mail, reviews, events, and the sample of requests.
 */
export const foundationsOn = (
  grounds: Grounds,
  tables: Layer.Layer<
    TableBundle,
    Layer.Error<typeof layerTableBundleInForce>
  > = layerTableBundleInForce,
) =>
  Layer.mergeAll(
    CallGate.layer,
    layerQuotas,
    layerLinks,
    layerRedirects,
    layerSales,
    layerPayouts,
    layerHouse,
    layerIncidents,
    layerSealedAddresses,
    layerRequestSample,
    layerUsage,
    layerCallRecords,
    layerPeople,
    layerMail,
    layerReviews,
    layerNotices,
    layerOneTime,
    layerAuditLog,
    layerEvents,
    layerEventDeliveries,
    layerEventListeners,
  ).pipe(
    Layer.provideMerge(layerRates),
    Layer.provideMerge(layerAccountsOn(tables, layerMasterKey, grounds)),
    Layer.provideMerge(
      Layer.mergeAll(
        layerDestinationFacts,
        layerEventAddresses,
        Layer.provide(layerInsurers, grounds.random),
      ),
    ),
  )

/** The same on the database that the environment names. */
export const layerFoundations = foundationsOn(usualGrounds)

/**
 * How long requests that are under way may take when the server stops; what comes after them, such
 * as the last clicks, has to fit into ten seconds too.
 */
export const gracefulShutdownTimeout = "6 seconds"
