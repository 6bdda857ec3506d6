import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { ImpactView } from "../../../../../rules/changes/impact-view.ts"
import { eventually } from "../../../../support/eventually.ts"
import {
  answered,
  openWorkbench,
  testSituations,
  type TestWorkbench,
} from "../../../../support/workbench.ts"
import { runHere } from "../../../cli/run.ts"

const shipped = fileURLToPath(new URL("../../../../../data", import.meta.url))

/** What of the command line's report is held against the page's. */
interface ReportedImpact {
  readonly situations: number
  readonly changed: number
  readonly changedCases: number
  readonly run: { readonly cases: number }
  readonly offers: ReadonlyArray<{
    readonly offerId: number
    readonly dearer: number
    readonly cheaper: number
    readonly gone: number
    readonly come: number
    readonly after: number
    readonly permille: ReadonlyArray<readonly [number, number]>
  }>
  readonly firstPlaces: ReadonlyArray<{ readonly quotes: number }>
  readonly arguments: ReadonlyArray<{
    readonly id: string
    readonly change: string
    readonly situations: number
  }>
}

describe("the impact of what is edited", () => {
  let opened: TestWorkbench | undefined
  const bench = (): TestWorkbench => opened ?? assert.fail("the workbench has not started")

  beforeAll(async () => {
    opened = await openWorkbench()
  })
  afterAll(() => opened?.end())

  const text = (file: string): string => readFileSync(join(bench().folder, file), "utf8")

  /** The line of the first row that begins with something. */
  const lineOf = (file: string, pattern: RegExp): number =>
    text(file)
      .split("\n")
      .findIndex((line) => pattern.test(line)) + 1

  const set = async (file: string, line: number, column: string, cell: string): Promise<number> => {
    const { revision } = answered(await bench().call("session", {}))
    const edit = await bench().call("edit", {
      file,
      revision,
      action: "cells",
      operations: [{ _tag: "Set", cells: [{ line, column, text: cell }] }],
    })
    return answered(edit).revision
  }

  /** The whole result of a revision, with the rows of its travellers. */
  const resultOf = async (revision: number): Promise<ImpactView> => {
    let found: ImpactView | null = null
    const isThere = async (): Promise<boolean> => {
      const { progress, view } = answered(await bench().call("impactBegin", {}))
      found = view
      return (
        progress.state === "done" &&
        progress.revision === revision &&
        view?.isWhole === true &&
        view.travellers.every(({ rows }) => rows !== null)
      )
    }
    assert.isTrue(await eventually(isThere, 60_000))
    return found ?? assert.fail("no result")
  }

  /** The same change as the command line tells it, over the same situations. */
  const reported = async ({ cases }: ImpactView): Promise<ReportedImpact> => {
    const { status, stderr, stdout } = await runHere({})([
      "tables",
      "diff",
      shipped,
      bench().folder,
      "--json",
      "--count",
      String(testSituations - cases),
    ])
    assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
    const { impact } = JSON.parse(stdout) as { readonly impact: ReportedImpact }
    return impact
  }

  const assertTold = (view: ImpactView, report: ReportedImpact): void => {
    const sum = (of: (offer: ReportedImpact["offers"][number]) => number): number =>
      report.offers.reduce((count, offer) => count + of(offer), 0)
    const permille = report.offers.flatMap((offer) => offer.permille)
    assert.deepStrictEqual(
      {
        situations: view.situations,
        cases: view.cases,
        changed: view.changed,
        changedCases: view.changedCases,
        dearer: view.dearer.prices,
        cheaper: view.cheaper.prices,
        most: view.dearer.mostPermille,
        least: view.cheaper.mostPermille,
        inBars: view.bars.reduce((count, { prices }) => count + prices, 0),
        firstPlaces: view.firstPlaces.map(({ times }) => times),
        offers: view.offers.map(({ cheaper, come, dearer, gone, offerId, prices }) => ({
          offerId,
          prices,
          dearer,
          cheaper,
          gone,
          come,
        })),
        arguments: view.arguments
          .filter(({ change }) => change !== "moved")
          .map(({ change, id, situations }) => `${id} ${change} ${situations}`)
          .sort(),
      },
      {
        situations: report.situations,
        cases: report.run.cases,
        changed: report.changed,
        changedCases: report.changedCases,
        dearer: sum(({ dearer }) => dearer),
        cheaper: sum(({ cheaper }) => cheaper),
        most: Math.max(0, ...permille.map(([value]) => value)),
        least: Math.min(0, ...permille.map(([value]) => value)),
        inBars: permille.reduce((count, [value, many]) => count + (value === 0 ? 0 : many), 0),
        firstPlaces: report.firstPlaces.map(({ quotes }) => quotes),
        offers: report.offers.map(({ after, cheaper, come, dearer, gone, offerId }) => ({
          offerId,
          prices: after,
          dearer,
          cheaper,
          gone,
          come,
        })),
        arguments: report.arguments
          .map(({ change, id, situations }) => `${id} ${change} ${situations}`)
          .sort(),
      },
    )
  }

  /** Takes every step back. */
  const restart = async (): Promise<void> => {
    const last = async () => answered(await bench().call("session", {})).undo
    while ((await last()) !== null) answered(await bench().call("undo", {}))
  }

  it("stops when it is told to, and goes on when it is asked", async () => {
    const { progress, view } = answered(await bench().call("impactBegin", {}))
    assert.strictEqual(progress.state, "running")
    assert.isNull(view)
    const stopped = answered(await bench().call("impactStop", {}))
    assert.strictEqual(stopped.progress.state, "stopped")
    assert.isNull(stopped.view)
    const found = await resultOf(0)
    assert.strictEqual(found.situations, testSituations)
    assert.deepInclude(found, { changed: 0, changedCases: 0, travellers: [], bars: [] })
    assert.deepStrictEqual(found.headline, {
      en: "Nothing changes for customers",
      fr: "Rien ne change pour les clients",
    })
  }, 90_000)

  it("tells of a tariff what the command line tells, and the rows of it", async () => {
    const file = "catalogue/tariffs.csv"
    const lines = text(file)
      .split("\n")
      .flatMap((row, index) => (/,europe,.*\[18\.\./.test(row) ? index + 1 : []))
      .slice(0, 12)
    for (const [index, line] of lines.entries()) {
      await set(file, line, "per_person", index % 3 === 0 ? "2.5" : "41.7")
    }
    const { revision } = answered(await bench().call("session", {}))
    const found = await resultOf(revision)
    assert.isAbove(found.dearer.prices + found.cheaper.prices, 0)
    assert.match(found.headline.en, /^[\d,]+ prices? (dearer|cheaper), [\d,.]+\u00a0% at most/)
    assert.match(
      found.headline.fr,
      /^[\d\u202f]+ prix en (hausse|baisse), [\d\u202f,]+\u00a0% au plus/,
    )
    assertTold(found, await reported(found))
    assert.isAbove(found.travellers.length, 0)
    for (const { rows } of found.travellers) {
      assert.isAbove(rows?.length ?? 0, 0)
      for (const row of rows ?? []) assert.include(lines, row.line)
    }
    const own = found.travellers.map(({ caseName }) => caseName !== null)
    assert.deepStrictEqual(
      own,
      own.toSorted((left, right) => Number(right) - Number(left)),
    )
  }, 120_000)

  it("tells the newest of edits that overtake each other", async () => {
    const file = "coach/benefits.csv"
    const line = lineOf(file, /^FR,[^,]*,hospitalFeesAbroad,value/)
    const revisions = []
    for (const amount of [10_000, 20_000, 30_000, 40_000]) {
      revisions.push(await set(file, line, "value", String(amount)))
    }
    const found = await resultOf(revisions.at(-1) ?? 0)
    assertTold(found, await reported(found))
  }, 120_000)

  it("names arguments that go, and those that come in their stead", async () => {
    await restart()
    const file = "coach/arguments.csv"
    const line = lineOf(file, /^gap,.*,medical_shortfall_high,/)
    const { revision } = answered(await bench().call("session", {}))
    const edit = { _tag: "Delete", lines: [line] } as const
    const { revision: after } = answered(
      await bench().call("edit", { file, revision, action: "delete", operations: [edit] }),
    )
    const found = await resultOf(after)
    assertTold(found, await reported(found))
    const gone = found.arguments.find(({ change }) => change === "lost")
    assert.isDefined(gone)
    assert.notStrictEqual(gone.name.en, gone.id)
    assert.notStrictEqual(gone.name.fr, gone.name.en)
    const some = found.travellers.filter(({ argumentsLost }) =>
      argumentsLost.some(({ en }) => en === gone.name.en),
    )
    assert.isAbove(some.length, 0)
    for (const { rows } of some) {
      assert.deepStrictEqual(rows, [{ file, line, version: "before" }])
    }
  }, 120_000)

  it("runs the last version without errors while the newest holds some", async () => {
    const known = answered(await bench().call("impactBegin", {})).view
    const file = "catalogue/tariffs.csv"
    const line = lineOf(file, /,europe,/)
    const revision = await set(file, line, "zone", "atlantis")
    const found = await resultOf(revision)
    assert.isTrue(found.isLastSound)
    assert.isBelow(found.revision, revision)
    assert.deepStrictEqual(found.headline, known?.headline)
    answered(await bench().call("undo", {}))
  }, 60_000)

  it("tells texts that read otherwise, and follows the file on disk", async () => {
    const before = answered(await bench().call("session", {})).revision
    const file = "messages/arguments.csv"
    writeFileSync(
      join(bench().folder, file),
      text(file).replace("Travel insurance can", "Insurance can"),
    )
    let now = before
    const isRead = async (): Promise<boolean> => {
      now = answered(await bench().call("session", {})).revision
      return now > before
    }
    assert.isTrue(await eventually(isRead, 20_000))
    const { texts } = await resultOf(now)
    assert.deepStrictEqual(
      texts.map(({ column, line }) => ({ column, line })),
      [{ column: "en", line: lineOf(file, /[^s] Insurance can|,Insurance can/) }],
    )
    assert.match(texts[0]?.after ?? "", /^Insurance can/)
  }, 60_000)
})
