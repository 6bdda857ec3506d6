import { add, compare, fromInteger, multiply, type Rational } from "../../core/money/rational.ts"
import { roundHalfUp } from "../../core/money/round-half-up.ts"
import type { ConversionReport, DeclaredUplift } from "./conversion-report.ts"
import type { FrozenRates } from "./sale.ts"

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

const lowered = (computed: Rational, declared: DeclaredUplift): Rational =>
  declared._tag === "Computed"
    ? computed
    : smaller(computed, fromInteger(BigInt(declared.amountMinor)))

/**
 * What a sale earns its partner, in minor units of the sale's currency: of the premium, the base
 * rate and the uplift. What the report declares as uplift and as commission can only lower it.
 * Everything is exact up to one rounding, half up, at the end.
 *
 * ```ts
 * import { commissionMinor } from "../rules/sales/commission.ts"
 *
 * const rates = { feeBps: 1500, baseRateBps: 1000, upliftBps: 500 }
 * const report = { amountMinor: 11_500, commissionMinor: null, uplift: { _tag: "Computed" } } as const
 * commissionMinor(report, rates) // => 1500
 * commissionMinor({ ...report, uplift: { _tag: "AtMost", amountMinor: 200 } }, rates) // => 1200
 * commissionMinor({ ...report, commissionMinor: 900 }, rates) // => 900
 * ```
 */
export const commissionMinor = (
  report: Pick<ConversionReport, "amountMinor" | "commissionMinor" | "uplift">,
  rates: FrozenRates,
): number => {
  const premium = premiumOf(report.amountMinor, rates.feeBps)
  const uplift = lowered(partOf(premium, rates.upliftBps), report.uplift)
  const computed = add(partOf(premium, rates.baseRateBps), uplift)
  const owed =
    report.commissionMinor === null
      ? computed
      : smaller(computed, fromInteger(BigInt(report.commissionMinor)))
  return Number(roundHalfUp(owed))
}
