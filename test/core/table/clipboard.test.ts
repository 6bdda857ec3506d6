import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { clipboardText, readClipboard } from "../../../core/table/clipboard.ts"

describe("the clipboard of a spreadsheet", () => {
  it("keeps quotes that stand around no whole cell", () => {
    assert.deepStrictEqual(readClipboard('"a" b\t"c\n'), [['"a" b', '"c']])
  })

  it("takes line ends of any kind, with or without a last one", () => {
    for (const text of ["a\tb\r\nc\td", "a\tb\nc\td\n", "a\tb\rc\td\r"]) {
      assert.deepStrictEqual(readClipboard(text), [
        ["a", "b"],
        ["c", "d"],
      ])
    }
  })

  it("gives back what was put on it", () => {
    const cell = fc.string({
      unit: fc.constantFrom("a", "é", " ", ",", '"', "\t", "\n", "1"),
    })
    const rows = fc.nat(3).chain((width) =>
      fc.array(fc.array(cell, { minLength: width + 1, maxLength: width + 1 }), {
        minLength: 1,
      }),
    )
    fc.assert(
      fc.property(rows, (some) => {
        assert.deepStrictEqual(readClipboard(clipboardText(some)), some)
      }),
    )
  })
})
