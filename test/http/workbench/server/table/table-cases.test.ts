import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { OwnTableShape } from "../../../../../rules/tables/own-table-texts.ts"
import { eventually } from "../../../../support/eventually.ts"
import { answered, openWorkbench, type TestWorkbench } from "../../../../support/workbench.ts"

/** One of the analysts' own cases. */
const caseKept = "Paris couple to New York"

const [table, cases] = ["sandbox/age_factors.csv", "sandbox/age_factors.cases.csv"]

const shape: OwnTableShape = {
  name: "Cruises",
  about: "No cruise over 79.",
  hook: "refuse",
  hitPolicy: "first",
  conditions: ["intent", "oldest_age"],
  results: ["reason", "en", "fr"],
  notes: [],
}

describe("cases of a table in the workbench", () => {
  let opened: TestWorkbench | undefined
  const bench = (): TestWorkbench => opened ?? assert.fail("no workbench")
  const pathOf = (file: string): string => join(bench().folder, file)
  const textOf = (file: string): string => readFileSync(pathOf(file), "utf8")
  const session = async () => answered(await bench().call("session", {}))
  const insert = async (file: string, rows: ReadonlyArray<Record<string, string>>) =>
    answered(
      await bench().call("edit", {
        file,
        revision: (await session()).revision,
        action: "insert",
        operations: [{ _tag: "Insert", afterLine: 1, rows }],
      }),
    )
  const found = async () =>
    (answered(await bench().call("checked", {}))?.findings ?? []).filter(
      ({ kind }) => kind === "CaseDiffers",
    )

  beforeAll(async () => {
    opened = await openWorkbench()
  })
  afterAll(() => opened?.end())

  it("are made in one step, told row by row, found where they differ, accepted, and taken back", async () => {
    const made = answered(await bench().call("makeTableCases", { file: table }))
    assert.strictEqual(made.file, cases)
    assert.strictEqual(textOf(cases), "case,age_scale,age,factor_percent,answers,remark\n")
    const entry = (await session()).tables.find(({ file }) => file === cases)
    assert.strictEqual(entry?.casesOf, table)
    await insert(cases, [
      { case: "A grown-up", age_scale: "leisure", age: "40", factor_percent: "100" },
      { case: "A child", age_scale: "leisure", age: "9", factor_percent: "50" },
    ])
    const view = answered(await bench().call("tableCases", { file: cases }))
    assert.deepStrictEqual(view.cases, [
      { line: 2, holds: true },
      { line: 3, holds: false },
    ])
    assert.strictEqual(view.rowsMet, 2)
    const isFound = async (): Promise<boolean> => {
      const [one] = await found()
      return (one?.remedies.length ?? 0) > 0
    }
    assert.isTrue(await eventually(isFound, 60_000), "the case that differs has a remedy")
    const one = (await found())[0] ?? assert.fail("nothing is found")
    assert.deepStrictEqual(
      [one.file, one.line, one.column, one.severity],
      [cases, 3, "factor_percent", "error"],
    )
    assert.strictEqual(one.title.en, "The case “A child” does not hold")
    const remedy = one.remedies[0] ?? assert.fail("no remedy")
    assert.strictEqual(remedy.label.en, "Accept 70")
    answered(
      await bench().call("edit", {
        file: cases,
        revision: (await session()).revision,
        action: "cells",
        operations: remedy.operations,
      }),
    )
    const now = answered(await bench().call("tableCases", { file: cases }))
    assert.isTrue(now.cases?.every(({ holds }) => holds))
    for (let step = 0; step < 3; step += 1) answered(await bench().call("undo", {}))
    assert.isFalse(existsSync(pathOf(cases)))
  })

  it("are told while another row is still being written", async () => {
    answered(await bench().call("makeTableCases", { file: table }))
    await insert(cases, [
      { case: "A child", age_scale: "leisure", age: "9", factor_percent: "70" },
      { case: "Not yet" },
    ])
    const view = answered(await bench().call("tableCases", { file: cases }))
    assert.deepStrictEqual(view.cases, [{ line: 2, holds: true }])
    for (let step = 0; step < 2; step += 1) answered(await bench().call("undo", {}))
  })

  it("have the columns that are chosen for them, each choice in one step", async () => {
    answered(await bench().call("makeTableCases", { file: table }))
    await insert(cases, [
      { case: "A child", age_scale: "leisure", age: "9", factor_percent: "70", remark: "so" },
    ])
    const choose = async (columns: ReadonlyArray<string>) =>
      bench().call("chooseCaseColumns", {
        file: cases,
        revision: (await session()).revision,
        columns,
      })
    answered(await choose(["factor_percent"]))
    // The name and facts that are always known stay, whatever is chosen.
    assert.strictEqual(textOf(cases), "case,age_scale,age,factor_percent\nA child,leisure,9,70\n")
    const known = answered(await bench().call("caseColumns", { file: cases }))
    assert.deepStrictEqual(
      known.map(({ isIn, isNeeded, name }) => [name, isIn, isNeeded]),
      [
        ["case", true, true],
        ["age_scale", true, true],
        ["age", true, true],
        ["factor_percent", true, false],
        ["answers", false, false],
        ["remark", false, false],
      ],
    )
    const view = answered(await bench().call("tableCases", { file: cases }))
    assert.deepStrictEqual(view.cases, [{ line: 2, holds: true }])
    answered(await choose(["answers", "factor_percent"]))
    assert.strictEqual(
      textOf(cases),
      "case,age_scale,age,factor_percent,answers\nA child,leisure,9,70,\n",
    )
    const codes = [
      await choose(["premium"]),
      await bench().call("caseColumns", { file: table }),
    ].map((reply) => (reply._tag === "Refused" ? reply.refusal.code : ""))
    assert.deepStrictEqual(codes, ["NoSuchColumn", "NoSuchTable"])
    for (let step = 0; step < 3; step += 1) answered(await bench().call("undo", {}))
    assert.strictEqual(textOf(cases), "case,age_scale,age,factor_percent,answers,remark\n")
    answered(await bench().call("undo", {}))
  })

  it("are made of a traveller, in one step, and hold as soon as they are kept", async () => {
    const situation = answered(await bench().call("caseSituation", { name: caseKept }))
    const [file, line] = ["sandbox/eligibility.csv", 3]
    const keep = () => bench().call("keepTableCase", { situation, file, line, name: "FR to TH" })
    const done = answered(await keep())
    assert.strictEqual(done.file, "sandbox/eligibility.cases.csv")
    const again = answered(await keep())
    const written = textOf(done.file).split("\n")
    assert.deepStrictEqual(
      [done.line, again.line].map((at) => written[at - 1]?.split(",")[0]),
      ["FR to TH", "FR to TH 2"],
    )
    const view = answered(await bench().call("tableCases", { file: done.file }))
    assert.deepStrictEqual(view.cases, [
      { line: done.line, holds: true },
      { line: again.line, holds: true },
    ])
    const beside = await bench().call("keepTableCase", {
      situation,
      file: "fees.csv",
      line: 2,
      name: "x",
    })
    assert.strictEqual(beside._tag === "Refused" && beside.refusal.code, "TableNotAsked")
    for (let step = 0; step < 2; step += 1) answered(await bench().call("undo", {}))
    assert.isFalse(existsSync(pathOf(done.file)))
  })

  it("are made of a traveller in the order of the file, and not where that is no table", async () => {
    const situation = answered(await bench().call("caseSituation", { name: caseKept }))
    const asked = { situation, file: "sandbox/eligibility.csv", line: 3, name: "FR to TH" }
    const { file } = answered(await bench().call("keepTableCase", asked))
    const [header = "", ...rows] = textOf(file).trimEnd().split("\n")
    const turned = (row: string): string => row.split(",").toReversed().join(",")
    const write = async (text: string) => {
      const { revision } = await session()
      writeFileSync(pathOf(file), text)
      const isHeard = async () => (await session()).revision > revision
      assert.isTrue(await eventually(isHeard, 20_000), "what another program writes is heard")
    }
    await write(
      `${[turned(`${header},own_note`), ...rows.map((row) => turned(`${row},mine`))].join("\n")}\n`,
    )
    const again = answered(await bench().call("keepTableCase", asked))
    const view = answered(await bench().call("tableCases", { file }))
    assert.deepStrictEqual(view.cases, [
      { line: 2, holds: true },
      { line: again.line, holds: true },
    ])
    const broken = 'case,age\n"open\n'
    await write(broken)
    const refused = await bench().call("keepTableCase", asked)
    assert.strictEqual(refused._tag === "Refused" && refused.refusal.code, "EditMisplaced")
    assert.strictEqual(textOf(file), broken)
    rmSync(pathOf(file))
    assert.isTrue(
      await eventually(async () => {
        const { tables } = await session()
        return tables.every((each) => each.file !== file)
      }, 20_000),
    )
  })

  it("follow the columns of a table of one's own, and go with it", async () => {
    const { revision } = await session()
    const own = answered(await bench().call("shapeOwnTable", { file: null, revision, shape }))
    const beside = answered(await bench().call("makeTableCases", { file: own.file }))
    await insert(beside.file, [{ case: "Old", intent: "cruise", oldest_age: "80", reason: "old" }])
    answered(
      await bench().call("shapeOwnTable", {
        file: own.file,
        revision: (await session()).revision,
        shape: { ...shape, conditions: ["oldest_age", "zone"] },
      }),
    )
    assert.strictEqual(
      textOf(beside.file),
      "case,oldest_age,reason,en,fr,answers,remark,zone\nOld,80,old,,,,,\n",
    )
    answered(await bench().call("removeOwnTable", { file: own.file }))
    assert.isFalse(existsSync(pathOf("own")))
  })

  it("stand beside columns of one's own that a shipped table carries, which come and go by a step", async () => {
    const before = textOf(table)
    const carry = async (columns: ReadonlyArray<string>) =>
      bench().call("carryColumns", { file: table, revision: (await session()).revision, columns })
    answered(await carry(["own_note", "own_code"]))
    assert.include(textOf(table), "\nage_scale,age,factor_percent,own_note,own_code\n".slice(1))
    const grid = answered(await bench().call("table", { file: table }))
    assert.deepStrictEqual(grid.columns.map(({ isNote, name }) => [name, isNote]).slice(-2), [
      ["own_note", true],
      ["own_code", true],
    ])
    const [row] = grid.rows
    answered(
      await bench().call("typeCell", {
        file: table,
        revision: (await session()).revision,
        line: row?.line ?? 0,
        column: "own_note",
        asked: { text: "ask Jo" },
      }),
    )
    answered(await carry(["own_note"]))
    assert.match(textOf(table), /,ask Jo\n/)
    assert.strictEqual((await carry(["note"]))._tag, "Refused")
    for (let step = 0; step < 3; step += 1) answered(await bench().call("undo", {}))
    assert.strictEqual(textOf(table), before)
  })
})
