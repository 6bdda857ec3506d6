import * as Effect from "effect/Effect"
import { jsonAnswer } from "../api/answer.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { processesBody, ratesBody, tablesBody } from "./readyz-body.ts"
import type { ServiceStanding } from "./standing.ts"

/**
 * `/healthz`: the process answers. `/readyz`: it should get calls, since a signed read and a signed
 * write would succeed and it has not been told to stop; and which tables are in force, which wait for
 * their first day, and why those in the folder are refused; and which exchange rates are; and
 * how many processes serve the port, where several do. Refused tables, stale rates and a source that fails leave the service ready, since what was in force before
 * goes on.
 */
export const makeHealthRoutes = (
  standing: Effect.Effect<ServiceStanding>,
): ReadonlyArray<OpenRoute> => {
  const answer = Effect.map(standing, ({ hindrance, nowMs, processes, rates, tables }) => {
    const inForce = {
      tables: tablesBody(tables, nowMs),
      rates: ratesBody(rates, nowMs),
      ...(processes === undefined ? {} : { processes: processesBody(processes) }),
    }
    return hindrance === undefined
      ? jsonAnswer(200, { ok: true, ...inForce })
      : jsonAnswer(503, { ok: false, ...hindrance, ...inForce }, { "retry-after": "5" })
  })
  return [
    { pattern: "/healthz", answer: () => Effect.succeed(jsonAnswer(200, { ok: true })) },
    { pattern: "/readyz", answer: () => answer },
  ]
}
