import { assert, describe, it } from "@effect/vitest"
import { loadTable } from "../../../core/table/load-table.ts"
import { caseLine, caseSituations } from "../../../rules/corpus/cases.ts"
import { situations } from "../../../rules/corpus/generate.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { corpusCases } from "../../../rules/corpus/share-tables.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables as tables } from "../../support/tables.ts"

const header = Object.keys(corpusCases.columns).join(",")

describe("caseLine()", () => {
  it("has room for the dearest trip that can be drawn", () => {
    const [drawn] = situations(tables, 1, 1)
    if (drawn === undefined) assert.fail("nothing was drawn")
    const euros = Math.max(...tables.corpusTripPrices.rows.map(({ priceMax }) => priceMax ?? 0))
    const units = Math.max(...tables.corpusCurrencies.rows.map((row) => row.unitsPerEuro))
    const tripPrice = euros * limitOf(tables, "travellers_max") * units
    assert.isAbove(tripPrice, 10_000_000)
    const { quote } = drawn
    const dearest = { ...drawn, quote: { ...quote, trip: { ...quote.trip, tripPrice } } }
    const line = caseLine(dearest, "dearest", "the dearest trip")
    const { errors } = loadTable(corpusCases, [header, line, ""].join("\n"))
    assert.deepStrictEqual(errors, [])
  })

  it("writes rows that become the same situations again", () => {
    const seed = testSeed("case lines")
    const drawn = [...caseSituations(tables), ...situations(tables, seed, 400)]
    const lines = drawn.map((one) => caseLine(one, one.name, `a "quoted", reason`))
    const { content, errors } = loadTable(corpusCases, [header, ...lines, ""].join("\n"))
    assert.deepStrictEqual(errors, [])
    const read = caseSituations({ corpusCases: content })
    assert.strictEqual(read.length, drawn.length)
    for (const [index, situation] of read.entries()) {
      const { bilan, name, quote } = drawn[index] ?? situation
      assert.deepStrictEqual(
        { ...situation },
        { name, origin: "case", bilan, quote },
        `seed ${seed}`,
      )
    }
  })
})
