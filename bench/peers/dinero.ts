import {
  convert,
  type Dinero,
  halfAwayFromZero,
  multiply,
  toSnapshot,
  transformScale,
} from "dinero.js"
import { dinero } from "dinero.js/bigint"
import type { ConvertAt, DecimalRate, PlainRatio } from "../conversion-cases.ts"
import { type Convert, prepareConversions } from "./prepare-conversions.ts"

const amountOf = (money: Dinero<bigint, string>): number => Number(toSnapshot(money).amount)

/** The library's own conversion between currencies, which takes rates in main units. */
const byRate = ({ amount, scale }: DecimalRate, { source, target }: PlainRatio): Convert => {
  const base = 10n
  const currency = { code: source.code, base, exponent: BigInt(source.minorUnits) }
  const into = { code: target.code, base, exponent: BigInt(target.minorUnits) }
  const mainScale = scale + into.exponent - currency.exponent
  const whole = mainScale < 0n ? 10n ** -mainScale : 1n
  const rate = { amount: amount * whole, scale: mainScale < 0n ? 0n : mainScale }
  const rates = { [target.code]: rate }
  return (amountMinor) => {
    const converted = convert(dinero({ amount: BigInt(amountMinor), currency }), into, rates)
    return amountOf(transformScale(converted, into.exponent, halfAwayFromZero))
  }
}

/**
 * A rate without an end is none to dinero.js. It knows currencies whose subunits are no powers of ten,
 * though: here one to the ratio's denominator, so that the change of scale is the division.
 */
const byRatio = ({ denominator, numerator, target }: PlainRatio): Convert => {
  const currency = { code: target.code, base: denominator, exponent: 0n }
  return (amountMinor) => {
    const money = dinero({ amount: BigInt(amountMinor), currency, scale: 1n })
    return amountOf(transformScale(multiply(money, numerator), 0n, halfAwayFromZero))
  }
}

/** Exact conversion by dinero.js in bigints; its numbers, the default, overflow in silence. */
export const makeDinero = (ratios: ReadonlyArray<PlainRatio>): ConvertAt =>
  prepareConversions(ratios, { byRate, byRatio })
