import { assert, describe, it } from "@effect/vitest"
import { changesOf, type Sample } from "../../bench/compare-revision-figures.ts"
import { printedFigures } from "../../bench/compare-revision-side.ts"
import { changeText, comparisonText } from "../../bench/report-comparison.ts"

const sample = (ratio: number | null, given: Partial<Sample> = {}): Sample => ({
  work: "work",
  against: "a peer",
  measure: "times as fast",
  ratio,
  ...given,
})

/** Runs of one figure, a run for each ratio. */
const runsOf = (ratios: ReadonlyArray<number | null>, given: Partial<Sample> = {}) =>
  ratios.map((ratio) => [sample(ratio, given)])

const verdictOf = (
  before: ReadonlyArray<number>,
  now: ReadonlyArray<number>,
  measure: string | null = "times as fast",
) => changesOf(runsOf(before, { measure }), runsOf(now, { measure })).changes[0]?.verdict

describe("changesOf()", () => {
  it("sets the medians and spreads of both sides next to each other", () => {
    assert.deepStrictEqual(changesOf(runsOf([4, 2, 3]), runsOf([6, 4.5, 5])), {
      changes: [
        {
          work: "work",
          against: "a peer",
          measure: "times as fast",
          before: { ratio: 3, least: 2, most: 4 },
          now: { ratio: 5, least: 4.5, most: 6 },
          changePercent: (5 / 3 - 1) * 100,
          verdict: "better",
        },
      ],
      onlyBefore: [],
      onlyNow: [],
      remarks: [],
    })
  })

  it("takes spreads that touch for noise, on either side", () => {
    assert.strictEqual(verdictOf([1, 2, 3], [3, 4, 5]), "within noise")
    assert.strictEqual(verdictOf([1, 2, 3], [3.01, 4, 5]), "better")
    assert.strictEqual(verdictOf([3, 4, 5], [1, 2, 3]), "within noise")
    assert.strictEqual(verdictOf([3, 4, 5], [1, 2, 2.99]), "worse")
    assert.strictEqual(verdictOf([1, 9], [4, 5]), "within noise")
  })

  it.each([
    ["times as fast", "better"],
    ["of its rate", "better"],
    ["times its rate", "better"],
    ["of its time", "worse"],
    ["times its time", "worse"],
    ["times its memory", "worse"],
    ["MiB", "worse"],
    ["ms", "worse"],
    ["another measure", "changed"],
    [null, "changed"],
  ])("calls a higher figure of %s %s, a lower one the opposite", (measure, verdict) => {
    const opposite = { better: "worse", worse: "better" }[verdict] ?? verdict
    assert.strictEqual(verdictOf([1, 2], [3, 4], measure), verdict)
    assert.strictEqual(verdictOf([3, 4], [1, 2], measure), opposite)
  })

  it("knows no change in per cent from 0", () => {
    const { changes } = changesOf(runsOf([0, 0]), runsOf([1, 1]))
    assert.isNull(changes[0]?.changePercent)
  })

  it("lists what only one side knows, and what one side has no number of", () => {
    const { changes, onlyBefore, onlyNow } = changesOf(
      [[sample(1), sample(1, { work: "gone" })]],
      [[sample(null), sample(1, { against: "a new peer" })]],
    )
    assert.deepStrictEqual(changes, [])
    assert.deepStrictEqual(onlyBefore, [
      { work: "work", against: "a peer" },
      { work: "gone", against: "a peer" },
    ])
    assert.deepStrictEqual(onlyNow, [{ work: "work", against: "a new peer" }])
  })

  it("leaves out the runs without a number", () => {
    const { changes } = changesOf(runsOf([null, 2, 2]), runsOf([3, null, null]))
    assert.deepInclude(changes[0], { changePercent: 50, verdict: "better" })
  })

  it("compares nothing that is measured otherwise, but what one side does not tell", () => {
    const otherwise = changesOf(runsOf([1, 2]), runsOf([1, 2], { measure: "of its time" }))
    assert.deepStrictEqual(otherwise, {
      changes: [],
      onlyBefore: [],
      onlyNow: [],
      remarks: ["work, against a peer: measured otherwise (times as fast before, of its time now)"],
    })
    const untold = changesOf(runsOf([1, 2], { measure: null }), runsOf([3, 4]))
    assert.deepInclude(untold.changes[0], { measure: "times as fast", verdict: "better" })
  })

  it("keeps figures of the same name apart by their places", () => {
    const { changes } = changesOf(
      [
        [sample(1), sample(10)],
        [sample(2), sample(20)],
      ],
      [[sample(1), sample(10)]],
    )
    assert.deepStrictEqual(
      changes.map(({ before }) => [before.least, before.most]),
      [
        [1, 2],
        [10, 20],
      ],
    )
  })
})

describe("printedFigures()", () => {
  it("reads the figures of a bench, whatever else they hold", () => {
    const figure = { work: "w", against: "a", ratio: 1, target: 2, met: false, more: 1 }
    assert.deepStrictEqual(printedFigures(JSON.stringify([figure, { ...figure, ratio: null }])), [
      { work: "w", against: "a", ratio: 1 },
      { work: "w", against: "a", ratio: null },
    ])
    assert.deepStrictEqual(printedFigures("[]"), [])
  })

  it.each([
    "",
    "text",
    "null",
    '{"seed":1,"figures":[]}',
    "[1]",
    '[{"work":"w","against":"a","times":2}]',
    '[{"work":"w","against":"a","ratio":"2"}]',
    '[{"work":"w","against":"a","ratio":1},{}]',
  ])("knows that %j is another shape", (text) => {
    assert.isNull(printedFigures(text))
  })
})

describe("a comparison as text", () => {
  it.each([
    [12.345, "+12.3 %"],
    [-50, "-50.0 %"],
    [0, "0.0 %"],
    [-0.01, "0.0 %"],
    [null, "from 0"],
  ])("tells a change of %s as %s", (changePercent, text) => {
    assert.strictEqual(changeText(changePercent), text)
  })

  it("is a table, what only one side knows, and the remarks", () => {
    const facts = { revision: "v1", commit: "0123456789abcdef", runs: 2 }
    const changes = changesOf(
      [[sample(2), sample(1, { work: "gone" })]],
      [[sample(1), sample(1, { work: "new" })]],
    )
    assert.strictEqual(
      comparisonText({ ...facts, ...changes, remarks: ["a remark"] }),
      [
        "v1 (0123456789) and the files as they are, 2 runs each in turns",
        "  against  before               now                  change",
        "work",
        "  a peer   2.00 (2.00 to 2.00)  1.00 (1.00 to 1.00)  -50.0 %  worse  times as fast",
        "only v1 knows:",
        "  gone, against a peer",
        "only the files as they are know:",
        "  new, against a peer",
        "a remark",
      ].join("\n"),
    )
    const nothing = { changes: [], onlyBefore: [], onlyNow: [], remarks: [] }
    assert.match(comparisonText({ ...facts, ...nothing }), /\nno figure to compare$/)
  })
})
