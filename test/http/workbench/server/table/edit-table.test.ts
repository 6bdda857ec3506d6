import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { TableOperation } from "../../../../../core/editing/table-operations.ts"
import { answered, openWorkbench, type TestWorkbench } from "../../../../support/workbench.ts"

const file = "fees.csv"
const [lea, max] = ["page-of-lea", "page-of-max"]

describe("an edit of what a page showed a while ago", () => {
  let opened: TestWorkbench | undefined
  let before = ""
  const bench = (): TestWorkbench => opened ?? assert.fail("no workbench")
  const path = (): string => join(bench().folder, file)
  const text = (): string => readFileSync(path(), "utf8")
  const revisionNow = async (): Promise<number> =>
    answered(await bench().call("session", {})).revision
  const set = (line: number, column: string, to: string): TableOperation => ({
    _tag: "Set",
    cells: [{ line, column, text: to }],
  })
  const edit = (page: string, revision: number, ...operations: ReadonlyArray<TableOperation>) =>
    bench().call("edit", { file, revision, action: "cells", operations }, page)
  /** The lines of the rows. */
  const rows = (): ReadonlyArray<number> =>
    text()
      .trimEnd()
      .split("\n")
      .flatMap((row, at) => (at === 0 || row.startsWith("#") ? [] : [at + 1]))
  const cell = (line: number, column: number): string =>
    text().split("\n")[line - 1]?.split(",")[column] ?? ""

  beforeAll(async () => {
    opened = await openWorkbench()
    before = text()
  })
  afterAll(() => opened?.end())
  const takeAllBack = async (): Promise<void> => {
    while (text() !== before) answered(await bench().call("undo", {}))
  }
  afterEach(takeAllBack)

  it("comes after what the page itself wrote since, into the same cell too", async () => {
    const revision = await revisionNow()
    const line = rows()[0] ?? 0
    for (const value of ["15", "16", "17"])
      answered(await edit(lea, revision, set(line, "value", value)))
    assert.strictEqual(cell(line, 1), "17")
    answered(await edit(lea, revision, set(line, "unit", "points"), set(line, "name", "other")))
    answered(await edit(lea, revision, set(line, "value", "18")))
    assert.deepStrictEqual(
      [0, 1, 2].map((at) => cell(line, at)),
      ["other", "18", "points"],
    )
    assert.strictEqual(
      rows().length,
      before.trimEnd().split("\n").length - (before.match(/^#/gmu) ?? []).length - 1,
    )
  })

  it("is merged with cells that another page wrote into the same row", async () => {
    const revision = await revisionNow()
    const line = rows()[0] ?? 0
    answered(await edit(max, revision, set(line, "unit", "points")))
    answered(await edit(lea, revision, set(line, "value", "15")))
    assert.deepStrictEqual([cell(line, 1), cell(line, 2)], ["15", "points"])
  })

  it("waits for a choice where another page wrote into the cell, and the chosen cell alone is taken", async () => {
    const revision = await revisionNow()
    const line = rows()[0] ?? 0
    answered(await edit(max, revision, set(line, "value", "20"), set(line, "unit", "points")))
    const reply = await edit(lea, revision, set(line, "value", "15"))
    if (reply._tag !== "Refused") return assert.fail("it was written")
    assert.strictEqual(reply.refusal.code, "EditConflict")
    assert.strictEqual(cell(line, 1), "20")
    const id = String(reply.refusal.facts["conflict"])
    answered(await bench().call("settle", { id, rows: ["mine"] }, lea))
    assert.deepStrictEqual([cell(line, 1), cell(line, 2)], ["15", "points"])
  })

  it("never clashes with the page's own edits, nor loses what others write beside them", async () => {
    const columns = ["value", "unit"] as const
    const step = fc.record({
      row: fc.nat({ max: 2 }),
      column: fc.nat({ max: 1 }),
      value: fc.integer({ min: 1, max: 9_999 }),
      isOther: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        await takeAllBack()
        const revision = await revisionNow()
        const lines = rows()
        const expected = new Map<string, string>()
        for (const { column, isOther, row, value } of steps) {
          // Another page has the column of units for itself, and works on what is there now.
          const name = isOther ? "unit" : (columns[column] ?? "value")
          if (!isOther && name === "unit") continue
          const line = lines[row % lines.length] ?? 0
          const at = isOther ? await revisionNow() : revision
          answered(await edit(isOther ? max : lea, at, set(line, name, String(value))))
          expected.set(`${line} ${name}`, String(value))
        }
        for (const [key, value] of expected) {
          const [line = "", name = ""] = key.split(" ")
          assert.strictEqual(cell(Number(line), name === "value" ? 1 : 2), value, key)
        }
      }),
      { numRuns: 30 },
    )
  })
})
