import { powerOfTen } from "../../../core/money/decimal-literal.ts"
import type { Rational } from "../../../core/money/rational.ts"

/**
 * A positive amount rounded down to a whole number of two significant figures, so that what is told
 * of a converted amount is never more than there is.
 *
 * ```ts
 * import { fromInteger } from "../core/money/rational.ts"
 * import { downToTwoFigures } from "../rules/coach/text/two-figures.ts"
 *
 * downToTwoFigures(fromInteger(176091n)) // => 170000
 * downToTwoFigures({ numerator: 1099n, denominator: 10n }) // => 100
 * downToTwoFigures({ numerator: 999n, denominator: 100n }) // => 9
 * ```
 */
export const downToTwoFigures = ({ denominator, numerator }: Rational): number => {
  const whole = numerator / denominator
  const spare = whole.toString().length - 2
  if (spare <= 0) return Number(whole)
  const unit = powerOfTen(spare)
  return Number((whole / unit) * unit)
}
