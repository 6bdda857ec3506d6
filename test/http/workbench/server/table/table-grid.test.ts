import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { describeExpectation } from "../../../../../core/table/expectation.ts"
import type { TableOperation } from "../../../../../core/editing/table-operations.ts"
import type {
  CellValue,
  GridColumn,
  TableGrid,
} from "../../../../../rules/changes/grid/grid-view.ts"
import { answered, openWorkbench, type TestWorkbench } from "../../../../support/workbench.ts"

const tariffs = "catalogue/tariffs.csv"

describe("a table for its grid", () => {
  let opened: TestWorkbench | undefined
  const bench = (): TestWorkbench => opened ?? assert.fail("no workbench")
  const table = async (file = tariffs): Promise<TableGrid> =>
    answered(await bench().call("table", { file }))
  const column = (grid: TableGrid, name: string): GridColumn =>
    grid.columns.find((each) => each.name === name) ?? assert.fail(`no column ${name}`)
  const edit = async (file: string, operations: ReadonlyArray<TableOperation>) => {
    const { revision } = answered(await bench().call("session", {}))
    return answered(await bench().call("edit", { file, revision, action: "cells", operations }))
  }

  beforeAll(async () => {
    opened = await openWorkbench()
  })
  afterAll(() => opened?.end())

  it("has every row with its line, and comments where they stand", async () => {
    const { asides, columns, headerLine, rows } = await table()
    const lines = readFileSync(join(bench().folder, tariffs), "utf8").split("\n")
    assert.strictEqual(lines[headerLine - 1], columns.map(({ name }) => name).join(","))
    for (const { line, texts } of [rows[0], rows[500], rows.at(-1)].filter(
      (row) => row !== undefined,
    )) {
      assert.strictEqual(lines[line - 1], texts.join(","))
    }
    const [first] = asides
    assert.strictEqual(`# ${first?.comment}`, lines[(first?.line ?? 0) - 1])
    assert.isTrue(rows.every(({ before }) => before === undefined))
  })

  it("tells of each column how it is edited, and reads its conditions", async () => {
    const grid = await table()
    const age = column(grid, "age")
    assert.strictEqual(age.role, "condition")
    assert.strictEqual(age.unit, "years")
    assert.deepStrictEqual(age.tests["[18..64]"], {
      _tag: "Within",
      intervals: [{ low: "18", lowClosed: true, high: "64", highClosed: true }],
    })
    assert.deepStrictEqual(age.faults, {})
    assert.strictEqual(column(grid, "per_person").type, "amount")
    const tariff = column(grid, "tariff")
    assert.deepStrictEqual(tariff.reference, { file: "catalogue/offers.csv", column: "tariff" })
    const named = tariff.words?.find(({ word }) => word === "hw_voyager_core")
    assert.match(named?.en ?? "", /Voyager/)
    const zones = await table("catalogue/zones.csv")
    const france = column(zones, "country").words?.find(({ word }) => word === "DE")
    assert.deepStrictEqual([france?.en, france?.fr], ["Germany", "Allemagne"])
  })

  it("names a word by the rows whose key it is alone: a currency is no country", async () => {
    const named = async (file: string, name: string, word: string) =>
      column(await table(file), name).words?.find((each) => each.word === word)
    assert.isNull((await named("coach/benefits.csv", "currency", "CAD"))?.en)
    assert.isNull((await named("coach/benefits.csv", "currency", "EUR"))?.fr)
    assert.isNull((await named("coach/bank_aliases.csv", "bank", "BNP Paribas"))?.en)
    assert.match((await named(tariffs, "tariff", "br_escapade_1"))?.en ?? "", /Escapada|Escapade/)
  })

  it("shows what each row was before, rows that came and rows that went", async () => {
    const { headerLine, rows } = await table("fees.csv")
    const [first, second] = rows
    if (first === undefined || second === undefined) return assert.fail("no rows")
    await edit("fees.csv", [
      { _tag: "Set", cells: [{ line: first.line, column: "value", text: "1100" }] },
      { _tag: "Delete", lines: [second.line] },
      { _tag: "Insert", afterLine: headerLine, rows: [{ name: "new_fee", value: "1" }] },
    ])
    const after = await table("fees.csv")
    assert.deepStrictEqual(
      after.rows.map(({ before }) =>
        before === undefined || before === "none" ? before : before[1],
      ),
      ["none", "1000", undefined],
    )
    const gone = after.asides.flatMap((aside) => aside.gone ?? [])
    assert.deepStrictEqual(gone, second.texts)
    answered(await bench().call("undo", {}))
    assert.deepStrictEqual((await table("fees.csv")).rows, rows)
  })

  it("marks cells that are refused, in the engine's own words", async () => {
    const { rows } = await table("fees.csv")
    const line = rows[0]?.line ?? 0
    await edit("fees.csv", [{ _tag: "Set", cells: [{ line, column: "value", text: "lots" }] }])
    const { faults } = column(await table("fees.csv"), "value")
    const { expected } = faults["lots"] ?? {}
    assert.match(expected === undefined ? "" : describeExpectation(expected), /^an integer/)
    answered(await bench().call("undo", {}))
  })

  it("says why a file is no table", async () => {
    const reply = await bench().call("table", { file: "none.csv" })
    assert.strictEqual(reply._tag === "Refused" ? reply.refusal.code : "", "NoSuchTable")
  })

  it("reads what is typed, and writes what is chosen", async () => {
    const read = async (name: string, text: string) =>
      answered(await bench().call("readCell", { file: tariffs, column: name, text }))
    assert.strictEqual((await read("age", "18-64")).text, "[18..64]")
    assert.strictEqual((await read("per_person", "5,46")).text, "5.46")
    assert.strictEqual((await read("tariff", "nobody")).fault?.part, "nobody")
    const bad = await read("age", "young")
    assert.deepStrictEqual([bad.text, bad.test], ["young", null])
    const write = async (value: CellValue) =>
      answered(await bench().call("writeCell", { file: tariffs, column: "age", value }))
    const interval = { low: "18", lowClosed: true, high: "69", highClosed: true }
    assert.strictEqual((await write({ _tag: "Within", intervals: [interval] })).text, "[18..69]")
    assert.strictEqual((await write({ _tag: "Any" })).text, "")
    const turned = await write({ _tag: "Within", intervals: [{ ...interval, high: "1" }] })
    assert.isNotNull(turned.fault)
    const typed = await write({ _tag: "Within", intervals: [{ ...interval, high: "old" }] })
    const expected = typed.fault === null ? "" : describeExpectation(typed.fault.expected)
    assert.deepStrictEqual([typed.text, expected.startsWith("a number")], ["old", true])
  })

  it("pastes a spreadsheet's cells, read as people write them, and adds rows at the end", async () => {
    const grid = await table("fees.csv")
    const before = readFileSync(join(bench().folder, "fees.csv"), "utf8")
    const lines = grid.rows.slice(-2).map(({ line }) => line)
    const done = answered(
      await bench().call("paste", {
        file: "fees.csv",
        revision: grid.revision,
        text: '1 200\t"a ""b""\nc"\tx\n1300\td\tx\nmany\te\tx\n',
        lines,
        columns: ["value", "unit"],
        selected: { rows: 1, columns: 1 },
        isOpenEnded: true,
      }),
    )
    assert.deepStrictEqual(done.rewritten, [{ before: "1 200", after: "1200" }])
    assert.deepStrictEqual([done.addedRows, done.leftOut, done.refusedCount], [1, 3, 1])
    const { rows } = await table("fees.csv")
    assert.deepStrictEqual(
      rows.slice(-3).map(({ texts }) => texts.slice(1, 3)),
      [
        ["1200", 'a "b"\nc'],
        ["1300", "d"],
        ["many", "e"],
      ],
    )
    answered(await bench().call("undo", {}))
    assert.strictEqual(readFileSync(join(bench().folder, "fees.csv"), "utf8"), before)
  })

  it("typesets French as it is typed and pasted, and leaves other languages alone", async () => {
    const file = "messages/words.csv"
    const cellsOf = async (): Promise<ReadonlyArray<string>> =>
      (await table(file)).rows[0]?.texts.slice(1, 3) ?? []
    const grid = await table(file)
    const line = grid.rows[0]?.line ?? assert.fail("no row")
    const done = answered(
      await bench().call("typeCell", {
        file,
        revision: grid.revision,
        line,
        column: "fr",
        asked: { text: 'l\'un : "là"' },
      }),
    )
    assert.deepStrictEqual(done.rewritten, {
      before: 'l\'un : "là"',
      after: "l’un\u00a0: «\u00a0là\u00a0»",
    })
    const pasted = answered(
      await bench().call("paste", {
        file,
        revision: done.revision,
        text: "Où ?\tWhere is it : 'there'?",
        lines: [line],
        columns: ["fr", "en"],
        selected: { rows: 1, columns: 1 },
        isOpenEnded: false,
      }),
    )
    assert.deepStrictEqual(pasted.rewritten, [{ before: "Où ?", after: "Où\u202f?" }])
    assert.deepStrictEqual(await cellsOf(), ["Où\u202f?", "Where is it : 'there'?"])
    answered(await bench().call("undo", {}))
    answered(await bench().call("undo", {}))
    assert.deepStrictEqual(await cellsOf(), grid.rows[0]?.texts.slice(1, 3))
  })

  it("multiplies amounts, by a factor or by what is added, once it is asked to", async () => {
    const grid = await table()
    const [row] = grid.rows.filter(({ texts }) => texts[5] !== "0")
    if (row === undefined) return assert.fail("no row")
    const asked = {
      file: tariffs,
      revision: grid.revision,
      lines: [row.line],
      columns: ["per_person"],
      by: "100 %",
      byUnit: "percent",
      round: null,
      write: false,
    } as const
    const shown = answered(await bench().call("multiply", asked))
    const factor = answered(await bench().call("multiply", { ...asked, by: "2", byUnit: "factor" }))
    assert.deepStrictEqual(shown.cells, factor.cells)
    assert.strictEqual(Number(shown.cells[0]?.after), 2 * Number(row.texts[5]))
    assert.isNull(shown.revision)
    assert.deepStrictEqual((await table()).rows, grid.rows)
    const wrong = await bench().call("multiply", { ...asked, by: "-100" })
    assert.strictEqual(wrong._tag === "Refused" ? wrong.refusal.code : "", "NoFactor")
    const written = answered(await bench().call("multiply", { ...asked, write: true }))
    const { revision, undo } = answered(await bench().call("session", {}))
    assert.deepStrictEqual([written.revision, undo?.action], [revision, "multiply"])
    answered(await bench().call("undo", {}))
  })

  it("adds to amounts and sets them, with the decimals that the figure needs", async () => {
    const grid = await table()
    const [row] = grid.rows.filter(({ texts }) => texts[5] === "10.20")
    if (row === undefined) return assert.fail("no row")
    const afterOf = async (by: string, byUnit: "add" | "set") => {
      const done = await bench().call("multiply", {
        file: tariffs,
        revision: grid.revision,
        lines: [row.line],
        columns: ["per_person"],
        by,
        byUnit,
        round: null,
        write: false,
      })
      return done._tag === "Refused" ? done.refusal.code : done.output.cells[0]?.after
    }
    assert.strictEqual(await afterOf("0,5", "add"), "10.70")
    assert.strictEqual(await afterOf("-0.125", "add"), "10.075")
    assert.strictEqual(await afterOf("12", "set"), "12.00")
    assert.strictEqual(await afterOf("dear", "set"), "NoFactor")
  })

  it("splits bands as one step, says first what would be found, and merges them back", async () => {
    const grid = await table()
    const before = readFileSync(join(bench().folder, tariffs), "utf8")
    const lines = grid.rows.flatMap(({ line, texts }) =>
      texts[0] === "br_escapade_1" ? [line] : [],
    )
    const asked = {
      file: tariffs,
      revision: grid.revision,
      column: "age",
      at: "60",
      lines,
      upper: null,
      step: "show",
    } as const
    const shown = answered(await bench().call("splitBands", asked))
    assert.deepStrictEqual([shown.count, shown.found, shown.revision], [9, null, null])
    const tried = answered(await bench().call("splitBands", { ...asked, step: "try" }))
    assert.deepStrictEqual(tried.found, [])
    const cheaper = { by: "0.5", byUnit: "factor", round: null } as const
    const worse = answered(
      await bench().call("splitBands", { ...asked, step: "try", upper: cheaper }),
    )
    assert.isAbove(worse.found?.length ?? 0, 0, "an older traveller pays less")
    const wrong = await bench().call("splitBands", { ...asked, at: "65" })
    assert.strictEqual(wrong._tag === "Refused" ? wrong.refusal.code : "", "BandsStay")
    const none = await bench().call("splitBands", { ...asked, at: "sixty" })
    assert.strictEqual(none._tag === "Refused" ? none.refusal.code : "", "NoCut")
    const upper = { by: "5", byUnit: "percent", round: null } as const
    const done = answered(await bench().call("splitBands", { ...asked, step: "write", upper }))
    const [first] = done.cells
    const now = await table()
    assert.strictEqual(now.rows.length, grid.rows.length + 9)
    const raised = now.rows.find(({ line }) => line === first?.line)
    assert.strictEqual(raised?.texts[3], "[60..64]")
    answered(await bench().call("undo", {}))
    assert.strictEqual(readFileSync(join(bench().folder, tariffs), "utf8"), before)
    const { revision } = await table()
    answered(await bench().call("splitBands", { ...asked, revision, step: "write" }))
    const cut = await table()
    const all = cut.rows.flatMap(({ line, texts }) => (texts[0] === "br_escapade_1" ? [line] : []))
    const merge = { file: tariffs, revision: cut.revision, column: "age", lines: all }
    const merged = answered(await bench().call("mergeBands", merge))
    assert.deepStrictEqual([merged.before, merged.after], [18, 9])
    assert.strictEqual(readFileSync(join(bench().folder, tariffs), "utf8"), before)
  })

  it("replaces what is found in several tables as one step, but for cells that are left out", async () => {
    const asked = {
      file: null,
      revision: (await table()).revision,
      find: "insurer premium",
      by: "premium of the insurer",
      isWhole: false,
      isExact: false,
      except: [],
      write: false,
    } as const
    const before = readFileSync(join(bench().folder, "fees.csv"), "utf8")
    const shown = answered(await bench().call("replaceCells", asked))
    const own = shown.cells.filter(({ file }) => file === "fees.csv")
    assert.deepStrictEqual([own.length, shown.revision], [3, null])
    assert.strictEqual(shown.count + shown.leftOut, shown.cells.length)
    const [first] = own
    if (first === undefined) return assert.fail("nothing found")
    const except = [{ file: first.file, line: first.line, column: first.column }]
    const done = answered(await bench().call("replaceCells", { ...asked, except, write: true }))
    assert.strictEqual(done.count, shown.count - 1)
    const after = readFileSync(join(bench().folder, "fees.csv"), "utf8")
    assert.strictEqual(after.split("basis points of the premium of the insurer").length, 3)
    assert.include(after, before.split("\n")[first.line - 1] ?? "")
    const { undo } = answered(await bench().call("session", {}))
    assert.deepStrictEqual([undo?.action, undo?.count], ["replace", done.count])
    answered(await bench().call("undo", {}))
    assert.strictEqual(readFileSync(join(bench().folder, "fees.csv"), "utf8"), before)
  })

  it(
    "counts in how many own cases and situations each row counts",
    { timeout: 180_000 },
    async () => {
      const { rows } = await table("sandbox/surcharges.csv")
      const hits = answered(await bench().call("rowHits", { file: "sandbox/surcharges.csv" }))
      const lines = new Set(rows.map(({ line }) => line))
      assert.isAbove(hits.rows.length, 0)
      for (const { cases, corpus, line } of hits.rows) {
        assert.isTrue(lines.has(line))
        assert.isAbove(cases + corpus, 0)
      }
    },
  )

  it("copies a card with its covers as one step, and takes it back as one", async () => {
    const grid = await table("coach/cards.csv")
    const at = grid.columns.findIndex(({ name }) => name === "benefit_product")
    const [row] = grid.rows.filter(({ texts }) => texts[at] === "Visa Premier")
    if (row === undefined) return assert.fail("no such card")
    const covers = (await table("coach/benefits.csv")).rows.length
    const asked = {
      file: grid.file,
      revision: grid.revision,
      line: row.line,
      to: "Visa Premier Plus",
      write: false,
    } as const
    const told = answered(await bench().call("copyThing", asked))
    assert.isNull(told.revision)
    assert.deepStrictEqual((await table(grid.file)).rows, grid.rows)
    const taken = await bench().call("copyThing", { ...asked, to: "Visa Classic" })
    assert.strictEqual(taken._tag === "Refused" ? taken.refusal.code : "", "NotCopied")
    const done = answered(await bench().call("copyThing", { ...asked, write: true }))
    assert.strictEqual(done.rows, told.rows)
    const after = await table(grid.file)
    const copy = after.rows.find(({ line }) => line === done.newLine)
    assert.strictEqual(copy?.texts[at], "Visa Premier Plus")
    assert.strictEqual(after.rows.length, grid.rows.length + 1)
    assert.isAbove((await table("coach/benefits.csv")).rows.length, covers)
    answered(await bench().call("undo", {}))
    assert.strictEqual((await table("coach/benefits.csv")).rows.length, covers)
    assert.strictEqual((await table(grid.file)).rows.length, grid.rows.length)
  })
})
