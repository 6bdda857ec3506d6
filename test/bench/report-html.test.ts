import { assert, describe, it } from "@effect/vitest"
import type { Comparison } from "../../bench/compare-revision-figures.ts"
import { atLeast, atMost, type Figure } from "../../bench/figure.ts"
import { axisOfBars, barsDrawing, logAxisOf, placeOf } from "../../bench/report-chart.ts"
import { pageHtml } from "../../bench/report-html.ts"
import { makeRecord, recordedPart } from "../../bench/report-record.ts"
import type { PartOutcome } from "../../bench/run-parts.ts"
import { circumstances, figure, part } from "./outcomes.ts"

const hostile = `<b>&"'`
const harmless = "&lt;b&gt;&amp;&quot;&#39;"

const pageOf = (
  figures: ReadonlyArray<Figure>,
  given: Partial<PartOutcome> = {},
  comparison: Comparison | null = null,
): string => {
  const parts = [recordedPart(part(figures, given))]
  return pageHtml(makeRecord({ ...circumstances, processor: hostile }, parts, comparison))
}

const count = (text: string, sought: string): number => text.split(sought).length - 1

describe("a logarithmic axis", () => {
  it.each([
    [[3, 40], 2, 50],
    [[1, 1], 1, 2],
    [[0.25, 1.05], 0.2, 2],
    [[2, 5], 2, 5],
    [[15, 57_178], 10, 100_000],
    [[0.0003], 0.0002, 0.0005],
  ])("from round values to round values holds %j", (values, low, high) => {
    const axis = logAxisOf(values)
    assert.deepInclude(axis, { low, high })
    for (const value of values) assert.isTrue(low <= value && value <= high)
    assert.isTrue(axis.ticks.every((tick) => low <= tick && tick <= high))
    assert.isAtLeast(axis.ticks.length, 2)
  })

  it("leaves out what has no place on it, and is an axis without anything as well", () => {
    const axis = logAxisOf([null, 0, -1, Infinity, Number.NaN, 3])
    assert.deepStrictEqual(axis, logAxisOf([3]))
    assert.deepInclude(logAxisOf([]), { low: 1, high: 2 })
  })

  it("sets equal factors at equal distances, and what is beyond at its ends", () => {
    const axis = logAxisOf([1, 100])
    const [one, ten, hundred] = [1, 10, 100].map((value) => placeOf(axis, value))
    assert.strictEqual((hundred ?? 0) - (ten ?? 0), (ten ?? 0) - (one ?? 0))
    assert.strictEqual(placeOf(axis, 0), one)
    assert.strictEqual(placeOf(axis, 1e9), hundred)
  })

  it("holds 1 where there is a peer, the target and the whole spread", () => {
    const bar = { value: 30, least: 20, most: 40, target: 300, kind: "missed" } as const
    assert.deepInclude(axisOfBars([bar], true), { low: 1, high: 500 })
    assert.deepInclude(axisOfBars([bar], false), { low: 20, high: 500 })
  })
})

describe("a bar", () => {
  const bar = { value: 4, least: 2, most: 8, target: 5, kind: "met" } as const
  const axis = axisOfBars([bar], true)

  it("goes from 1 to the median, to the left below 1, with whisker and mark", () => {
    const drawn = barsDrawing(axis, [bar], "told")
    const length = Math.round((placeOf(axis, 4) - placeOf(axis, 1)) * 10) / 10
    assert.match(
      drawn,
      new RegExp(`<rect class="met" x="${placeOf(axis, 1)}" [^>]*width="${length}"`),
    )
    assert.strictEqual(count(drawn, 'class="whisker"'), 3)
    assert.include(drawn, `class="target" d="M${placeOf(axis, 5)} `)
    const below = { ...bar, value: 0.5, least: 0.5, most: 0.5 }
    const wide = axisOfBars([below], true)
    assert.include(barsDrawing(wide, [below], ""), `<rect class="met" x="${placeOf(wide, 0.5)}"`)
  })

  it("is seen even at 1, and has no shape without a number", () => {
    assert.include(barsDrawing(axis, [{ ...bar, value: 1 }], ""), 'width="2"')
    const none = { value: null, least: null, most: null, target: null, kind: "plain" } as const
    const drawn = barsDrawing(axis, [none, { ...none, value: 0 }, { ...none, value: Infinity }], "")
    for (const absent of ["<rect", "whisker", "target", "NaN", "Infinity"]) {
      assert.notInclude(drawn, absent)
    }
    assert.notInclude(barsDrawing(axis, [{ ...bar, most: null }], ""), "whisker")
  })
})

describe("the page", () => {
  it("loads nothing: no script, no address, no picture", () => {
    const page = pageOf([figure()])
    assert.match(page, /^<!doctype html>\n<html lang="en">/)
    assert.include(page, "default-src 'none'")
    assert.notMatch(page, /<script|<img|<link|https?:|url\(|@import/)
  })

  it("colours what is met, what is missed, and what has no target", () => {
    const page = pageOf([
      figure({ target: atLeast(2) }),
      figure({ target: atMost(2) }),
      figure({ target: null }),
    ])
    for (const kind of ["met", "missed", "plain"]) {
      assert.strictEqual(count(page, `<rect class="${kind}"`), 1, kind)
    }
    assert.strictEqual(count(page, '<b class="met">met</b>'), 1)
    assert.strictEqual(count(page, '<b class="missed">missed</b>'), 1)
    assert.include(page, "targets met: 1, missed: 1; figures without a target: 1")
    assert.include(page, "prefers-color-scheme: dark")
  })

  it("has an axis for each measure of a part", () => {
    const page = pageOf([figure(), figure({ measure: "MiB" }), figure({ work: "more" })])
    assert.strictEqual(count(page, "<table>"), 2)
    assert.strictEqual(count(page, 'aria-label="logarithmic axis"'), 2)
    assert.strictEqual(count(page, "<rect"), 3)
  })

  it("escapes every text", () => {
    const hostileFigure = figure({
      work: `w${hostile}`,
      against: `a${hostile}`,
      workShown: `ws${hostile}`,
      peerShown: `ps${hostile}`,
    })
    const page = pageOf([hostileFigure], {
      name: `n${hostile}`,
      about: `ab${hostile}`,
      notes: [`no${hostile}`],
      failure: `f${hostile}`,
      exactness: [{ name: `e${hostile}`, cases: 1, differences: 0 }],
    })
    assert.notInclude(page, hostile)
    for (const mark of ["w", "a", "ws", "ps", "n", "ab", "no", "f", "e"]) {
      assert.include(page, mark + harmless, mark)
    }
  })

  it("shows a part that failed, and figures that came to no number", () => {
    const page = pageOf([figure({ ratio: Infinity, least: 0, most: Infinity })], {
      failure: "broke",
    })
    assert.include(page, "failed: broke")
    assert.include(page, "no number")
    assert.notMatch(page, /NaN|Infinity/)
    assert.include(pageOf([]), "Made up.")
  })

  it("shows what changed, escaped, with its own colours", () => {
    const spread = (ratio: number) => ({ ratio, least: ratio * 0.9, most: ratio * 1.1 })
    const change = { work: `cw${hostile}`, against: `ca${hostile}`, measure: "times as fast" }
    const page = pageOf(
      [],
      {},
      {
        revision: `r${hostile}`,
        commit: "0123456789abcdef",
        runs: 3,
        changes: [
          { ...change, before: spread(1), now: spread(2), changePercent: 100, verdict: "better" },
          { ...change, before: spread(2), now: spread(1), changePercent: -50, verdict: "worse" },
        ],
        onlyBefore: [{ work: `ob${hostile}`, against: "x" }],
        onlyNow: [{ work: `on${hostile}`, against: "x" }],
        remarks: [`re${hostile}`],
      },
    )
    assert.notInclude(page, hostile)
    for (const mark of ["cw", "ca", "r", "ob", "on", "re"]) assert.include(page, mark + harmless)
    assert.include(page, "+100.0 %")
    assert.include(page, "0123456789)")
    assert.strictEqual(count(page, '<rect class="met"'), 1)
    assert.strictEqual(count(page, '<rect class="missed"'), 1)
    assert.strictEqual(count(page, '<rect class="plain"'), 2)
  })
})
