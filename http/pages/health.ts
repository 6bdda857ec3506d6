import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Hindrance } from "../ports/hindrance.ts"
import { jsonAnswer } from "../api/answer.ts"
import { ratesBody } from "./readyz-body.ts"
import type { RatesStatus } from "../ports/rates-status.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { tablesBody } from "./readyz-body.ts"
import type { TablesStatus } from "../ports/tables-status.ts"

/** What health is told by. */
export interface HealthParts {
  readonly tables: () => TablesStatus
  readonly rates: () => RatesStatus
  /** Whether the process has been told to stop. */
  readonly isDraining: () => boolean
  /** What else stands in the way of calls; nothing where it is undefined. */
  readonly readiness: Effect.Effect<Hindrance | undefined>
}

/**
 * `/healthz`: the process answers. `/readyz`: it should get calls, since a signed read and a signed
 * write would succeed and it has not been told to stop; and which tables are in force, which wait for
 * their first day, and why those in the folder are refused; and which exchange rates are. Refused
 * tables, stale rates and a source that fails leave the service ready, since what was in force before
 * goes on.
 */
export const makeHealthRoutes = ({
  isDraining,
  rates,
  readiness,
  tables,
}: HealthParts): ReadonlyArray<OpenRoute> => {
  const hindrance = Effect.suspend((): HealthParts["readiness"] =>
    isDraining() ? Effect.succeed({ process: "stopping" }) : readiness,
  )
  const answer = Effect.gen(function* () {
    const hindered = yield* hindrance
    const nowMs = yield* Clock.currentTimeMillis
    const inForce = {
      tables: tablesBody(tables(), nowMs),
      rates: ratesBody(rates(), nowMs),
    }
    return hindered === undefined
      ? jsonAnswer(200, { ok: true, ...inForce })
      : jsonAnswer(503, { ok: false, ...hindered, ...inForce }, { "retry-after": "5" })
  })
  return [
    { pattern: "/healthz", answer: () => Effect.succeed(jsonAnswer(200, { ok: true })) },
    { pattern: "/readyz", answer: () => answer },
  ]
}
