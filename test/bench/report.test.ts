import { assert, describe, it } from "@effect/vitest"
import { tmpdir } from "node:os"
import { atLeast, atMost } from "../../bench/figure.ts"
import { jsonFigures } from "../../bench/report-json.ts"
import {
  currentCircumstances,
  makeRecord,
  recordedPart,
  root,
  withoutFolders,
} from "../../bench/report-record.ts"
import { alignedLines, countsText, tableText } from "../../bench/report-table.ts"
import { foundText, metText, ratioText, targetText } from "../../bench/report-text.ts"
import type { PartOutcome } from "../../bench/run-parts.ts"
import { circumstances, figure, part } from "./outcomes.ts"

const recordOf = (...outcomes: ReadonlyArray<PartOutcome>) =>
  makeRecord(circumstances, outcomes.map(recordedPart))

const met = figure({ target: atLeast(2.5) })
const missed = figure({ work: "other work", measure: "of its time", target: atMost(2.4) })

describe("ratioText()", () => {
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
    [null, "no number"],
    [Infinity, "no number"],
    [Number.NaN, "no number"],
  ])("gives %s as %s", (ratio, text) => {
    assert.strictEqual(ratioText(ratio), text)
  })
})

it("targets are told as they were set", () => {
  assert.strictEqual(targetText(atLeast(2_000)), "at least 2,000")
  assert.strictEqual(targetText(atMost(0.5)), "at most 0.5")
  assert.deepStrictEqual([true, false, null].map(metText), ["met", "missed", ""])
})

it("what was found is told with the work once, then its peers, exactness and notes", () => {
  const exactness = [{ name: "the work", cases: 10, differences: 1 }]
  assert.strictEqual(
    foundText({ figures: [met, figure({ against: "another" })], exactness, notes: ["A note."] }),
    [
      "the work: 10 ns",
      "  2.50 times as fast, against a peer (25 ns; 2.00 to 4.00); target at least 2.5: met",
      "  2.50 times as fast, against another (25 ns; 2.00 to 4.00)",
      "  the work: 1 of 10 answers differ from the exact rational",
      "  A note.",
    ].join("\n"),
  )
})

describe("jsonFigures()", () => {
  it("holds the five facts and no other, null where there is no target", () => {
    assert.deepStrictEqual(jsonFigures([met, missed, figure()]), [
      { work: "the work", against: "a peer", ratio: 2.5, target: 2.5, met: true },
      { work: "other work", against: "a peer", ratio: 2.5, target: 2.4, met: false },
      { work: "the work", against: "a peer", ratio: 2.5, target: null, met: null },
    ])
  })

  it("says null where a ratio is no number that JSON holds, and judges it all the same", () => {
    const endless = jsonFigures([figure({ ratio: Infinity, target: atLeast(1) })])
    assert.deepStrictEqual(JSON.parse(JSON.stringify(endless)), [
      { work: "the work", against: "a peer", ratio: null, target: 1, met: true },
    ])
    const none = jsonFigures([figure({ ratio: Number.NaN, target: atMost(1) })])
    assert.deepInclude(none[0], { ratio: null, met: false })
  })
})

describe("tableText()", () => {
  it("sets figures under their works, and ends with the counts", () => {
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
        "targets met: 1, missed: 1; figures without a target: 1",
      ].join("\n"),
    )
  })

  it("is the counts alone without figures, with what failed", () => {
    const record = recordOf(part([], { failure: "broke" }))
    const counts = "targets met: 0, missed: 0; figures without a target: 0; failed: made-up"
    assert.strictEqual(tableText(record), counts)
    assert.strictEqual(countsText(record), counts)
  })

  it("keeps a figure without a number", () => {
    const endless = figure({ ratio: Infinity, least: 1, most: Infinity })
    assert.include(tableText(recordOf(part([endless]))), "no number times as fast")
  })
})

it("lines are aligned by the widest cell of each column, rows may be shorter", () => {
  assert.deepStrictEqual(alignedLines([["a", "b"], ["long"], ["", "x", "y"]]), [
    "a     b",
    "long",
    "      x  y",
  ])
  assert.deepStrictEqual(alignedLines([]), [])
})

describe("a record", () => {
  it("keeps figures with spread, measure, target and verdict, and survives JSON", () => {
    const record = recordOf(part([met, figure({ most: Infinity })]))
    assert.deepStrictEqual(JSON.parse(JSON.stringify(record)), record)
    const [first, second] = record.parts[0]?.figures ?? []
    assert.deepStrictEqual(first, { ...met, met: true })
    assert.deepInclude(second, { least: 2, most: null, met: null, target: null })
    assert.deepInclude(record, { ...circumstances, met: 1, missed: 0, comparison: null })
  })

  it("tells why a part failed without the folders of the machine", () => {
    const message = `no file ${root}data/x.csv, nor ${tmpdir()}/y`
    assert.strictEqual(withoutFolders(message), "no file ./data/x.csv, nor (temporary)/y")
    const record = recordOf(part([], { failure: message }))
    assert.strictEqual(record.parts[0]?.failure, withoutFolders(message))
  })

  it("names Node and the packages of the project, types aside", () => {
    const { date, node, packages } = currentCircumstances()
    assert.strictEqual(node, process.versions.node)
    assert.strictEqual(new Date(date).toISOString(), date)
    assert.containsAllKeys(packages, ["effect", "decimal.js", "@gorules/zen-engine"])
    assert.doesNotHaveAnyKeys(packages, ["node", "@types/node"])
  })
})
