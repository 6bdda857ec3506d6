import { assert, describe, it } from "@effect/vitest"
import { countsText, tableText } from "../../../bench/report/table.ts"
import { foundText, metText, ratioText, targetText } from "../../../bench/report/text.ts"
import { figure, part, recordOf, target } from "../outcomes.ts"
import { alignedLines } from "../../../core/plain-text.ts"

const met = figure({ target: target("at least", 2.5) })
const missed = figure({
  work: "other work",
  measure: "of its time",
  target: target("at most", 2.4, "other aim"),
})

it.each([
  [0, "0.00"],
  [0.000123, "0.00012"],
  [0.0999, "0.10"],
  [0.1, "0.10"],
  [9.99, "9.99"],
  [10, "10.0"],
  [99.94, "99.9"],
  [100, "100"],
  [12_345.6, "12,346"],
  [-0.5, "-0.50"],
  [Infinity, "no number"],
  [Number.NaN, "no number"],
])("a ratio of %s is told as %s", (ratio, text) => {
  assert.strictEqual(ratioText(ratio), text)
})

it("targets are told as they were set", () => {
  assert.strictEqual(targetText(target("at least", 2_000)), "at least 2,000")
  assert.strictEqual(targetText(target("at most", 0.5)), "at most 0.5")
  assert.deepStrictEqual([true, false, null].map(metText), ["met", "missed", ""])
})

it("what was found is told with the work once, then its peers and notes", () => {
  assert.strictEqual(
    foundText({ figures: [met, figure({ against: "another" })], notes: ["A note."] }),
    [
      "the work: 10 ns",
      "  2.50 times as fast, against a peer (25 ns; 2.00 to 4.00); target at least 2.5: met",
      "  2.50 times as fast, against another (25 ns; 2.00 to 4.00)",
      "  A note.",
    ].join("\n"),
  )
})

it("lines are aligned by the widest cell of each column, rows may be shorter", () => {
  assert.deepStrictEqual(alignedLines([["a", "b"], ["long"], ["", "x", "y"]]), [
    "a     b",
    "long",
    "      x  y",
  ])
  assert.deepStrictEqual(alignedLines([]), [])
})

describe("the table of a run", () => {
  it("sets figures under their works, then each target in words, and ends with the counts", () => {
    const record = recordOf(part([met, figure({ against: "a longer peer" })]), part([missed]))
    assert.strictEqual(
      tableText(record),
      [
        "  against        ratio               least to most  target",
        "the work",
        "  a peer         2.50 times as fast  2.00 to 4.00   at least 2.5  met",
        "  a longer peer  2.50 times as fast  2.00 to 4.00   none",
        "other work",
        "  a peer         2.50 of its time    2.00 to 4.00   at most 2.4   missed",
        "",
        "met     2.50  (at least 2.5)  aim: what aim is",
        "missed  2.50  (at most 2.4)   other aim: what other aim is",
        "targets met: 1, missed: 1",
      ].join("\n"),
    )
  })

  it("is the counts alone without figures, with what failed", () => {
    const record = recordOf(part([], { failure: "broke" }))
    const counts = "targets met: 0, missed: 0; failed: made-up"
    assert.strictEqual(tableText(record), counts)
    assert.strictEqual(countsText(record), counts)
  })

  it("keeps a figure without a number", () => {
    const endless = figure({ ratio: Infinity, least: 1, most: Infinity })
    assert.include(tableText(recordOf(part([endless]))), "no number times as fast")
  })
})
