import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { ServiceMeters } from "../observability/meters.ts"
import { withDatabaseDeadline } from "../platform/database-deadline.ts"
import type { TablesStatus } from "../ports/table-bundle.ts"

/** Tables in force, those that wait for their day, and whether the folder holds refused ones. */
export const meterTables = (status: () => TablesStatus): Effect.Effect<void> =>
  Effect.map(ServiceMeters, (meters) => {
    meters.gauge(
      { name: "tables_info", about: "Hash of the tables that answers are made of." },
      Effect.sync(() => {
        const { inForce, waiting } = status()
        const inUse = { labels: { standing: "in_force", hash: inForce.hash }, value: 1 }
        return waiting === undefined
          ? [inUse]
          : [inUse, { labels: { standing: "waiting", hash: waiting.hash }, value: 1 }]
      }),
    )
    meters.gauge(
      { name: "tables_refused", about: "Mistakes for which the folder's tables are refused." },
      Effect.sync(() => [{ value: status().refused?.count ?? 0 }]),
    )
  })

/** Sessions of all processes on the database, by what they do at the moment. */
const sessions = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ readonly state: string; readonly count: number }>`
      select coalesce(state, 'unknown') as state, count(*)::int as count
      from pg_stat_activity
      where datname = current_database() and application_name = 'viatica'
      group by 1`,
    (rows) => rows.map(({ count, state }) => ({ labels: { state }, value: count })),
  )

/** How long the database may take to report its sessions. */
const askTimeout = "900 millis"

/** Whether the database answers, and the sessions that are open on it. */
export const meterDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const meters = yield* ServiceMeters
  const answers = Effect.match(withDatabaseDeadline(askTimeout)(sql`select 1`), {
    onSuccess: () => [{ value: 1 }],
    onFailure: () => [{ value: 0 }],
  })
  meters.gauge({ name: "database_up", about: "Whether the database answers." }, answers)
  meters.gauge(
    { name: "database_sessions", about: "Database sessions of all processes, by their state." },
    Effect.orElseSucceed(withDatabaseDeadline(askTimeout)(sessions(sql)), () => []),
  )
})
