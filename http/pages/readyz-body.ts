import { describeTableError } from "../../core/table/error.ts"
import { standingOn } from "../../rules/tables/bundle.ts"
import type { ReleaseStanding } from "../../rules/tables/release.ts"
import { utcDay } from "../platform/utc-day.ts"
import type { GroupStatus } from "../ports/process-group.ts"
import { ageDaysAt, isStaleAt, type RatesStatus } from "../ports/rates-status.ts"
import type { Bundle } from "../ports/table-bundle.ts"
import type { TablesStatus } from "../ports/tables-status.ts"

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
export const processesBody = ({ refused, serving, wanted }: GroupStatus) => ({
  wanted,
  serving,
  ...(refused === undefined
    ? {}
    : { refused: { at: instant(refused.atMs), reason: refused.reason } }),
})
