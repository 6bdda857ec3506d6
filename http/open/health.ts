import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { inTime } from "../database/in-time.ts"
import { jsonAnswer } from "../serve/answer.ts"
import { ratesBody, type RatesStatus } from "../rates/rates-status.ts"
import type { OpenRoute } from "../serve/routes.ts"
import { statusBody, type TablesStatus } from "../tables/tables-status.ts"

/** How long the database may take to answer a readiness check. */
const readyWithin = "2 seconds"

/** How long its answer counts: whoever asks more often costs the database nothing. */
const answerHolds = "100 millis"

/** Why a process should get no calls; undefined where it should. */
type Hindrance = { readonly database: "unreachable" } | { readonly process: "stopping" } | undefined

/** What health is told by. */
export interface HealthParts {
  readonly tables: () => TablesStatus
  readonly rates: () => RatesStatus
  /** Whether the process has been told to stop. */
  readonly isDraining: () => boolean
}

/**
 * `/healthz`: the process answers. `/readyz`: so does its database, and it has not been told to stop;
 * and which tables are in force, which wait for their first day, and why those in the folder are
 * refused; and which exchange rates are. Refused tables, stale rates and a source that fails leave
 * the service ready, since what was in force before goes on.
 */
export const makeHealthRoutes = ({ isDraining, rates, tables }: HealthParts) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const reachable = yield* Effect.cachedWithTTL(
      Effect.match(Effect.uninterruptible(inTime(readyWithin)(sql`select 1`)), {
        onSuccess: () => true,
        onFailure: () => false,
      }),
      answerHolds,
    )
    const hindrance = Effect.suspend((): Effect.Effect<Hindrance> => {
      if (isDraining()) return Effect.succeed({ process: "stopping" })
      return Effect.map(reachable, (answers) =>
        answers ? undefined : { database: "unreachable" as const },
      )
    })
    const readiness = Effect.gen(function* () {
      const hindered = yield* hindrance
      const nowMs = yield* Clock.currentTimeMillis
      const inForce = {
        tables: statusBody(tables(), nowMs),
        rates: ratesBody(rates(), nowMs),
      }
      return hindered === undefined
        ? jsonAnswer(200, { ok: true, ...inForce })
        : jsonAnswer(503, { ok: false, ...hindered, ...inForce }, { "retry-after": "5" })
    })
    const routes: ReadonlyArray<OpenRoute> = [
      { pattern: "/healthz", answer: () => Effect.succeed(jsonAnswer(200, { ok: true })) },
      { pattern: "/readyz", answer: () => readiness },
    ]
    return routes
  })
