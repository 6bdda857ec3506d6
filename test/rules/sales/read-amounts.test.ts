import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { numberLiterals } from "../../../core/json/json-places.ts"
import { minorToNumber } from "../../../core/money/minor.ts"
import { readConversionReport } from "../../../rules/sales/read-report.ts"
import { correct, correctWith, minorUnits, read, refusal } from "./report-bodies.ts"

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
        const written = ", not a text: without quotes, and with a point before decimals alone"
        const more = typeof value === "string" ? written : ""
        assert.strictEqual(refusal(body), `BAD_CONVERSION ${name}: number >= 0${more}`)
      }
      for (const value of [0, -0, 0.01, 1, 9_999_999_999_999]) {
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
    ["THB", 1.01, 101],
    ["THB", 1.001, null],
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

  it.each([
    ["JPY", 999_999_999_999_999, "999999999999999"],
    ["EUR", 9_999_999_999_999.99, "9999999999999.99"],
    ["KWD", 999_999_999_999.999, "999999999999.999"],
    ["CLF", 99_999_999_999.9999, "99999999999.9999"],
  ])("takes of %s up to fifteen digits, %d, and no more", (currency, largest, written) => {
    const tooMuch = `BAD_CONVERSION amount: at most ${written} in this currency`
    const said = (amount: number) => refusal(correctWith({ currency, amount }))
    assert.strictEqual(said(largest), "read")
    assert.strictEqual(
      String(minorToNumber(999_999_999_999_999, minorUnits(currency) ?? 0)),
      written,
    )
    for (const amount of [1_000_000_000_000_000, 1e21, 1e308]) {
      assert.strictEqual(said(amount), tooMuch)
    }
  })

  it.each([
    ["100.000000000000000001", "at most 2 decimals in this currency"],
    ["0.1000000000000000055511151231257827", "at most 2 decimals in this currency"],
    ["1e-400", "at most 2 decimals in this currency"],
    ["70368744177664.01", "at most 9999999999999.99 in this currency"],
    ["9007199254740993", "at most 9999999999999.99 in this currency"],
    ["1E+999999999999999999999", "number >= 0"],
    ["-1e-400", "number >= 0"],
  ])("reads the text of a number, %s, and refuses what cannot be held", (literal, rule) => {
    for (const path of ["amount", "commission", "partnerFeeAmount"]) {
      const text = JSON.stringify(correctWith({ contractVersion: "3.2", [path]: 0 }))
      const sent = text.replace(`"${path}":0`, `"${path}":${literal}`)
      const outcome = readConversionReport(
        { json: JSON.parse(sent), literals: numberLiterals(sent) },
        minorUnits,
      )
      const { failure } = outcome as Extract<typeof outcome, { readonly _tag: "Failure" }>
      assert.deepStrictEqual(failure, { _tag: "ReportRefusal", code: "BAD_CONVERSION", path, rule })
    }
  })

  it.each([
    ["9999999999999.99", 999_999_999_999_999],
    ["99999999999999900e-2", null],
    ["999999999999999000e-5", 999_999_999_999_999],
    ["1.10e2", 11_000],
    ["110.000000000000000000", 11_000],
    ["0e-99999999999999999999", 0],
    ["-0.0", 0],
    ["0.07", 7],
  ])("reads %s as %d", (literal, amountMinor) => {
    const sent = JSON.stringify(correct).replace('"amount":110', `"amount":${literal}`)
    const body = { json: JSON.parse(sent) as unknown, literals: numberLiterals(sent) }
    const outcome = readConversionReport(body, minorUnits)
    assert.strictEqual(Result.isSuccess(outcome) ? outcome.success.amountMinor : null, amountMinor)
  })

  it("reads every amount that an answer shows to the very same minor units", () => {
    const currency = fc.constantFrom("JPY", "EUR", "KWD", "CLF")
    fc.assert(
      fc.property(currency, fc.nat(999_999_999_999_999), (currency, amountMinor) => {
        const amount = minorToNumber(amountMinor, minorUnits(currency) ?? 0)
        const report = Result.getOrThrow(read(correctWith({ currency, amount })))
        assert.strictEqual(report.amountMinor, amountMinor)
      }),
      { numRuns: 1_000 },
    )
  })
})
