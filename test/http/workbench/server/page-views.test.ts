import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import type {
  ShownView,
  ViewEvent,
  ViewPart,
  WorkbenchEvent,
} from "../../../../http/workbench/protocol/views.ts"
import type { SessionView } from "../../../../http/workbench/protocol/session.ts"
import { changedGrid } from "../../../../rules/changes/grid/grid-change.ts"
import type { TableGrid } from "../../../../rules/changes/grid/grid-view.ts"
import {
  answered,
  openWorkbench,
  showOnPage,
  type TestWorkbench,
  workbenchEvents,
} from "../../../support/workbench.ts"

const file = "fees.csv"

const sessionShown: ShownView = { slot: 1, count: 0, name: "session", input: {} }
const tableShown: ShownView = { slot: 2, count: 0, name: "table", input: { file } }

/** A page that hears its stream: what it is told next. */
interface HearingPage {
  readonly name: string
  /** The next event with a part for a place. */
  readonly next: (slot: number) => Promise<ViewEvent>
  readonly leave: () => void
}

const outputIn = ({ parts }: ViewEvent, slot: number): unknown => {
  const part = parts.find((each) => each.slot === slot)
  return part !== undefined && "output" in part ? part.output : assert.fail("no output")
}

const changeIn = ({ parts }: ViewEvent, slot: number) => {
  const part = parts.find((each) => each.slot === slot)
  return part !== undefined && "change" in part ? part.change : assert.fail("no change")
}

describe("the stream of a page", () => {
  let opened: TestWorkbench | undefined
  const bench = (): TestWorkbench => opened ?? assert.fail("no workbench")
  const open: Array<HearingPage> = []

  beforeAll(async () => {
    opened = await openWorkbench()
  })
  afterAll(() => opened?.end())
  afterEach(() => {
    for (const page of open.splice(0)) page.leave()
  })

  const openPage = async (shown: ReadonlyArray<ShownView>): Promise<HearingPage> => {
    const stop = new AbortController()
    const events = workbenchEvents(bench().url, stop.signal)
    const first: IteratorResult<WorkbenchEvent, void> = await events.next()
    const event = first.done === true ? undefined : first.value
    const name = event?.type === "opened" ? event.page : assert.fail("no name")
    const page: HearingPage = {
      name,
      next: async (slot) => {
        for (;;) {
          const { done, value } = await events.next()
          if (done === true) return assert.fail("the stream has ended")
          const isIt = (part: ViewPart): boolean => part.slot === slot
          if (value.type === "view" && value.parts.some(isIt)) return value
        }
      },
      leave: () => stop.abort(),
    }
    open.push(page)
    assert.strictEqual((await showOnPage(bench().url, name, shown)).status, 204)
    return page
  }

  const set = async (value: string): Promise<number> => {
    const { rows } = answered(await bench().call("table", { file }))
    const { revision } = answered(await bench().call("session", {}))
    const cells = [{ line: rows[0]?.line ?? 0, column: "value", text: value }]
    const operations = [{ _tag: "Set", cells } as const]
    const edit = { file, revision, action: "cells", operations } as const
    return answered(await bench().call("edit", edit)).revision
  }

  it("tells every page of an edit in one word: how the work stands, and the row that changed", async () => {
    const pages = [
      await openPage([sessionShown, tableShown]),
      await openPage([sessionShown, tableShown]),
    ]
    const before = await Promise.all(pages.map((page) => page.next(2)))
    const revision = await set("1011")
    for (const [place, page] of pages.entries()) {
      const told = await page.next(2)
      assert.strictEqual(told.revision, revision)
      assert.strictEqual((outputIn(told, 1) as SessionView).revision, revision)
      const known = outputIn(before[place] ?? assert.fail(), 2) as TableGrid
      const change = changeIn(told, 2)
      assert.deepStrictEqual(
        change.rows.map(({ texts }) => texts.slice(0, 2)),
        [[known.rows[0]?.texts[0], "1011"]],
      )
      const now = answered(await bench().call("table", { file }))
      assert.deepStrictEqual(changedGrid(known, change), now)
    }
  })

  it("tells what another program has changed", async () => {
    const page = await openPage([tableShown])
    const known = outputIn(await page.next(2), 2) as TableGrid
    const { columns, rows } = known
    const lines = [columns.map(({ name }) => name), ...rows.slice(1).map(({ texts }) => texts)]
    writeFileSync(
      join(bench().folder, file),
      `${lines.map((texts) => texts.join(",")).join("\n")}\n`,
    )
    const change = changeIn(await page.next(2), 2)
    assert.strictEqual(changedGrid(known, change)?.rows.length, rows.length - 1)
  })

  it("begins anew where a stream has broken: all that is shown is told whole", async () => {
    const page = await openPage([sessionShown, tableShown])
    await page.next(2)
    page.leave()
    const revision = await set("1012")
    const again = await openPage([sessionShown, tableShown])
    const told = await again.next(2)
    assert.strictEqual((outputIn(told, 2) as TableGrid).revision, revision)
    const gone = await showOnPage(bench().url, "nobody", [sessionShown])
    assert.strictEqual(gone.status, 404)
  })

  it("tells a place that asks for something else that alone", async () => {
    const page = await openPage([tableShown])
    await page.next(2)
    const other = { ...tableShown, count: 1, input: { file: "catalogue/zones.csv" } }
    await showOnPage(bench().url, page.name, [tableShown, sessionShown])
    await showOnPage(bench().url, page.name, [other, sessionShown])
    const told = await page.next(2)
    const [part] = told.parts.filter(({ slot }) => slot === 2)
    assert.strictEqual(part?.count, 1)
    assert.strictEqual((outputIn(told, 2) as TableGrid).file, "catalogue/zones.csv")
  })

  it("refuses what it cannot show, and shows the rest", async () => {
    const page = await openPage([
      { slot: 3, count: 0, name: "nonsense", input: {} },
      { slot: 4, count: 0, name: "table", input: { file: 7 } },
      { slot: 5, count: 0, name: "table", input: { file: "none.csv" } },
      sessionShown,
    ])
    const told = await page.next(1)
    const codes = told.parts.map((part) => ("refusal" in part ? part.refusal.code : "shown"))
    assert.deepStrictEqual(codes, ["UnknownView", "BadInput", "NoSuchTable", "shown"])
    const bad = await showOnPage(bench().url, page.name, "{" as never)
    assert.strictEqual(bad.status, 400)
  })
})
