import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { minorToNumber } from "../../../core/money/minor.ts"
import { correctWith, minorUnits, read, refusal } from "./report-bodies.ts"

describe("the amounts of a conversion report", () => {
  it.each(["amount", "commission", "partnerFeeAmount"])(
    "refuses as %s what is no number from 0 on",
    (name) => {
      const version = { contractVersion: "3.2" }
      for (const value of [
        -0.01,
        -1,
        "1",
        "",
        true,
        [],
        {},
        Number.NaN,
        Number.POSITIVE_INFINITY,
      ]) {
        const body = correctWith({ ...version, [name]: value })
        assert.strictEqual(refusal(body), `BAD_CONVERSION ${name}: number >= 0`)
      }
      for (const value of [0, -0, 0.01, 1, 90_071_992_547_409]) {
        assert.strictEqual(refusal(correctWith({ ...version, [name]: value })), "read")
      }
    },
  )

  it.each([
    ["EUR", 0.01, 1],
    ["EUR", 0.07, 7],
    ["EUR", 1.005, null],
    ["EUR", 1e-7, null],
    ["EUR", 0.1 + 0.2, null],
    ["EUR", 5e-324, null],
    ["JPY", 110, 110],
    ["JPY", 110.5, null],
    ["XAF", 0.1, null],
    ["KWD", 1.001, 1001],
    ["KWD", 1.0001, null],
    ["CLF", 1.0001, 10_001],
    ["CLF", 1.00001, null],
    ["ZZZ", 1.01, 101],
    ["ZZZ", 1.001, null],
  ])("takes of %s the amount %d as %s", (currency, amount, amountMinor) => {
    const outcome = read(correctWith({ currency, amount }))
    assert.strictEqual(Result.isSuccess(outcome) ? outcome.success.amountMinor : null, amountMinor)
    if (amountMinor !== null) return
    const decimals = minorUnits(currency)
    assert.strictEqual(
      refusal(correctWith({ currency, amount })),
      `BAD_CONVERSION amount: at most ${decimals} decimals in this currency`,
    )
  })

  it("takes amounts up to the largest safe integer of minor units", () => {
    const yen = (amount: number): string => refusal(correctWith({ currency: "JPY", amount }))
    const tooMuch =
      "BAD_CONVERSION amount: at most 9007199254740991 of the smallest units of this currency"
    assert.strictEqual(yen(9_007_199_254_740_991), "read")
    assert.strictEqual(yen(9_007_199_254_740_992), tooMuch)
    assert.strictEqual(yen(1e308), tooMuch)
    assert.strictEqual(refusal(correctWith({ amount: 90_071_992_547_410 })), tooMuch)
  })

  it("reads every amount that an answer shows to the very same minor units", () => {
    const currency = fc.constantFrom("JPY", "EUR", "KWD", "CLF")
    fc.assert(
      fc.property(currency, fc.nat(2_000_000_000), (currency, amountMinor) => {
        const amount = minorToNumber(amountMinor, minorUnits(currency))
        const report = Result.getOrThrow(read(correctWith({ currency, amount })))
        assert.strictEqual(report.amountMinor, amountMinor)
      }),
      { numRuns: 1_000 },
    )
  })
})
