import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { answered, openWorkbench, type TestWorkbench } from "../../../../support/workbench.ts"
import type { TableEdit } from "../../../../../http/workbench/protocol/table.ts"

const file = "fees.csv"

describe("the desk", () => {
  let opened: TestWorkbench | undefined
  const bench = (): TestWorkbench => opened ?? assert.fail("no workbench")
  const read = (): string => readFileSync(join(bench().folder, file), "utf8")
  const write = (text: string): void => writeFileSync(join(bench().folder, file), text)
  const rows = async () => answered(await bench().call("table", { file }))
  const revision = async () => answered(await bench().call("session", {})).revision
  const edit = async (column: string, text: string, at: number, known?: number) => {
    const cells = [{ line: at, column, text }]
    const asked: TableEdit = {
      file,
      revision: known ?? (await revision()),
      action: "cells",
      operations: [{ _tag: "Set", cells }],
    }
    return bench().call("edit", asked)
  }
  /** Writes a text as another program does, and has the desk read it: before it writes, it looks. */
  const restore = async (text: string): Promise<void> => {
    const line = await lineAt(0)
    write(text)
    const looked = await edit("unit", "looked", line)
    if (looked._tag === "Answered") answered(await bench().call("undo", {}))
    assert.strictEqual(read(), text)
  }
  const firstLine = async () => (await rows()).rows[0]?.line ?? assert.fail("no row")
  const lineAt = async (place: number) => (await rows()).rows[place]?.line ?? assert.fail("no row")

  beforeAll(async () => {
    opened = await openWorkbench()
  })
  afterAll(() => opened?.end())

  it("takes steps back and makes them again, to the same bytes", async () => {
    const [line, before] = [await firstLine(), read()]
    answered(await edit("value", "77", line))
    const after = read()
    assert.notStrictEqual(after, before)
    answered(await edit("value", "78", line))
    answered(await bench().call("undo", {}))
    assert.strictEqual(read(), after)
    answered(await bench().call("undo", {}))
    assert.strictEqual(read(), before)
    const undone = answered(await bench().call("session", {}))
    assert.strictEqual(undone.redo?.action, "cells")
    answered(await bench().call("redo", {}))
    assert.strictEqual(read(), after)
    answered(await bench().call("undo", {}))
  })

  it("keeps the byte order mark and the line ends of a file", async () => {
    const plain = read()
    write(`\uFEFF${plain.replaceAll("\n", "\r\n")}`)
    const [line, before] = [await firstLine(), read()]
    answered(await edit("value", "79", line))
    assert.strictEqual(read().startsWith("\uFEFF"), true)
    assert.notMatch(read(), /[^\r]\n/)
    answered(await bench().call("undo", {}))
    assert.strictEqual(read(), before)
    write(plain)
  })

  it("merges an edit of other rows than another program has changed, before it is noticed", async () => {
    const before = read()
    const [one, other] = [await lineAt(0), await lineAt(2)]
    const known = await revision()
    const lines = before.split("\n")
    const theirs = lines.with(other - 1, (lines[other - 1] ?? "").replace(/,[^,]*$/, ",noted"))
    write(["# from outside", ...theirs].join("\n"))
    answered(await edit("value", "80", one, known))
    assert.include(read(), "# from outside")
    assert.include(read(), ",noted")
    assert.include(read().split("\n")[one] ?? "", ",80,")
    // The step is taken back where its row stands now, and what came from outside stays.
    answered(await bench().call("undo", {}))
    assert.strictEqual(read(), ["# from outside", ...theirs].join("\n"))
    await restore(before)
  })

  it("keeps an edit of the same row aside, and shows both", async () => {
    const before = read()
    const line = await firstLine()
    const known = await revision()
    const lines = before.split("\n")
    const theirs = lines.with(line - 1, (lines[line - 1] ?? "").replace(/,\d+,/, ",91,")).join("\n")
    write(theirs)
    const reply = await edit("value", "92", line, known)
    if (reply._tag !== "Refused") return assert.fail("nothing was refused")
    assert.strictEqual(reply.refusal.code, "EditConflict")
    assert.strictEqual(read(), theirs)
    const id = String(reply.refusal.facts["conflict"])
    const conflict = answered(await bench().call("conflict", { id }))
    const at = conflict.columns.indexOf("value")
    assert.deepStrictEqual(
      conflict.rows.map(({ mine, theirs: other }) => [mine?.[at], other?.[at]]),
      [["92", "91"]],
    )
    answered(await bench().call("settle", { id, rows: ["theirs"] }))
    assert.strictEqual(read(), theirs)
    const again = await edit("value", "92", line, known)
    const next = again._tag === "Refused" ? String(again.refusal.facts["conflict"]) : ""
    answered(await bench().call("settle", { id: next, rows: ["mine"] }))
    assert.include(read(), ",92,")
    const gone = await bench().call("conflict", { id: next })
    assert.strictEqual(gone._tag, "Refused")
    await restore(before)
  })

  it("refuses to take back a step whose row another program has changed since", async () => {
    const before = read()
    const line = await firstLine()
    answered(await edit("value", "93", line))
    write(read().replace(",93,", ",94,"))
    // A call reads the folder before it writes, so that the change is known whenever it was noticed.
    await edit("value", "95", await lineAt(1))
    const first = await bench().call("undo", {})
    assert.strictEqual(first._tag, "Answered")
    const lost = await bench().call("undo", {})
    assert.strictEqual(lost._tag === "Refused" ? lost.refusal.code : "", "StepLost")
    assert.include(read(), ",94,")
    await restore(before)
  })

  it("makes edits that come at once one after the other", async () => {
    const before = read()
    const known = await revision()
    const places = [await lineAt(0), await lineAt(1), await lineAt(2)]
    const replies = await Promise.all(
      places.map((line, at) => edit("value", `6${at}`, line, known)),
    )
    for (const reply of replies) answered(reply)
    for (const value of ["60", "61", "62"]) assert.include(read(), `,${value},`)
    await restore(before)
  })
})
