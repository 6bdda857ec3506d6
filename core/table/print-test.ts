import { type Interval, printWord } from "./cell.ts"
import type { ConditionTest } from "./condition.ts"

const negatedIf = (negated: boolean, items: ReadonlyArray<string>): string =>
  negated ? `not(${items.join("|")})` : items.join("|")

/**
 * A condition as it is written in a cell; {@link readTest} reads it back to the same.
 *
 * ```ts
 * import { printTest } from "../core/table/print-test.ts"
 *
 * printTest({ _tag: "NoneOf", words: ["cruise", "ski"] }) // => "not(cruise|ski)"
 * printTest({ _tag: "Within", intervals: [{ low: 18, lowClosed: true, high: 64, highClosed: true }] }) // => "[18..64]"
 * printTest({ _tag: "Any" }) // => ""
 * ```
 */
export const printTest = (test: ConditionTest): string => {
  switch (test._tag) {
    case "Any":
      return ""
    case "AnyOf":
    case "NoneOf":
      return negatedIf(test._tag === "NoneOf", test.words.map(printWord))
    case "Is":
      return String(test.value)
    case "Within":
    case "Outside":
      return negatedIf(test._tag === "Outside", test.intervals.map(printInterval))
  }
}

/** The digits of a finite number without an exponent, as cells are written. */
export const printNumber = (value: number): string => {
  if (Object.is(value, -0)) return "-0"
  const [mantissa = "", exponent] = String(value).split("e")
  if (exponent === undefined) return mantissa
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".")
  const sign = value < 0 ? "-" : ""
  const shift = Number(exponent)
  if (shift > 0) return `${sign}${whole}${fraction.padEnd(shift, "0")}`
  return `${sign}0.${"0".repeat(-shift - 1)}${whole}${fraction}`
}

/**
 * An interval as it is written in a cell; at least one of its ends is finite.
 *
 * ```ts
 * import { printInterval } from "../core/table/print-test.ts"
 *
 * printInterval({ low: 10, lowClosed: true, high: 20, highClosed: false }) // => "[10..20)"
 * printInterval({ low: 7, lowClosed: true, high: 7, highClosed: true }) // => "7"
 * printInterval({ low: 18, lowClosed: true, high: Infinity, highClosed: false }) // => ">=18"
 * ```
 */
export const printInterval = ({ high, highClosed, low, lowClosed }: Interval): string => {
  if (!Number.isFinite(low)) return `${highClosed ? "<=" : "<"}${printNumber(high)}`
  if (!Number.isFinite(high)) return `${lowClosed ? ">=" : ">"}${printNumber(low)}`
  if (Object.is(low, high)) return printNumber(low)
  const opening = lowClosed ? "[" : "("
  return `${opening}${printNumber(low)}..${printNumber(high)}${highClosed ? "]" : ")"}`
}
