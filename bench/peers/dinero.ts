import {
  convert,
  type Dinero,
  dinero as dineroOfNumbers,
  type DineroOptions,
  halfAwayFromZero,
  multiply,
  toSnapshot,
  transformScale,
} from "dinero.js"
import { dinero as dineroOfBigints } from "dinero.js/bigint"
import type { ConvertAt, DecimalRate, PlainRatio } from "../conversion-cases.ts"
import { type Convert, prepareConversions } from "./prepare-conversions.ts"

/** What dinero.js counts in: numbers, its default, or bigints. */
interface Counting<Amount extends number | bigint> {
  readonly dinero: (options: DineroOptions<Amount, string>) => Dinero<Amount, string>
  readonly from: (value: bigint | number) => Amount
}

const amountOf = <Amount extends number | bigint>(money: Dinero<Amount, string>): number =>
  Number(toSnapshot(money).amount)

/** The library's own conversion between currencies, which takes rates in main units. */
const byRate = <Amount extends number | bigint>(
  { dinero, from }: Counting<Amount>,
  { source, target }: PlainRatio,
  { amount, scale }: DecimalRate,
): Convert => {
  const base = from(10)
  const currency = { code: source.code, base, exponent: from(source.minorUnits) }
  const into = { code: target.code, base, exponent: from(target.minorUnits) }
  const mainScale = scale + BigInt(target.minorUnits - source.minorUnits)
  const whole = mainScale < 0n ? 10n ** -mainScale : 1n
  const rate = { amount: from(amount * whole), scale: from(mainScale < 0n ? 0n : mainScale) }
  const rates = { [target.code]: rate }
  return (amountMinor) => {
    const converted = convert(dinero({ amount: from(amountMinor), currency }), into, rates)
    return amountOf(transformScale(converted, into.exponent, halfAwayFromZero))
  }
}

/**
 * A rate without an end is none to dinero.js. It knows currencies whose subunits are no powers of ten,
 * though: here one to the ratio's denominator, so that the change of scale is the division.
 */
const byBase = <Amount extends number | bigint>(
  { dinero, from }: Counting<Amount>,
  { denominator, numerator, target }: PlainRatio,
): Convert => {
  const [none, scale, factor] = [from(0), from(1), from(numerator)]
  const currency = { code: target.code, base: from(denominator), exponent: none }
  return (amountMinor) => {
    const parts = multiply(dinero({ amount: from(amountMinor), currency, scale }), factor)
    return amountOf(transformScale(parts, none, halfAwayFromZero))
  }
}

const make = <Amount extends number | bigint>(
  counting: Counting<Amount>,
  ratios: ReadonlyArray<PlainRatio>,
): ConvertAt =>
  prepareConversions(ratios, {
    byRate: (rate, ratio) => byRate(counting, ratio, rate),
    byRatio: (ratio) => byBase(counting, ratio),
  })

/** Conversion by dinero.js in numbers, which overflow in silence. */
export const makeDinero = (ratios: ReadonlyArray<PlainRatio>): ConvertAt =>
  make({ dinero: dineroOfNumbers, from: Number }, ratios)

/** Exact conversion by dinero.js in bigints. */
export const makeDineroOfBigints = (ratios: ReadonlyArray<PlainRatio>): ConvertAt =>
  make({ dinero: dineroOfBigints, from: BigInt }, ratios)
