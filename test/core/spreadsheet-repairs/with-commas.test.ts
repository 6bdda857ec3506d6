import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { withCommas } from "../../../core/spreadsheet-repairs/with-commas.ts"
import { readCsv } from "../../../core/table/csv.ts"
import { testSeed } from "../../support/random.ts"

describe("withCommas()", () => {
  it.each([
    {
      title: "a cell with a comma is quoted",
      source: "zone;price\nA;5,46\n",
      is: 'zone,price\nA,"5,46"\n',
    },
    {
      title: "one that was quoted stays as it is",
      source: '"5,46";"a""b"\n',
      is: '"5,46","a""b"\n',
    },
    { title: "a sign in quotes is no separator", source: '"a;b";c\n', is: '"a;b",c\n' },
    { title: "a quote beside a comma is doubled", source: 'a "b", c;d\n', is: '"a ""b"", c",d\n' },
    { title: "a line may end without a break", source: "a;1,5", is: 'a,"1,5"' },
    { title: "empty cells stay empty", source: ";;\n;\n", is: ",,\n,\n" },
  ])("$title", ({ is, source }) => {
    assert.strictEqual(withCommas(source, ";"), is)
    assert.strictEqual(withCommas(source.replaceAll(";", "\t"), "\t"), is.replaceAll(";", "\t"))
  })

  it("has cells read as they were, whatever is in them", () => {
    const cell = fc.string({
      unit: fc.constantFrom("a", "5", ",", ";", "\t", '"', " "),
      maxLength: 6,
    })
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 })
    // Spreadsheets quote what holds a quote or their separator; an empty first cell might be a blank line.
    const written = (text: string, separator: string): string =>
      text.includes('"') || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
    const holds = fc.property(
      rows,
      fc.constantFrom(";" as const, "\t" as const),
      (cells, separator) => {
        const lines = cells.map((row) =>
          ["x", ...row].map((text) => written(text, separator)).join(separator),
        )
        const read = Result.getOrThrow(readCsv(withCommas(`${lines.join("\n")}\n`, separator)))
        assert.deepStrictEqual(
          read.map(({ texts }) => texts),
          cells.map((row) => ["x", ...row]),
        )
      },
    )
    fc.assert(holds, { numRuns: 300, seed: testSeed("with commas") })
  })
})
