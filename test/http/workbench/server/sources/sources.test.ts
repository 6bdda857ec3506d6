import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { MarketSources } from "../../../../../rules/coach/sources/sources-report.ts"
import type { SourcesAsked, SourceRow } from "../../../../../rules/sources/sources-view.ts"
import { answered, openWorkbench, type TestWorkbench } from "../../../../support/workbench.ts"
import { runHere } from "../../../cli/run.ts"

const everything: SourcesAsked = {
  market: null,
  slug: null,
  problem: null,
  file: null,
  oldMonths: 60,
  order: "urgency",
  isDescending: false,
  limit: 20_000,
}

const covers = "coach/benefits.csv"

describe("what figures rest on, asked of the workbench", () => {
  let bench: TestWorkbench | undefined
  beforeAll(async () => {
    bench = await openWorkbench()
  })
  afterAll(() => bench?.end())

  const ask = async (changes: Partial<SourcesAsked> = {}) =>
    answered((await bench?.call("sources", { ...everything, ...changes })) ?? assert.fail())

  const lineOf = ({ file, line }: SourceRow): string =>
    readFileSync(join(bench?.folder ?? "", file), "utf8").split("\n")[line - 1] ?? ""

  it("counts as `tables sources` does", async () => {
    const { markets, rows } = await ask({ file: covers })
    const { stdout } = await runHere({})(["tables", "sources", "--json", "--limit", "20000"])
    const told = JSON.parse(stdout) as ReadonlyArray<MarketSources>
    assert.deepStrictEqual(
      markets.map(({ market, total }) => [market, total]),
      told.map(({ market, total }) => [market, total]),
    )
    const own = new Map(rows.map((row) => [row.line, row]))
    for (const { next } of told) {
      for (const { cards, citations, line, problem } of next) {
        if (problem === "old") continue
        const row = own.get(line ?? 0)
        assert.deepStrictEqual([row?.problem, row?.weight], [problem, { cards, citations }])
      }
    }
  })

  it("puts what most depends on first", async () => {
    const { rows } = await ask({ limit: 500 })
    const weights = rows.map(({ weight }) => (weight?.cards ?? 0) * (weight?.citations ?? 0))
    assert.deepStrictEqual(
      weights,
      weights.toSorted((left, right) => right - left),
    )
    assert.isAbove(weights[0] ?? 0, 0)
  })

  it("leaves what is asked for, and counts all states of it", async () => {
    const french = await ask({ market: "fr", slug: "hospitalFeesAbroad", problem: "unknown" })
    assert.isNotEmpty(french.rows)
    for (const row of french.rows) {
      assert.deepStrictEqual(
        [row.market, row.slug, row.problem],
        ["fr", "hospitalFeesAbroad", "unknown"],
      )
    }
    assert.strictEqual(french.counts.unknown, french.found)
    const all = await ask({ limit: 0 })
    assert.deepStrictEqual(all.rows, [])
    assert.strictEqual(all.counts.old + all.counts.unknown + all.counts.unsourced, all.found)
    assert.isAbove((await ask({ oldMonths: 12, limit: 0 })).counts.old, all.counts.old)
    for (const { page } of (await ask()).rows) if (page !== null) assert.match(page, /^https?:\/\//)
  })

  it("writes a new figure as one step, and takes it back", async () => {
    const view = await ask({ file: covers, problem: "unknown", limit: 1 })
    const [row] = view.rows
    if (row === undefined || bench === undefined) return assert.fail()
    const before = lineOf(row)
    const cells = [
      { column: "state", text: "included" },
      { column: "source", text: "https://bank.example/notice" },
      { column: "as_of", text: "2026-11" },
      { column: "confidence", text: "high" },
    ]
    const edit = { file: row.file, line: row.line, revision: view.revision, cells }
    answered(await bench.call("sourceEdit", edit))
    const session = answered(await bench.call("session", {}))
    assert.deepStrictEqual(session.undo, { action: "source", file: covers, count: 4 })
    assert.match(lineOf(row), /,included,.*,https:\/\/bank\.example\/notice,2026-11,high,*$/)
    const left = await ask({ file: covers, problem: "unknown" })
    assert.isFalse(left.rows.some(({ line }) => line === row.line))
    answered(await bench.call("undo", {}))
    assert.strictEqual(lineOf(row), before)
  })

  it("writes nothing of a figure that a column does not take, and no key", async () => {
    const view = await ask({ file: covers, problem: "unknown", limit: 1 })
    const [row] = view.rows
    if (row === undefined || bench === undefined) return assert.fail()
    const before = lineOf(row)
    for (const [column, text] of [
      ["value", "much"],
      ["as_of", "last spring"],
      ["product", "Another"],
    ] as const) {
      const { file, line } = row
      const cells = [
        { column: "condition", text: "x" },
        { column, text },
      ]
      const reply = await bench.call("sourceEdit", { file, line, revision: view.revision, cells })
      assert.strictEqual(
        reply._tag === "Refused" ? reply.refusal.code : "",
        "FigureUnreadable",
        column,
      )
      assert.strictEqual(lineOf(row), before)
    }
  })
})
