import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { ImpactView } from "../../../../../rules/changes/impact-view.ts"
import { eventually } from "../../../../support/eventually.ts"
import { answered, openWorkbench, type TestWorkbench } from "../../../../support/workbench.ts"

const file = "catalogue/tariffs.csv"

describe("what the tables are compared with, chosen in the page", () => {
  let opened: TestWorkbench | undefined
  const bench = (): TestWorkbench => opened ?? assert.fail("the workbench has not started")

  beforeAll(async () => {
    opened = await openWorkbench()
    const { call, folder, git } = bench()
    git("tag", "v1.2")
    const lines = readFileSync(join(folder, file), "utf8").split("\n")
    const cells = lines.flatMap((row, index) =>
      /,europe,.*\[18\.\./.test(row) ? { line: index + 1, column: "per_person", text: "41.7" } : [],
    )
    const operations = [{ _tag: "Set", cells: cells.slice(0, 12) }] as const
    answered(await call("edit", { file, revision: 0, action: "cells", operations }))
    git("commit", "--quiet", "--all", "--message", "Dearer")
  })
  afterAll(() => opened?.end())

  const compareWith = async (base: string | null): Promise<number> =>
    answered(await bench().call("compareWith", { base })).revision

  /** How many rows and cells of the table, and situations, are told to differ. */
  const told = async () => {
    const session = answered(await bench().call("session", {}))
    const grid = answered(await bench().call("table", { file }))
    let impact: ImpactView | null = null
    const isDone = async (): Promise<boolean> => {
      const { progress, view } = answered(await bench().call("impactBegin", {}))
      impact = view
      return progress.state === "done" && progress.revision === session.revision
    }
    assert.isTrue(await eventually(isDone, 120_000))
    return {
      before: session.before,
      rows: session.tables.find((table) => table.file === file)?.changedRows,
      cells: JSON.stringify(grid).split('"41.7"').length > 1,
      situations: (impact as ImpactView | null)?.changed ?? 0,
      undo: session.undo?.action,
    }
  }

  it("is told by cells, impact and session at once, and takes no step away", async () => {
    const first = await told()
    assert.strictEqual(first.before.left, "main")
    assert.strictEqual(first.rows, 12)
    assert.isAbove(first.situations, 0)

    await compareWith("HEAD")
    const alike = await told()
    const head = bench().git("rev-parse", "HEAD").trim()
    assert.deepStrictEqual(alike.before, { name: "HEAD", commit: head })
    assert.deepStrictEqual([alike.rows, alike.situations], [0, 0])
    assert.strictEqual(alike.undo, "cells")

    await compareWith(" v1.2 ")
    const { before, ...tagged } = await told()
    assert.strictEqual(before.name, "v1.2")
    assert.deepStrictEqual({ ...tagged, before: first.before }, first)

    await compareWith(null)
    assert.deepStrictEqual(await told(), first)
    answered(await bench().call("undo", {}))
    const undone = await told()
    assert.deepStrictEqual([undone.rows, undone.situations], [0, 0])
    answered(await bench().call("redo", {}))
  }, 300_000)

  it("offers the branches and tags, and refuses what is no version of the tables", async () => {
    const names = answered(await bench().call("bases", {}))
    assert.deepStrictEqual(names.toSorted(), ["change", "main", "v1.2"])
    const before = answered(await bench().call("session", {}))
    for (const base of ["nonsense", "--all", "/", bench().folder, "v1.2\nmain", "main..change"]) {
      const reply = await bench().call("compareWith", { base })
      assert.strictEqual(reply._tag, "Refused", base)
      if (reply._tag === "Refused") assert.strictEqual(reply.refusal.code, "NoSuchBase")
    }
    assert.deepStrictEqual(answered(await bench().call("session", {})), before)
  })
})
