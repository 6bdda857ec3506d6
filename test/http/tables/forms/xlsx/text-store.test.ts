import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeTextStore } from "../../../../../http/tables/forms/xlsx/text-store.ts"

describe("a store of texts", () => {
  it("gives each text back as it was, at its number alone", () => {
    // Half a character of two units is a text of a workbook too, as `_xD83D_` writes it.
    const texts = fc.array(
      fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("\ud83d", "", "é日")),
    )
    fc.assert(
      fc.property(texts, (given) => {
        const store = makeTextStore()
        for (const text of given) store.add(text)
        assert.deepStrictEqual(
          given.map((_, index) => store.at(index)),
          given,
        )
        for (const index of [-1, 0.5, given.length, Number.NaN, Infinity]) {
          assert.isUndefined(store.at(index))
        }
      }),
    )
  })

  it("gives texts back that lie across its pieces, or over many of them", () => {
    const given = [700_000, 700_000, 5, 3_000_001, 0, 1_048_576, 2].map((length, at) =>
      (at % 2 === 0 ? "é" : "日").repeat(length),
    )
    const store = makeTextStore()
    for (const text of given) store.add(text)
    for (const [index, text] of given.entries()) assert.isTrue(store.at(index) === text, `${index}`)
  })
})
