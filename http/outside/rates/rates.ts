import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import type { AcceptedRates } from "../../../rules/currency/rates/accepted.ts"
import { rateDays } from "../../../rules/currency/rates/age.ts"
import { mergeRates } from "../../../rules/currency/rates/merge.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { logStale } from "./rates-log.ts"
import { isStaleAt, type RatesStatus } from "../../ports/rates-status.ts"
import { Rates } from "../../ports/rates.ts"

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
