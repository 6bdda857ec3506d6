import { shippedOracleCurrencies } from "../test/rules/currency/conversion-vectors.ts"
import { type OracleCurrency, reducedRatio } from "../test/rules/currency/oracle.ts"
import { makeChoices } from "./inputs.ts"

/** A conversion as plain data: minor units of the target for one of the source, in lowest terms. */
export interface PlainRatio {
  readonly source: OracleCurrency
  readonly target: OracleCurrency
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Amounts to convert, each with the place of its conversion in `ratios`. */
export interface ConversionCases {
  readonly ratios: ReadonlyArray<PlainRatio>
  readonly amountsMinor: Float64Array
  readonly places: Uint16Array
}

/** Converts an amount in minor units by the ratio at a place, rounded half up, away from zero. */
export type ConvertAt = (place: number, amountMinor: number) => number | undefined

const ratioBetween = (source: OracleCurrency, target: OracleCurrency): PlainRatio => {
  const { over, under } = reducedRatio(source, target)
  return { source, target, numerator: over, denominator: under }
}

/** The conversions between all shipped currencies, or those from one of them, at the table's rates. */
export const shippedRatios = (from?: string): ReadonlyArray<PlainRatio> => {
  const currencies = shippedOracleCurrencies()
  return currencies
    .filter(({ code }) => from === undefined || code === from)
    .flatMap((source) =>
      currencies
        .filter((target) => target !== source)
        .map((target) => ratioBetween(source, target)),
    )
}

/** A ratio as a whole number with so many decimals, as money libraries take rates. */
export interface DecimalRate {
  readonly amount: bigint
  readonly scale: bigint
}

/** A ratio as a decimal; undefined when it has no end, as most rates between two currencies. */
export const decimalRate = ({ denominator, numerator }: PlainRatio): DecimalRate | undefined => {
  for (let scale = 0n; scale <= 40n; scale += 1n) {
    if (10n ** scale % denominator === 0n) {
      return { amount: numerator * (10n ** scale / denominator), scale }
    }
  }
  return undefined
}

/** Amounts have one digit to so many, each length as often: up to ten millions of a main unit. */
const digitsMax = 9

/** The odd multiples of a ratio's half that are drawn go up to this. */
const oddMultipleMax = 15

/** The conversions that have exact halves with safe results, with the least such amount. */
const halvesOf = (ratios: ReadonlyArray<PlainRatio>) => {
  const limit = BigInt(Number.MAX_SAFE_INTEGER) / BigInt(oddMultipleMax)
  return ratios.flatMap(({ denominator, numerator }, place) =>
    denominator % 2n === 0n && denominator <= limit && numerator <= limit
      ? [{ place, half: Number(denominator / 2n) }]
      : [],
  )
}

/**
 * Draws amounts from the seed of the bench: so many of any kind, then so many exact halves. A fifth
 * of all are negative.
 */
export const drawCases = (
  ratios: ReadonlyArray<PlainRatio>,
  { anyKind, exactHalves }: { readonly anyKind: number; readonly exactHalves: number },
): ConversionCases => {
  const { below, chance, pick } = makeChoices()
  const halves = halvesOf(ratios)
  const count = anyKind + exactHalves
  const amountsMinor = new Float64Array(count)
  const places = new Uint16Array(count)
  for (let index = 0; index < count; index += 1) {
    const tie = index < anyKind ? undefined : pick(halves)
    const amountMinor =
      tie === undefined
        ? below(10 ** (1 + below(digitsMax)))
        : tie.half * (1 + 2 * below((oddMultipleMax + 1) / 2))
    places[index] = tie?.place ?? below(ratios.length)
    amountsMinor[index] = chance(0.2) ? 0 - amountMinor : amountMinor
  }
  return { ratios, amountsMinor, places }
}
