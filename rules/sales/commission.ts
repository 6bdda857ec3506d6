import type { AmountMinor, Bps } from "../../core/money/minor.ts"
import {
  add,
  compare,
  fromInteger,
  multiply,
  type Rational,
  roundHalfUp,
} from "../../core/money/rational.ts"
import type { DeclaredSale, DeclaredUplift } from "./read-report.ts"
import type { FrozenRates, SaleCaps } from "./sale-record.ts"

const wholeBps = 10_000

const smaller = (left: Rational, right: Rational): Rational =>
  compare(left, right) <= 0 ? left : right

/** The insurer's premium in what the traveller paid, which is the premium and its handling fee. */
const premiumOf = (amountMinor: AmountMinor, feeBps: Bps): Rational =>
  multiply(fromInteger(BigInt(amountMinor)), {
    numerator: BigInt(wholeBps),
    denominator: BigInt(wholeBps + feeBps),
  })

const partOf = (premium: Rational, rateBps: Bps): Rational =>
  multiply(premium, { numerator: BigInt(rateBps), denominator: BigInt(wholeBps) })

const lowered = (computed: Rational, capMinor: AmountMinor | null): Rational =>
  capMinor === null ? computed : smaller(computed, fromInteger(BigInt(capMinor)))

/**
 * What a sale earns its partner, in minor units of the sale's currency: of the premium, the base
 * rate and the uplift. The caps that were declared for the uplift and for the whole can only lower
 * it. Everything is exact up to one rounding, half up, at the end.
 *
 * ```ts
 * import { noCaps } from "../rules/sales/commission.ts"
 * import { commissionMinor } from "../rules/sales/commission.ts"
 *
 * const rates = { feeBps: 1500, baseRateBps: 1000, upliftBps: 500 }
 * commissionMinor(11_500, noCaps, rates) // => 1500
 * commissionMinor(11_500, { ...noCaps, upliftMinor: 200 }, rates) // => 1200
 * commissionMinor(11_500, { ...noCaps, commissionMinor: 900 }, rates) // => 900
 * ```
 */
export const commissionMinor = (
  amountMinor: AmountMinor,
  caps: SaleCaps,
  rates: FrozenRates,
): number => {
  const premium = premiumOf(amountMinor, rates.feeBps)
  const uplift = lowered(partOf(premium, rates.upliftBps), caps.upliftMinor)
  const computed = add(partOf(premium, rates.baseRateBps), uplift)
  return Number(roundHalfUp(lowered(computed, caps.commissionMinor)))
}

/** The caps of a sale of which nothing has been declared. */
export const noCaps: SaleCaps = { commissionMinor: null, upliftMinor: null }

const upliftCap = (heldMinor: AmountMinor | null, declared: DeclaredUplift): number | null => {
  switch (declared._tag) {
    case "AtMost":
      return declared.amountMinor
    case "LeftOut":
      return heldMinor ?? 0
    case "Unknown":
      return heldMinor
  }
}

/**
 * The caps of a sale after a report that counts. What it declares is the cap from then on; what it
 * does not leaves the cap that was declared before. Only where none ever was does `partnerFeeAmount`
 * left out under 3.2 mean that no uplift was charged; 3.1 does not know the field and says nothing.
 *
 * | declared before | under 3.1 | under 3.2, left out | under 3.2, present |
 * | --- | --- | --- | --- |
 * | nothing | none | 0 | its value |
 * | a cap | that cap | that cap | its value |
 *
 * ```ts
 * import { capsAfter, noCaps } from "../rules/sales/commission.ts"
 *
 * const silent = { commissionMinor: null, uplift: { _tag: "LeftOut" } } as const
 * capsAfter(noCaps, silent) // => { commissionMinor: null, upliftMinor: 0 }
 * capsAfter({ commissionMinor: 900, upliftMinor: 200 }, silent) // => { commissionMinor: 900, upliftMinor: 200 }
 * ```
 */
export const capsAfter = (
  held: SaleCaps,
  { commissionMinor, uplift }: Pick<DeclaredSale, "commissionMinor" | "uplift">,
): SaleCaps => ({
  commissionMinor: commissionMinor ?? held.commissionMinor,
  upliftMinor: upliftCap(held.upliftMinor, uplift),
})

/**
 * Whether two caps are the same.
 *
 * ```ts
 * import { noCaps, sameCaps } from "../rules/sales/commission.ts"
 *
 * sameCaps(noCaps, { ...noCaps, upliftMinor: 0 }) // => false
 * ```
 */
export const sameCaps = (left: SaleCaps, right: SaleCaps): boolean =>
  left.commissionMinor === right.commissionMinor && left.upliftMinor === right.upliftMinor
