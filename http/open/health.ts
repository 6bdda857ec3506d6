import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { jsonAnswer } from "../serve/answer.ts"
import type { OpenRoute } from "../serve/routes.ts"
import { statusBody, type TablesStatus } from "../tables/tables-status.ts"

/** How long the database may take to answer a readiness check. */
const readyWithin = "2 seconds"

/**
 * `/healthz`: the process answers. `/readyz`: so does its database; and which tables are in force,
 * which wait for their first day, and why those in the folder are refused. A refusal leaves the
 * service ready, since the tables before go on.
 */
export const makeHealthRoutes = (tablesStatus: () => TablesStatus) =>
  Effect.map(SqlClient.SqlClient, (sql): ReadonlyArray<OpenRoute> => {
    const answers = Effect.match(Effect.timeout(sql`select 1`, readyWithin), {
      onSuccess: () => true,
      onFailure: () => false,
    })
    const readiness = Effect.map(
      Effect.all([answers, Clock.currentTimeMillis]),
      ([reachable, nowMs]) => {
        const tables = statusBody(tablesStatus(), nowMs)
        return reachable
          ? jsonAnswer(200, { ok: true, tables })
          : jsonAnswer(503, { ok: false, database: "unreachable", tables }, { "retry-after": "5" })
      },
    )
    return [
      { pattern: "/healthz", answer: () => Effect.succeed(jsonAnswer(200, { ok: true })) },
      { pattern: "/readyz", answer: () => readiness },
    ]
  })
