import { type AmountMinor, type Bps, minorToNumber } from "../../core/money/minor.ts"
import { powerOfTen, roundHalfUp } from "../../core/money/rational.ts"
import { type ConversionPlan, convertMinorOrNaN } from "../currency/convert.ts"
import type { Price } from "./offer.ts"
import type { Premium } from "./rate.ts"

/** What the traveller pays, and what the insurer's own price is. */
export interface PricedAmounts<Currency extends PriceCurrency = PriceCurrency> {
  readonly paid: MinorAmount<Currency>
  readonly insurer: MinorAmount<Currency>
}

/**
 * Prepares insurers' prices in one currency: premium x (10000 + feeBps) / 10000, rounded half up, once.
 * Nobody insures for nothing: what rounds to 0 is no price.
 *
 * ```ts
 * import { prepareInsurerAmount } from "../rules/pricing/price.ts"
 * const insurerAmount = prepareInsurerAmount(1000, { code: "EUR", minorUnits: 2 })
 * insurerAmount({ numerator: 1235n, denominator: 100n }) // => 1359
 * insurerAmount({ numerator: 1n, denominator: 250n }) // => undefined
 * ```
 */
export const prepareInsurerAmount = (feeBps: Bps, { minorUnits }: PriceCurrency): InsurerAmount => {
  const factor = BigInt(10_000 + feeBps) * powerOfTen(minorUnits)
  return ({ denominator, numerator }) => {
    const exact = { numerator: numerator * factor, denominator: denominator * 10_000n }
    const amountMinor = Number(roundHalfUp(exact))
    return amountMinor > 0 && Number.isSafeInteger(amountMinor) ? amountMinor : undefined
  }
}

/**
 * Converts an insurer's price into the currency asked for; without a conversion it stays as it is.
 * Undefined when the converted amount would round to nothing or be beyond the safe integers.
 *
 * ```ts
 * import { conversionPlan } from "../rules/currency/convert.ts"
 * import { convertPrice } from "../rules/pricing/price.ts"
 * const euro = { code: "EUR", minorUnits: 2, eurRate: { numerator: 1n, denominator: 1n }, marginBps: 0 }
 * const dollar = { ...euro, code: "USD", eurRate: { numerator: 5n, denominator: 4n } }
 * const insurer = { amountMinor: 1359, currency: euro }
 * const plan = conversionPlan(euro, dollar)
 * const converted = plan && convertPrice(insurer, { plan, currency: dollar })
 * converted?.paid.amountMinor // => 1699
 * convertPrice(insurer, undefined)?.paid // => insurer
 * ```
 */
export const convertPrice = <Currency extends PriceCurrency>(
  insurer: MinorAmount<Currency>,
  conversion: TargetConversion<Currency> | undefined,
): PricedAmounts<Currency> | undefined => {
  if (conversion === undefined) return { paid: insurer, insurer }
  const amountMinor = convertMinorOrNaN(conversion.plan, insurer.amountMinor)
  return amountMinor > 0
    ? { paid: { amountMinor, currency: conversion.currency }, insurer }
    : undefined
}

/** The price as answers print it. */
export const toPrice = (
  { insurer, paid }: PricedAmounts,
  terms: { readonly startingPrice: boolean; readonly period: string | null },
): Price => ({
  amount: minorToNumber(paid.amountMinor, paid.currency.minorUnits),
  amountInCents: paid.amountMinor,
  currency: paid.currency.code,
  insurerAmount: minorToNumber(insurer.amountMinor, insurer.currency.minorUnits),
  insurerCurrency: insurer.currency.code,
  isStartingPrice: terms.startingPrice,
  period: terms.period,
})

/** A currency as prices print it. */
interface PriceCurrency {
  readonly code: string
  readonly minorUnits: number
}

/** An amount in whole minor units of a currency. */
interface MinorAmount<Currency extends PriceCurrency = PriceCurrency> {
  readonly amountMinor: AmountMinor
  readonly currency: Currency
}

/** An insurer's price in minor units; undefined where it rounds to nothing or is beyond the safe integers. */
type InsurerAmount = (premium: Premium) => number | undefined

/** A conversion into the currency asked for, or undefined when that currency is not supported. */
interface TargetConversion<Currency extends PriceCurrency = PriceCurrency> {
  readonly plan: ConversionPlan
  readonly currency: Currency
}
