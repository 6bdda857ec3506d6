import { describe, expect, it } from "@effect/vitest"
import {
  type MarketSources,
  sourcesReport,
} from "../../../../rules/coach/sources/sources-report.ts"
import { shippedTables } from "../../../support/tables.ts"
import { expectLine, runHere } from "../run.ts"

const viatica = runHere({})

const sources = (...flags: ReadonlyArray<string>) => viatica(["tables", "sources", ...flags])

const report = sourcesReport(shippedTables, { oldYears: 5 })

describe("viatica tables sources", () => {
  it("tells people of one market: a line for each guarantee, then the covers to look at", async () => {
    const { status, stdout } = await sources("--market", "fr", "--limit", "2")
    expect(status).toBe(0)
    const [french] = report
    const { slugs = [], total } = french ?? {}
    const lines = stdout.trimEnd().split("\n")
    expect(lines[0]).toMatch(
      new RegExp(
        `^Market fr: ${total?.sourced} of ${total?.covers} covers .* sourced, [\\d.]+ %; ${total?.openable} name a page that opens, ${total?.dated} of these with a date, ${total?.fresh} with a recent one$`,
      ),
    )
    for (const { covers, slug, sourced } of slugs) {
      expect(stdout).toMatch(new RegExp(`^${slug} +${covers} +${sourced} `, "m"))
    }
    const next = lines.slice(lines.indexOf("Look at next:") + 1)
    expect(next).toHaveLength(3)
    expect(next[0]).toMatch(/^data\/coach\/benefits\.csv:\d+ .+; carried by \d+, cited by \d+$/)
    expect(next[2]).toBe(
      `and ${(french?.next.length ?? 0) - 2} more: --limit ${french?.next.length} lists all`,
    )
  })

  it("tells machines of every market, with as many covers to look at as asked for", async () => {
    const { stdout } = await sources("--json", "--limit", "3")
    const told = JSON.parse(stdout) as ReadonlyArray<MarketSources>
    expect(told).toEqual(report.map((each) => ({ ...each, next: each.next.slice(0, 3) })))
    const [, american] = JSON.parse((await sources("--json", "--limit", "0")).stdout) as typeof told
    expect([american?.market, american?.next]).toEqual(["us", []])
  })

  it("calls pages old from the year on that is asked for", async () => {
    const [french] = JSON.parse(
      (await sources("--json", "--market", "fr", "--old-years", "0", "--limit", "9999")).stdout,
    ) as ReadonlyArray<MarketSources>
    const old = (next: MarketSources["next"] = []) =>
      next.filter(({ problem }) => problem === "old").length
    expect(old(french?.next)).toBeGreaterThan(old(report[0]?.next))
  })

  it("refuses what it does not know, in one line", async () => {
    expectLine(await sources("--market", "xx"), 2, "--market")
    expectLine(await sources("--limit", "-1"), 2, "--limit")
  })
})
