import type { Rational } from "./rational.ts"

/**
 * A whole number of small units as a decimal, without zeros at its end.
 *
 * ```ts
 * import { decimalText } from "../core/money/figure-text.ts"
 *
 * decimalText(5460n, 2) // => "54.6"
 * decimalText(-5n, 2) // => "-0.05"
 * ```
 */
export const decimalText = (value: bigint, decimals: number): string => {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, "")
  return `${value < 0n ? "-" : ""}${whole}${part === "" ? "" : `.${part}`}`
}

const decimalsMax = 40

/**
 * A figure that was read from a decimal, as one.
 *
 * ```ts
 * import { figureText } from "../core/money/figure-text.ts"
 *
 * figureText({ numerator: 123n, denominator: 10n }) // => "12.3"
 * ```
 */
export const figureText = ({ denominator, numerator }: Rational): string => {
  let decimals = 0
  let unit = 1n
  while (unit % denominator !== 0n && decimals < decimalsMax) {
    unit *= 10n
    decimals += 1
  }
  return decimalText((numerator * unit) / denominator, decimals)
}
