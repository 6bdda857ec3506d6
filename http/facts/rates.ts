import * as Result from "effect/Result"
import { divide, fromInteger, parseDecimal, type Rational } from "../../core/money/rational.ts"
import { cell, type FactRecord } from "./fact-file.ts"

/** The currency that amounts for every country are given in. */
export const universalCurrency = "EUR"

/** Exact rates per euro by currency; a currency without a reference rate has no entry. */
export type EuroRates = ReadonlyMap<string, Rational>

/** The rates of the currency facts. */
export const ratesOf = (currencies: ReadonlyArray<FactRecord>): EuroRates =>
  new Map(
    currencies.map((fact) => [
      cell(fact, "code"),
      Result.getOrThrow(parseDecimal(cell(fact, "eur_rate"))),
    ]),
  )

/** An amount of a currency in euros, exact; undefined without a rate. */
export const inEuros = (
  amount: bigint,
  currency: string,
  rates: EuroRates,
): Rational | undefined => {
  const rate = rates.get(currency)
  if (rate === undefined) return undefined
  const euros = divide(fromInteger(amount), rate)
  return Result.isFailure(euros) ? undefined : euros.success
}
