import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import {
  minorToDecimal,
  minorToNumber,
  minorToRational,
  numberToRational,
  rationalToMinor,
} from "../../../core/money/minor.ts"
import { parseDecimal, roundHalfUp } from "../../../core/money/rational.ts"
import { plainFailure } from "../../../core/plain-result.ts"

const minorUnits = fc.integer({ min: 0, max: 4 })
const amountMinor = fc.maxSafeInteger()

describe("minor units", () => {
  it("print as a plain decimal that reads back to the same amount", () => {
    fc.assert(
      fc.property(amountMinor, minorUnits, (amount, digits) => {
        const text = minorToDecimal(amount, digits)
        assert.match(text, digits === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${digits}}$`))
        const exact = Result.getOrThrow(parseDecimal(text))
        assert.strictEqual(rationalToMinor(exact, digits), BigInt(amount))
        assert.deepStrictEqual(minorToRational(amount, digits), exact)
      }),
    )
  })

  it("survive the way through a JSON number up to fifteen digits", () => {
    const printable = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })
    fc.assert(
      fc.property(printable, minorUnits, (amount, digits) => {
        const sent: unknown = JSON.parse(JSON.stringify(minorToNumber(amount, digits)))
        const exact = Result.getOrThrow(numberToRational(Number(sent)))
        assert.strictEqual(rationalToMinor(exact, digits), BigInt(amount))
      }),
    )
  })

  it("keep the same text for a number and for a bigint", () => {
    fc.assert(
      fc.property(amountMinor, minorUnits, (amount, digits) => {
        assert.strictEqual(minorToDecimal(amount, digits), minorToDecimal(BigInt(amount), digits))
      }),
    )
  })
})

describe("numberToRational()", () => {
  it("takes the shortest decimal of any finite number, exponents included", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const { denominator, numerator } = Result.getOrThrow(numberToRational(value))
        assert.isTrue(denominator > 0n)
        const text = value.toFixed(10)
        if (Number(text) === value && !text.includes("e")) {
          const exact = Result.getOrThrow(parseDecimal(text === "-0.0000000000" ? "0" : text))
          if (value.toString().length < 12)
            assert.deepStrictEqual({ numerator, denominator }, exact)
        }
      }),
    )
  })

  const cases: ReadonlyArray<readonly [number, bigint, bigint]> = [
    [0.1, 1n, 10n],
    [1e-7, 1n, 10n ** 7n],
    [1.5e-7, 3n, 2n * 10n ** 7n],
    [1e21, 10n ** 21n, 1n],
    [1.25e300, 125n * 10n ** 298n, 1n],
    [-2.5, -5n, 2n],
    [0, 0n, 1n],
    [-0, 0n, 1n],
  ]
  for (const [value, numerator, denominator] of cases) {
    it(`reads ${value} as ${numerator}/${denominator}`.slice(0, 80), () => {
      assert.deepStrictEqual(Result.getOrThrow(numberToRational(value)), { numerator, denominator })
    })
  }

  it("refuses NaN and the infinities", () => {
    for (const value of [Number.NaN, Infinity, -Infinity]) {
      assert.deepStrictEqual(numberToRational(value), plainFailure({ _tag: "NotFinite", value }))
    }
  })
})

describe("roundHalfUp()", () => {
  it("rounds to a whole number at most one half away, ties away from zero", () => {
    const half = fc.tuple(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.bigInt(1n, 10n ** 12n))
    fc.assert(
      fc.property(half, ([numerator, denominator]) => {
        const rounded = roundHalfUp({ numerator, denominator })
        const off = 2n * (rounded * denominator - numerator)
        const away = numerator < 0n ? -off : off
        assert.isTrue(away <= denominator && away > -denominator)
      }),
    )
  })

  it("mirrors its result for the negative amount", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 20n), fc.bigInt(1n, 10n ** 6n), (numerator, denominator) => {
        const negative = roundHalfUp({ numerator: -numerator, denominator })
        assert.strictEqual(negative, -roundHalfUp({ numerator, denominator }))
      }),
    )
  })
})
