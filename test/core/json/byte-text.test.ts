import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { byteSlice, byteText, joined, jsonBytes } from "../../../core/json/byte-text.ts"
import { testSeed } from "../../support/random.ts"

const encoder = new TextEncoder()

/** Short and long texts of any characters, halves of pairs among them. */
const anyText = fc
  .tuple(
    fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("é", "€", "😀", "\ud800")),
    fc.constantFrom(1, 2, 3_000),
  )
  .map(([part, times]) => part.repeat(times))

describe("a text in UTF-8", () => {
  it("has each byte that the encoder makes of it as a unit", () => {
    const holds = fc.property(anyText, (text) => {
      const expected = encoder.encode(text)
      assert.strictEqual(byteText(text).length, expected.length)
      const units = Array.from(byteText(text), (unit) => unit.charCodeAt(0))
      assert.deepStrictEqual(units, [...expected])
    })
    fc.assert(holds, { seed: testSeed("texts in UTF-8") })
  })

  it("is what its parts are together, wherever it is cut", () => {
    const holds = fc.property(anyText, fc.nat(), (text, at) => {
      const whole = byteText(text)
      assert.strictEqual(joined(byteSlice(whole, 0, at), byteSlice(whole, at)), whole)
    })
    fc.assert(holds, { seed: testSeed("parts of texts in UTF-8") })
  })

  it("is the text itself where that is ASCII alone", () => {
    assert.strictEqual(byteText("\u0000 to \u007f"), "\u0000 to \u007f")
    assert.strictEqual(byteText("\u0080"), "\u00c2\u0080")
    assert.strictEqual(jsonBytes({ name: "Curaçao" }), '{"name":"Cura\u00c3\u00a7ao"}')
  })
})
