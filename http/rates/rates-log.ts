import * as Effect from "effect/Effect"
import type { AcceptedRates } from "../../rules/currency/rates/accepted.ts"
import type { RatesStatus } from "./rates-status.ts"

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

/** The newest rates are older than they may be, and go on being used. */
export const logStale = ({ days, source, staleDays }: RatesStatus): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWarning("exchange rates are stale"), {
    source,
    asOf: days.newest,
    staleDays,
  })
