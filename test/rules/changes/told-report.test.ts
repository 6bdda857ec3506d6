import { describe, expect, it } from "vitest"
import { diffMarkdown } from "../../../rules/changes/diff-markdown.ts"
import { diffText } from "../../../rules/changes/diff-text.ts"
import { summaryOf } from "../../../rules/changes/diff-summary.ts"
import type { FoldedRows } from "../../../rules/changes/fold-rows.ts"
import { drawnReport, smallReports } from "./drawn-report.ts"

const places = {
  before: (file: string) => `main:${file}`,
  after: (file: string) => `data/${file}`,
}

/** What is told word for word: read what differs before it is taken over. */
const asKept = (name: string, text: string) =>
  expect(text).toMatchFileSnapshot(`./told-report/${name}`)

describe("a comparison of tables", () => {
  it("is told on a terminal", () => asKept("report.txt", diffText(drawnReport, places)))

  it("is told in Markdown", () => asKept("report.md", diffMarkdown(drawnReport)))

  it("is summed up in figures", () =>
    asKept("summary.json.txt", `${JSON.stringify(summaryOf(drawnReport), null, 2)}\n`))

  it("has one of anything in the singular", () => {
    const once = smallReports["each once"]
    if (once === undefined) throw new Error("no such report")
    const all = `${diffText(once, places)}\n${diffMarkdown(once)}`
    expect(
      all.match(/\b1 (?:sandbox )?(?:prices|quotes|bilans|are|have|were|of \S+ change)\b/g),
    ).toEqual(null)
  })

  it("shows of a folded row what tells it from the others and what became of it, or one of both", () => {
    const row = (zone: string, premium: readonly [before: string, after: string] | undefined) => ({
      where: { tariff: "voyager", zone },
      before: 4,
      after: premium === undefined ? undefined : 5,
      cells:
        premium === undefined ? [] : [{ column: "premium", before: premium[0], after: premium[1] }],
    })
    const exampleOf = (where: FoldedRows["where"], some: ReturnType<typeof row>) => {
      const what = some.after === undefined ? "removed" : "changed"
      const folds = [{ what, rows: [some, some], where, changes: [] } as const]
      const table = { file: "tariffs.csv", verdict: "different", folds } as const
      const report = { ...drawnReport, impact: null, tables: [table] }
      return /^ +for example (.*)$/m.exec(diffText(report, places))?.[1]
    }
    const [common, all] = [{ tariff: "voyager" }, { tariff: "voyager", zone: "europe" }]
    expect([
      exampleOf(common, row("europe", ["1", "2"])),
      exampleOf(common, row("europe", undefined)),
      exampleOf(all, row("europe", ["1", "2"])),
    ]).toEqual([
      "data/tariffs.csv:5  zone europe: premium 1 → 2",
      "main:tariffs.csv:4  zone europe",
      "data/tariffs.csv:5  premium 1 → 2",
    ])
  })

  it("is told where less is known", () =>
    asKept(
      "small-reports.txt",
      Object.entries(smallReports)
        .map(([name, report]) => `=== ${name}\n${diffText(report, places)}\n`)
        .join("\n"),
    ))
})
