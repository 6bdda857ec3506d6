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

  it("gives 2 for every other currency, known or not", () => {
    for (const code of ["EUR", "USD", "GBP", "BGN", "THB", "MGA", "MRU", "ZZZ", "", "toString"]) {
      assert.strictEqual(minorUnits(code), 2, code)
    }
    const all = [...shippedTables.currencies.rows, ...shippedTables.otherMinorUnits.rows]
    const listed = Object.values(unusual).join(" ").split(" ")
    for (const { code, minorUnits: digits } of all) {
      assert.strictEqual(digits === 2, !listed.includes(code), code)
    }
  })

  it("has no currency in both tables, and none with 2 decimals in the second", () => {
    for (const { code, minorUnits: digits } of shippedTables.otherMinorUnits.rows) {
      assert.isUndefined(shippedTables.currencies.get(code), code)
      assert.notStrictEqual(digits, 2, code)
    }
  })
})
