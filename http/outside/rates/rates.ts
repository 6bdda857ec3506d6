import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ExchangeRates, prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import type { AcceptedRates } from "../../../rules/currency/rates/accepted.ts"
import { rateDays } from "../../../rules/currency/rates/age.ts"
import { mergeRates } from "../../../rules/currency/rates/merge.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { TableBundle } from "../../tables/table-bundle.ts"
import { logStale } from "./rates-log.ts"
import { isStaleAt, type RatesStatus } from "./rates-status.ts"

/**
 * Gives the exchange rates of this moment: the same object until others are in force. A quote asks
 * once, at its beginning, and converts everything at what it was given.
 */
export type RatesNow = () => ExchangeRates

/** Where exchange rates come from. */
export class Rates extends Context.Service<
  Rates,
  {
    /** The rates over one table of currencies. */
    readonly over: (currencies: Pick<Tables["currencies"], "rows">) => RatesNow
    readonly status: () => RatesStatus
  }
>()("viatica/Rates") {
  /** The rates of the tables in force; it is said once, at the start, when they are stale. */
  static readonly layerTables: Layer.Layer<Rates, never, TableBundle> = Layer.effect(
    Rates,
    Effect.suspend(() => makeTableRates),
  )
}

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
