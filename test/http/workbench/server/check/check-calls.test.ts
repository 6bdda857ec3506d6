import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { CheckView } from "../../../../../http/workbench/protocol/check.ts"
import { answered, openWorkbench, type TestWorkbench } from "../../../../support/workbench.ts"

const file = "catalogue/tariffs.csv"

describe("checks of the desk", { timeout: 120_000 }, () => {
  let opened: TestWorkbench | undefined
  const bench = (): TestWorkbench => opened ?? assert.fail("the workbench has not started")

  beforeAll(async () => {
    opened = await openWorkbench()
  })
  afterAll(() => opened?.end())

  const checkedAt = async (revision: number): Promise<CheckView> => {
    for (;;) {
      const view = answered(await bench().call("checked", {}))
      if (view !== null && view.isWhole && view.revision >= revision) return view
      await sleep(50)
    }
  }

  const lines = (): ReadonlyArray<string> =>
    readFileSync(join(bench().folder, file), "utf8").split("\n")

  const setAge = async (line: number, text: string): Promise<number> => {
    const { revision } = answered(await bench().call("session", {}))
    const operations = [{ _tag: "Set", cells: [{ line, column: "age", text }] }] as const
    const after = await bench().call("edit", { file, revision, action: "cells", operations })
    return answered(after).revision
  }

  it("begin by themselves, and find nothing wrong with these tables but undated pages", async () => {
    const view = await checkedAt(0)
    assert.strictEqual(view.edited, null)
    const wrong = view.findings.filter(({ severity }) => severity !== "note")
    assert.deepStrictEqual([...new Set(wrong.map(({ severity }) => severity))], ["warning"])
    for (const { title } of wrong) {
      assert.match(title.en, /^No date on https?:\/\/\S+$/)
    }
  })

  it("end with the newest of several edits, and name its row", async () => {
    const line =
      lines().findIndex((each) => each.startsWith("br_escapade_1,europe,[9..31],[65")) + 1
    for (const text of ["[65..66]", "[65..67]", "[65..68]"]) await setAge(line, text)
    const view = await checkedAt(await setAge(line, "[66..69]"))
    const found = view.findings.filter(({ severity }) => severity === "error")
    assert.deepStrictEqual(
      found.map(({ title }) => title.en),
      ["Gap: 9 to 31 days, age 65"],
    )
    assert.deepStrictEqual(view.edited, { file, line })
  })

  it("take a comment that says why, where a row begins", async () => {
    const { revision } = answered(await bench().call("session", {}))
    const aboveLine = lines().findIndex((each) => each.startsWith("br_escapade_1,")) + 1
    const text = "# gap tariff=br_escapade_1 zone=europe days=[9..31] age=65 : "
    const step = { file, revision, comment: { _tag: "Add", aboveLine, text } } as const
    const refused = await bench().call("comment", { ...step, reason: "two\nlines" })
    assert.strictEqual(refused._tag === "Refused" && refused.refusal.code, "BadInput")
    const misplaced = await bench().call("comment", {
      ...step,
      comment: { ...step.comment, aboveLine: 2 },
      reason: "so",
    })
    assert.strictEqual(misplaced._tag === "Refused" && misplaced.refusal.code, "CommentMisplaced")
    const after = answered(await bench().call("comment", { ...step, reason: "nobody asks" }))
    assert.strictEqual(lines()[aboveLine - 1], `${text}nobody asks`)
    const view = await checkedAt(after.revision)
    assert.deepStrictEqual(
      view.findings.filter(({ severity }) => severity === "error"),
      [],
    )
    const late = await bench().call("comment", { ...step, reason: "again" })
    assert.strictEqual(late._tag === "Refused" && late.refusal.code, "EditOutdated")
  })
})
