import * as Context from "effect/Context"
import type { ExchangeRates } from "../../rules/currency/exchange-rates.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { RatesStatus } from "./rates-status.ts"

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
>()("viatica/Rates") {}
