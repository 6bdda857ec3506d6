import * as Effect from "effect/Effect"
import { describeTableError } from "../../core/table/error.ts"
import { jsonAnswer } from "../api/answer.ts"
import type { OpenRoute } from "../api/open-route.ts"
import type { ServiceStanding } from "./standing.ts"
import { utcDay } from "../platform/utc-day.ts"
import type { GroupStatus } from "../ports/process-group.ts"
import type { Bundle, TablesStatus } from "../ports/table-bundle.ts"
import { standingOn } from "../../rules/tables/bundle.ts"
import type { ReleaseStanding } from "../../rules/tables/release.ts"
import { ageDaysAt, isStaleAt, type RatesStatus } from "../ports/rates.ts"

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

const facts = ({ hash, manifest }: Bundle) => ({ hash, ...manifest })

const instant = (atMs: number): string => new Date(atMs).toISOString()

const releaseFacts = ({ effectiveFrom, mistakes, name, state }: ReleaseStanding) => ({
  name,
  effectiveFrom,
  state,
  ...(mistakes[0] === undefined ? {} : { mistake: describeTableError(mistakes[0]) }),
})

/** What `/readyz` says of the tables at a moment. */
export const tablesBody = (
  { inForce, loadedAtMs, refused, waiting }: TablesStatus,
  nowMs: number,
) => ({
  ...facts(inForce),
  past: standingOn(inForce.manifest, utcDay(nowMs)) === "past",
  loadedAt: instant(loadedAtMs),
  ...(inForce.releases.length === 0 ? {} : { releases: inForce.releases.map(releaseFacts) }),
  ...(waiting === undefined ? {} : { waiting: facts(waiting) }),
  ...(refused === undefined
    ? {}
    : {
        refused: {
          at: instant(refused.atMs),
          count: refused.count,
          mistakes: refused.mistakes,
        },
      }),
})

/** What `/readyz` says of the rates at a moment. */
export const ratesBody = (status: RatesStatus, nowMs: number) => ({
  source: status.source,
  asOf: status.days.newest,
  oldest: status.days.oldest,
  ageDays: ageDaysAt(status, nowMs),
  stale: isStaleAt(status, nowMs),
  ...(status.lastRefusal === undefined ? {} : { lastRefusal: status.lastRefusal }),
})

/** What `/readyz` says of the processes that serve one port together. */
const processesBody = ({ refused, serving, wanted }: GroupStatus) => ({
  wanted,
  serving,
  ...(refused === undefined
    ? {}
    : { refused: { at: instant(refused.atMs), reason: refused.reason } }),
})
