import { assert, describe, it } from "@effect/vitest"
import { minorUnitsOf } from "../../../rules/currency/minor-units.ts"
import { shippedTables } from "../../support/tables.ts"

const minorUnits = minorUnitsOf(shippedTables)

/** The currencies of ISO 4217 whose exponent is not 2, metals and other codes without one left out. */
const unusual = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
}

describe("minorUnitsOf()", () => {
  it.each(Object.entries(unusual))("knows every currency with %s decimals", (digits, codes) => {
    for (const code of codes.split(" ")) {
      assert.strictEqual(minorUnits(code), Number(digits), code)
    }
  })

  it("gives 2 for every other currency", () => {
    for (const code of ["EUR", "USD", "GBP", "BGN", "THB", "MGA", "MRU"]) {
      assert.strictEqual(minorUnits(code), 2, code)
    }
    const all = [...shippedTables.currencies.rows, ...shippedTables.isoCurrencies.rows]
    const listed = Object.values(unusual).join(" ").split(" ")
    for (const { code, minorUnits: digits } of all) {
      assert.strictEqual(digits === 2, !listed.includes(code), code)
    }
  })

  it("gives none for a code without a minor unit, one that is gone, and one of no list", () => {
    for (const code of ["XXX", "XTS", "XAU", "XDR", "BTC", "ZZZ", "HRK", "ZWL", "", "toString"]) {
      assert.isUndefined(minorUnits(code), code)
    }
  })

  it("has all that ISO 4217 has in use, and in both tables the same decimals", () => {
    assert.isAtLeast(shippedTables.isoCurrencies.rows.length, 165)
    const missing = shippedTables.currencies.rows.flatMap(({ code, minorUnits: digits }) => {
      const listed = shippedTables.isoCurrencies.get(code)?.minorUnits
      return listed === digits ? [] : [code]
    })
    // The lev gave way to the euro in 2026; the contract goes on listing it.
    assert.deepStrictEqual(missing, ["BGN"])
  })
})
