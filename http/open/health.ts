import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { jsonAnswer } from "../serve/answer.ts"
import { ratesBody, type RatesStatus } from "../rates/rates-status.ts"
import type { OpenRoute } from "../serve/routes.ts"
import { statusBody, type TablesStatus } from "../tables/tables-status.ts"

/** How long the database may take to answer a readiness check. */
const readyWithin = "2 seconds"

/**
 * `/healthz`: the process answers. `/readyz`: so does its database; and which tables are in force,
 * which wait for their first day, and why those in the folder are refused; and which exchange rates
 * are. Refused tables, stale rates and a source that fails leave the service ready, since what was
 * in force before goes on.
 */
export const makeHealthRoutes = (
  tablesStatus: () => TablesStatus,
  ratesStatus: () => RatesStatus,
) =>
  Effect.map(SqlClient.SqlClient, (sql): ReadonlyArray<OpenRoute> => {
    const answers = Effect.match(Effect.timeout(sql`select 1`, readyWithin), {
      onSuccess: () => true,
      onFailure: () => false,
    })
    const readiness = Effect.map(
      Effect.all([answers, Clock.currentTimeMillis]),
      ([reachable, nowMs]) => {
        const inForce = {
          tables: statusBody(tablesStatus(), nowMs),
          rates: ratesBody(ratesStatus(), nowMs),
        }
        return reachable
          ? jsonAnswer(200, { ok: true, ...inForce })
          : jsonAnswer(
              503,
              { ok: false, database: "unreachable", ...inForce },
              { "retry-after": "5" },
            )
      },
    )
    return [
      { pattern: "/healthz", answer: () => Effect.succeed(jsonAnswer(200, { ok: true })) },
      { pattern: "/readyz", answer: () => readiness },
    ]
  })
