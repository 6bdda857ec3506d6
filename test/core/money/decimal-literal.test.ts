import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import {
  amountMinorMax,
  literalToMinor,
  readDecimalLiteral,
} from "../../../core/money/decimal-literal.ts"
import { minorToDecimal, minorToNumber } from "../../../core/money/minor.ts"

const toMinor = (text: string, minorUnits: number) => {
  const literal = readDecimalLiteral(text)
  if (literal === undefined) return undefined
  return Result.match(literalToMinor(literal, minorUnits), {
    onFailure: (why) => why,
    onSuccess: (amountMinor) => amountMinor,
  })
}

describe("a number literal", () => {
  it.each([
    ["1", 2, 100],
    ["1.05", 2, 105],
    ["1.050", 2, 105],
    ["1.005", 2, "too fine"],
    ["10e-1", 0, 1],
    ["1e-1", 0, "too fine"],
    ["0.000e999999999999999999999", 2, 0],
    ["1e999999999999999999999", 2, "too large"],
    ["1e-999999999999999999999", 2, "too fine"],
    ["-1", 2, "negative"],
    ["-0.000", 2, 0],
    ["-0.001", 2, "negative"],
    ["9999999999999.99", 2, 999_999_999_999_999],
    ["10000000000000.00", 2, "too large"],
    ["999999999999999", 0, 999_999_999_999_999],
    ["1e15", 0, "too large"],
    ["", 2, undefined],
    ["1e", 2, undefined],
    ["Infinity", 2, undefined],
  ] as const)("%s with %d decimals comes to %s", (text, minorUnits, expected) => {
    assert.strictEqual(toMinor(text, minorUnits), expected)
  })

  it("of an amount as it is printed comes to that amount, with zeros or an exponent too", () => {
    const amounts = fc.integer({ min: 0, max: amountMinorMax })
    fc.assert(
      fc.property(amounts, fc.nat(4), fc.nat(30), (amountMinor, minorUnits, zeros) => {
        const plain = minorToDecimal(amountMinor, minorUnits)
        const more = `${plain}${minorUnits === 0 ? "." : ""}${"0".repeat(zeros + 1)}`
        const shifted = `${"0".repeat(zeros)}${amountMinor}e-${minorUnits}`
        for (const text of [plain, more, shifted, String(minorToNumber(amountMinor, minorUnits))]) {
          assert.strictEqual(toMinor(text, minorUnits), amountMinor, text)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it("is read in a time that its length decides", () => {
    const zeros = "0".repeat(60_000)
    assert.strictEqual(toMinor(`${zeros}1.${zeros}`, 2), 100)
    assert.strictEqual(toMinor(`1.${zeros}1`, 2), "too fine")
    assert.strictEqual(toMinor(`1${zeros}`, 2), "too large")
  })
})
