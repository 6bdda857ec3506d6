import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ageDaysAt, isStaleAt, type RatesStatus } from "../../ports/rates-status.ts"
import { Rates } from "../../ports/rates.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import type { AcceptedRates } from "../../../rules/currency/rates/accepted.ts"
import { rateDays } from "../../../rules/currency/rates/age.ts"
import { mergeRates } from "../../../rules/currency/rates/merge.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import type { Tables } from "../../../rules/tables/index.ts"

const makeTableRates = Effect.gen(function* () {
  const bundles = yield* TableBundle
  const status = () => tableStatus(bundles.current().tables)
  const nowMs = yield* Clock.currentTimeMillis
  if (isStaleAt(status(), nowMs)) yield* logStale(status(), nowMs)
  return { over: makeOver(() => undefined), status }
})

/** The rates of the tables in force; the log says once, at the start, when they are stale. */
export const layerTableRates: Layer.Layer<Rates, never, TableBundle> = Layer.effect(
  Rates,
  makeTableRates,
)

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

/** The rates over a table, whatever document is in force over it at the moment. */
export const makeOver =
  (accepted: () => AcceptedRates | undefined): Rates["Service"]["over"] =>
  ({ rows }) => {
    let document: AcceptedRates | undefined
    let rates = prepareExchangeRates(rows)
    return () => {
      const now = accepted()
      if (now === document) return rates
      document = now
      const merged = mergeRates(rows, now)
      // A document that changes nothing here costs no prepared conversion.
      if (merged !== rates.rows) rates = prepareExchangeRates(merged)
      return rates
    }
  }

/** The status of the tables' own rates. */
export const tableStatus = (
  tables: Pick<Tables, "currencies" | "limits">,
  lastRefusal?: string,
): RatesStatus => ({
  source: "tables",
  days: rateDays(tables.currencies.rows),
  staleDays: limitOf(tables, "rates_stale_days"),
  lastRefusal,
})
