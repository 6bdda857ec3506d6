import type { ConditionTest } from "./condition.ts"
import { printInterval } from "./print-cell.ts"
import { printWord } from "./quoted.ts"

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
