import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import {
  add,
  compare,
  divide,
  fraction,
  fromInteger,
  multiply,
  one,
  parseDecimal,
  type Rational,
  zero,
} from "../../../core/money/rational.ts"
import { plainFailure } from "../../../core/plain-result.ts"

const rational: fc.Arbitrary<Rational> = fc
  .tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.bigInt(1n, 10n ** 20n))
  .map(([numerator, denominator]) => Result.getOrThrow(fraction(numerator, denominator)))

describe("parseDecimal()", () => {
  const read: ReadonlyArray<readonly [string, bigint, bigint]> = [
    ["12.30", 123n, 10n],
    ["-5", -5n, 1n],
    ["0.000001", 1n, 1_000_000n],
    ["0", 0n, 1n],
    ["-0.50", -1n, 2n],
    ["007.5", 15n, 2n],
    [`${"9".repeat(40)}.${"0".repeat(40)}`, BigInt("9".repeat(40)), 1n],
  ]
  for (const [text, numerator, denominator] of read) {
    it(`reads ${text} exactly`, () => {
      assert.deepStrictEqual(Result.getOrThrow(parseDecimal(text)), { numerator, denominator })
    })
  }

  const refused = [
    "",
    " 1",
    "1 ",
    "+1",
    "1e3",
    ".5",
    "5.",
    "1,5",
    "0x1",
    "--1",
    "1_000",
    "NaN",
    "٣",
  ]
  for (const text of [...refused, "9".repeat(41)]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      const read = parseDecimal(text)
      assert.deepStrictEqual(read, plainFailure({ _tag: "NotDecimal", text }))
    })
  }
})

describe("rational arithmetic", () => {
  it("keeps every value in lowest terms over a positive denominator", () => {
    fc.assert(
      fc.property(rational, rational, (left, right) => {
        for (const value of [add(left, right), multiply(left, right)]) {
          assert.isTrue(value.denominator > 0n)
          const again = Result.getOrThrow(fraction(value.numerator, value.denominator))
          assert.deepStrictEqual(value, again)
        }
      }),
    )
  })

  it("adds and multiplies in any order, and distributes", () => {
    fc.assert(
      fc.property(rational, rational, rational, (first, second, third) => {
        assert.deepStrictEqual(add(first, second), add(second, first))
        assert.deepStrictEqual(multiply(first, second), multiply(second, first))
        assert.deepStrictEqual(
          multiply(first, add(second, third)),
          add(multiply(first, second), multiply(first, third)),
        )
        assert.deepStrictEqual(add(first, zero), first)
        assert.deepStrictEqual(multiply(first, one), first)
      }),
    )
  })

  it("divides back what it multiplied", () => {
    fc.assert(
      fc.property(rational, rational, (left, right) => {
        fc.pre(right.numerator !== 0n)
        assert.deepStrictEqual(Result.getOrThrow(divide(multiply(left, right), right)), left)
      }),
    )
  })

  it("refuses to divide by zero", () => {
    assert.deepStrictEqual(divide(one, zero), plainFailure({ _tag: "ZeroDivisor", dividend: one }))
    assert.isTrue(Result.isFailure(fraction(1n, 0n)))
  })

  it("compares as the difference's sign says", () => {
    fc.assert(
      fc.property(rational, rational, (left, right) => {
        const negative = multiply(right, fromInteger(-1n))
        const { numerator } = add(left, negative)
        assert.strictEqual(compare(left, right), numerator < 0n ? -1 : numerator > 0n ? 1 : 0)
      }),
    )
  })
})
