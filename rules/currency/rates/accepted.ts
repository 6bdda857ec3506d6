import * as Result from "effect/Result"
import { parseDecimal, type Rational } from "../../../core/money/rational.ts"
import { currencies, type CurrencyRow } from "../currency-tables.ts"
import { baseCode, type RatesDocument } from "./document.ts"
import { malformed, type RatesRefusal } from "./rates-refusal.ts"

/** A rate of a source: units for one euro, exactly, and as it was written. */
export interface PublishedRate {
  readonly text: string
  readonly eurRate: Rational
}

/** A document that has been taken: its day, who published it, and its rates of known currencies but the euro. */
export interface AcceptedRates {
  readonly day: string
  readonly source: string
  readonly rates: ReadonlyMap<string, PublishedRate>
}

const boundsOfTable = currencies.columns.eur_rate

/** Reads one rate, within the bounds that the table of currencies has. */
export const readRate = (
  code: string,
  text: string,
): Result.Result<PublishedRate, RatesRefusal> => {
  if (Result.isFailure(parseDecimal(text))) {
    return Result.fail(malformed(`the rate of ${code} is no plain decimal number`))
  }
  return Result.mapBoth(boundsOfTable.parse(text), {
    onSuccess: (eurRate) => ({ text, eurRate }),
    onFailure: (): RatesRefusal => ({ _tag: "OutOfBounds", code, text }),
  })
}

/**
 * The rates of a document for the currencies of the given rows; others are ignored, and so is the
 * euro where it is said to be 1. A document without any of them is refused.
 */
export const readKnownRates = (
  { rateTexts }: RatesDocument,
  rows: ReadonlyArray<CurrencyRow>,
): Result.Result<ReadonlyMap<string, PublishedRate>, RatesRefusal> => {
  const rates = new Map<string, PublishedRate>()
  for (const { code } of rows) {
    const text = rateTexts.get(code)
    if (text === undefined) continue
    const read = readRate(code, text)
    if (Result.isFailure(read)) return Result.fail(read.failure)
    rates.set(code, read.success)
  }
  const { numerator, denominator } = rates.get(baseCode)?.eurRate ?? oneEuro
  if (numerator !== denominator) return Result.fail(malformed("one EUR is not 1 EUR"))
  rates.delete(baseCode)
  return rates.size === 0
    ? Result.fail(malformed("it has no currency that is known here"))
    : Result.succeed(rates)
}

const oneEuro = { numerator: 1n, denominator: 1n }

/** Whether two documents say the same: the same day, and the same rates as they were written. */
export const sameRates = (left: AcceptedRates, right: AcceptedRates): boolean =>
  left.day === right.day &&
  left.rates.size === right.rates.size &&
  [...left.rates].every(([code, { text }]) => right.rates.get(code)?.text === text)
