import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { csvText, readCsv } from "../../../core/table/csv.ts"
import { placeInField } from "../../../core/table/field-place.ts"

const texts = fc.array(fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "é", "{", " ") }), {
  minLength: 1,
  maxLength: 4,
})

describe("placeInField()", () => {
  it("finds every character of every field where it stands in the file", () => {
    let looked = 0
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), (rows) => {
        const source = rows.map((row) => row.map(csvText).join(",")).join("\n")
        const lines = source.split("\n")
        for (const { fields } of Result.getOrElse(readCsv(source), () => [])) {
          for (const field of fields) {
            for (const [offset, symbol] of [...field.text].entries()) {
              const { character, line } = placeInField(source, field, offset)
              assert.strictEqual(`${lines[line - 1]}\n`.charAt(character - 1), symbol)
              looked += 1
            }
          }
        }
      }),
      { numRuns: 1_000 },
    )
    assert.isAbove(looked, 1_000)
  })

  it("counts doubled quotes and lines inside of a field", () => {
    const source = 'k,t\na,"x ""y""\nz"\n'
    const field = { text: 'x "y"\nz', line: 2, character: 3 }
    assert.deepStrictEqual(placeInField(source, field, 3), { line: 2, character: 8 })
    assert.deepStrictEqual(placeInField(source, field, 6), { line: 3, character: 1 })
  })
})
