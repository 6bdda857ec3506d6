import {
  add,
  compare,
  fromInteger,
  multiply,
  type Rational,
  roundHalfUp,
} from "../../core/money/rational.ts"
import type { FrozenRates, SaleCaps } from "./sale.ts"

const wholeBps = 10_000

const smaller = (left: Rational, right: Rational): Rational =>
  compare(left, right) <= 0 ? left : right

/** The insurer's premium in what the traveller paid, which is the premium and its handling fee. */
const premiumOf = (amountMinor: number, feeBps: number): Rational =>
  multiply(fromInteger(BigInt(amountMinor)), {
    numerator: BigInt(wholeBps),
    denominator: BigInt(wholeBps + feeBps),
  })

const partOf = (premium: Rational, rateBps: number): Rational =>
  multiply(premium, { numerator: BigInt(rateBps), denominator: BigInt(wholeBps) })

const lowered = (computed: Rational, capMinor: number | null): Rational =>
  capMinor === null ? computed : smaller(computed, fromInteger(BigInt(capMinor)))

/**
 * What a sale earns its partner, in minor units of the sale's currency: of the premium, the base
 * rate and the uplift. The caps that were declared for the uplift and for the whole can only lower
 * it. Everything is exact up to one rounding, half up, at the end.
 *
 * ```ts
 * import { noCaps } from "../rules/sales/caps.ts"
 * import { commissionMinor } from "../rules/sales/commission.ts"
 *
 * const rates = { feeBps: 1500, baseRateBps: 1000, upliftBps: 500 }
 * commissionMinor(11_500, noCaps, rates) // => 1500
 * commissionMinor(11_500, { ...noCaps, upliftMinor: 200 }, rates) // => 1200
 * commissionMinor(11_500, { ...noCaps, commissionMinor: 900 }, rates) // => 900
 * ```
 */
export const commissionMinor = (
  amountMinor: number,
  caps: SaleCaps,
  rates: FrozenRates,
): number => {
  const premium = premiumOf(amountMinor, rates.feeBps)
  const uplift = lowered(partOf(premium, rates.upliftBps), caps.upliftMinor)
  const computed = add(partOf(premium, rates.baseRateBps), uplift)
  return Number(roundHalfUp(lowered(computed, caps.commissionMinor)))
}
