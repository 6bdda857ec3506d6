import { minorToNumber, numberToRational, rationalToMinor } from "../../core/money/minor.ts"
import * as Result from "effect/Result"
import { multiply, type Rational } from "../../core/money/rational.ts"
import { type ConvertibleCurrency, referenceRate } from "./convert.ts"

/** A trip's amount as sent: a JSON number in the trip's currency, which may not be supported. */
export interface SentAmount {
  readonly value: number
  readonly currency: string
}

/** The currencies that amounts convert between, by code. */
export type CurrencyByCode = (code: string) => ConvertibleCurrency | undefined

/**
 * The exact value of a sent amount in another currency at the reference rates, without margin and
 * without rounding. Undefined when the amount's own currency is not supported.
 */
export const referenceAmount = (
  amount: SentAmount,
  target: ConvertibleCurrency,
  currencyOf: CurrencyByCode,
): Rational | undefined => {
  const exact = Result.getOrUndefined(numberToRational(amount.value))
  const source = currencyOf(amount.currency)
  const rate = source === undefined ? undefined : referenceRate(source, target)
  return exact === undefined || rate === undefined ? undefined : multiply(exact, rate)
}

/**
 * A sent amount as a JSON number in another currency: the very number when the currency is the
 * same, else converted without margin and rounded half up to the target's minor unit. Null when
 * its currency is not supported or the result is beyond JSON's numbers.
 */
export const echoedAmount = (
  amount: SentAmount,
  target: ConvertibleCurrency,
  currencyOf: CurrencyByCode,
): number | null => {
  if (amount.currency === target.code) return amount.value
  const exact = referenceAmount(amount, target, currencyOf)
  if (exact === undefined) return null
  const value = minorToNumber(rationalToMinor(exact, target.minorUnits), target.minorUnits)
  return Number.isFinite(value) ? value : null
}
