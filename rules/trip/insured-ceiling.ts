import { minorToDecimal, minorToNumber } from "../../core/money/minor.ts"
import { powerOfTen } from "../../core/money/decimal-literal.ts"
import { multiply, type Rational, roundDown } from "../../core/money/rational.ts"

/** The highest amount that may be insured, in the currency of a trip. */
export interface InsuredCeiling {
  /** An amount of the currency, with its decimals; it still passes. */
  readonly amountMax: number
  /** The ceiling as a caller reads it. */
  readonly rule: string
}

/** What a ceiling needs of a currency: a row of currencies.csv has it. */
export interface CeilingCurrency {
  readonly code: string
  readonly minorUnits: number
  /** Units of the currency for one euro. */
  readonly eurRate: Rational
}

const ceilingIn = (eurosMax: number, { code, eurRate, minorUnits }: CeilingCurrency) => {
  const minorPerUnit = { numerator: powerOfTen(minorUnits), denominator: 1n }
  const euros = { numerator: BigInt(eurosMax), denominator: 1n }
  const amountMinorMax = roundDown(multiply(multiply(euros, eurRate), minorPerUnit))
  const inEuros = `${eurosMax} EUR`
  return {
    amountMax: minorToNumber(amountMinorMax, minorUnits),
    rule:
      code === "EUR"
        ? `at most ${inEuros}`
        : `at most ${minorToDecimal(amountMinorMax, minorUnits)} ${code}, which is ${inEuros}`,
  }
}

/**
 * Prepares the ceilings of tripPrice and studiesAmount: an amount in euros at the tables' rates,
 * whatever the rates of the day, rounded down to the minor unit. A currency that no table knows has
 * none: nobody can say what an amount of it is worth, nothing is priced by it, and such a currency
 * does not fail a call.
 *
 * ```ts
 * import { prepareInsuredCeilings } from "../rules/trip/insured-ceiling.ts"
 *
 * const yen = { code: "JPY", minorUnits: 0, eurRate: { numerator: 3579n, denominator: 20n } }
 * const ceilingOf = prepareInsuredCeilings(1_000_000, [yen])
 * ceilingOf("JPY") // => { amountMax: 178950000, rule: "at most 178950000 JPY, which is 1000000 EUR" }
 * ceilingOf("XAF") // => undefined
 * ```
 */
export const prepareInsuredCeilings = (
  eurosMax: number,
  currencies: ReadonlyArray<CeilingCurrency>,
): ((currency: string) => InsuredCeiling | undefined) => {
  const byCode = new Map(currencies.map((row) => [row.code, ceilingIn(eurosMax, row)]))
  return (currency) => byCode.get(currency)
}
