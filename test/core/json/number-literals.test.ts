import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { numberLiterals } from "../../../core/json/json-places.ts"

const literal = (json: string, name: string) => numberLiterals(json).get(name)

describe("numberLiterals()", () => {
  it("gives numbers as they are written", () => {
    for (const text of ["0", "-0", "1.50", "1E+2", "1e-400", "123456789012345678901234567890"]) {
      assert.strictEqual(literal(`{"amount" :\t${text}\n}`, "amount"), text)
    }
  })

  it("reads names as JSON does, and lets the last of two count", () => {
    assert.strictEqual(literal(String.raw`{"am\u006funt": 1.0}`, "amount"), "1.0")
    assert.strictEqual(literal(String.raw`{"a\"b\\": 1}`, 'a"b\\'), "1")
    assert.strictEqual(literal('{"a": 1, "a": 2.0}', "a"), "2.0")
    assert.isUndefined(literal('{"a": 1, "a": "2"}', "a"))
    assert.isUndefined(literal('{"a": 1, "a": null}', "a"))
    assert.isUndefined(literal('{"a": 1, "a": [2]}', "a"))
    assert.strictEqual(literal('{"__proto__": 1, "toString": 2}', "__proto__"), "1")
  })

  it("looks at nothing that stands deeper, or in a text", () => {
    const json =
      '{"trip": {"amount": 1, "list": [{"amount": 2}]}, "note": "\\"amount\\": 3", "n": 4}'
    assert.deepStrictEqual([...numberLiterals(json)], [["n", "4"]])
    assert.strictEqual(numberLiterals("[1, 2]").size, 0)
    assert.strictEqual(numberLiterals('[{"amount": 1}]').size, 0)
    assert.strictEqual(numberLiterals("7").size, 0)
  })

  it("has every number of an object that JSON can write, and nothing else", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(2), (object, spaces) => {
        const json = JSON.stringify(object, null, spaces)
        const parsed = JSON.parse(json) as Readonly<Record<string, unknown>>
        const expected = Object.entries(parsed).filter(([, value]) => typeof value === "number")
        const literals = numberLiterals(json)
        assert.strictEqual(literals.size, expected.length)
        for (const [name, value] of expected) {
          assert.strictEqual(Number(literals.get(name)), value)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
