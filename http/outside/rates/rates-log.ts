import * as Effect from "effect/Effect"
import type { AcceptedRates } from "../../../rules/currency/rates/accepted.ts"
import { ageDaysAt, type RatesStatus } from "../../ports/rates-status.ts"

/** Rates were put in force; `from` tells whether the source or another process had them. */
export const logTaken = (
  { day, rates, source }: AcceptedRates,
  from: "source" | "database",
): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logInfo("exchange rates taken"), {
    from,
    source,
    asOf: day,
    currencies: rates.size,
  })

/** The newest rates are older than they may be, and stay in use. */
export const logStale = (status: RatesStatus, nowMs: number): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWarning("exchange rates are stale"), {
    source: status.source,
    asOf: status.days.newest,
    ageDays: ageDaysAt(status, nowMs),
    staleAfterDays: status.staleDays,
  })
