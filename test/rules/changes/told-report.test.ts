import { describe, expect, it } from "vitest"
import { diffMarkdown } from "../../../rules/changes/diff-markdown.ts"
import { diffText } from "../../../rules/changes/diff-text.ts"
import { summaryOf } from "../../../rules/changes/diff-summary.ts"
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

  it("is told where less is known", () =>
    asKept(
      "small-reports.txt",
      Object.entries(smallReports)
        .map(([name, report]) => `=== ${name}\n${diffText(report, places)}\n`)
        .join("\n"),
    ))
})
