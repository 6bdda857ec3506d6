import { assert, describe, it } from "@effect/vitest"
import { alignedLines, recordText, tableText } from "../../core/plain-text.ts"

/** Texts by how many columns of a terminal they take. */
const widths: ReadonlyArray<readonly [string, number]> = [
  ["", 0],
  ["Zürich", 6],
  ["Zu\u0308rich", 6],
  ["東京", 4],
  ["東京 Tokyo", 10],
  ["トラベル", 8],
  ["ﾄﾗﾍﾞﾙ", 5],
  ["서울", 4],
  ["Ａ（株）", 8],
  ["🧳", 2],
  ["− €12", 5],
]

describe("tableText() and alignedLines()", () => {
  it.each(widths)("put %j into %i columns", (text, columns) => {
    const [line = ""] = alignedLines([
      [text, "|"],
      [" ".repeat(20), "|"],
    ])
    assert.strictEqual(line, `${text}${" ".repeat(20 - columns)}  |`)
  })

  it("keep cells of a column under each other, whatever letters they hold", () => {
    assert.strictEqual(
      tableText(
        ["city", "bps"],
        [
          ["東京", 1200],
          ["Lyon", null],
        ],
      ),
      "city  bps\n東京  1200\nLyon  -",
    )
    assert.strictEqual(recordText({ 名: "a", name: "b" }), "名    a\nname  b")
  })
})
