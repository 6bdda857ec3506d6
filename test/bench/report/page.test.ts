import { assert, describe, it } from "@effect/vitest"
import { pageHtml } from "../../../bench/report/page.ts"
import { figure, part, recordOf, target } from "../outcomes.ts"

const hostile = `</script><b>&"'`
const harmless = "&lt;/script&gt;&lt;b&gt;&amp;&quot;&#39;"

const met = figure({ target: target("at least", 2) })
const missed = figure({ target: target("at most", 2, "other aim") })

const count = (text: string, sought: string): number => text.split(sought).length - 1

const chartRowsOf = (page: string): unknown =>
  JSON.parse(/<script type="application\/json"[^>]*>([^<]*)<\/script>/.exec(page)?.[1] ?? "null")

describe("the page of a run", () => {
  it("loads nothing: all that it needs is in it", () => {
    const page = pageHtml(recordOf(part([met])))
    assert.match(page, /^<!doctype html>\n<html lang="en">/)
    assert.include(page, "default-src 'none'")
    assert.include(page, "Chart.js v")
    assert.notMatch(page, /<script src|<img|<link|url\(|@import|sourceMappingURL/)
  })

  it("says of each target what it means and whether it is met", () => {
    const page = pageHtml(recordOf(part([met, missed, figure()])))
    assert.include(page, "targets met: 1, missed: 1")
    assert.include(page, "what other aim is")
    assert.isAbove(count(page, '<b class="met">met</b>'), 0)
    assert.isAbove(count(page, '<b class="missed">missed</b>'), 0)
  })

  it("draws each target by how much better than it the figure is", () => {
    assert.deepStrictEqual(chartRowsOf(pageHtml(recordOf(part([met, missed])))), [
      { name: "aim", told: "2.50, at least 2: met", met: true, middle: 1.25, ends: [1, 2] },
      {
        name: "other aim",
        told: "2.50, at most 2: missed",
        met: false,
        middle: 0.8,
        ends: [1, 0.5],
      },
    ])
  })

  it("has neither chart nor library where no target was measured", () => {
    const page = pageHtml(recordOf(part([figure()])))
    assert.notInclude(page, "<script")
    assert.notInclude(page, "<canvas")
    assert.include(page, "2.50 times as fast")
  })

  it("escapes every text", () => {
    const figures = [
      figure({
        work: `w${hostile}`,
        against: `a${hostile}`,
        workShown: `ws${hostile}`,
        peerShown: `ps${hostile}`,
        target: target("at least", 1, `t${hostile}`),
      }),
    ]
    const given = {
      name: `n${hostile}`,
      about: `ab${hostile}`,
      notes: [`no${hostile}`],
      failure: `f${hostile}`,
    }
    const page = pageHtml({ ...recordOf(part(figures, given)), processor: `p${hostile}` })
    assert.notInclude(page, hostile)
    for (const mark of ["w", "a", "ws", "ps", "t", "n", "ab", "no", "f", "p"]) {
      assert.include(page, mark + harmless, mark)
    }
    assert.strictEqual(count(page, "</script>"), 3, "data, library and drawing")
  })

  it("shows a part that failed, and figures that came to no number", () => {
    const endless = figure({ ratio: Infinity, least: 0, most: Infinity })
    const page = pageHtml(recordOf(part([endless], { failure: "broke" })))
    assert.include(page, "failed: broke")
    assert.include(page, "no number")
  })
})
