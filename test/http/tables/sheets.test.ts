import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type AnyDefinition, columnsOf } from "../../../core/table/load.ts"
import { daysInclusive } from "../../../core/vocabulary/day.ts"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import {
  type ReadCell,
  type ReadSheet,
  readWorkbook,
} from "../../../http/tables/forms/read-workbook.ts"
import { exportTables } from "../../../http/tables/forms/sheets/export-tables.ts"
import {
  cellMistake,
  importTables,
  mergeSheet,
  readTableSheet,
} from "../../../http/tables/forms/sheets/import-tables.ts"
import { sheetName } from "../../../http/tables/forms/sheets/table-sheet.ts"
import { definitions, loadTables, tableFiles } from "../../../rules/tables/index.ts"

const all: ReadonlyArray<AnyDefinition> = Object.values(definitions)

const sources = new Map(
  tableFiles.map((file) => [file, readFileSync(join(shippedTablesFolder, file), "utf8")]),
)

const exported = (files: ReadonlyArray<string> = tableFiles) =>
  Effect.runPromise(exportTables(sources, files).pipe(Effect.flatMap(readWorkbook)))

const everySheet = await exported()

const tariffs = "sandbox/tariffs.csv"
const tariffLines = (sources.get(tariffs) ?? "").split("\n")

/** The place of the first tariff in its sheet, from 0; comments stand above it. */
const firstRow = tariffLines.findIndex((line, at) => at > 0 && !line.startsWith("#"))

type Rows = ReadonlyArray<ReadonlyArray<ReadCell>>

/** The workbook after the rows of one sheet were edited. */
const edited = (
  change: (rows: Rows) => Rows,
  file = tariffs,
  sheets: ReadonlyArray<ReadSheet> = everySheet,
): ReadonlyArray<ReadSheet> =>
  sheets.map((sheet) =>
    sheet.name === sheetName(file) ? { ...sheet, rows: change(sheet.rows) } : sheet,
  )

const withCell = (row: number, column: number, cell: ReadCell) => (rows: Rows) =>
  rows.map((cells, at) => (at === row ? cells.with(column, cell) : cells))

const textAfter = (sheets: ReadonlyArray<ReadSheet>, file = tariffs): string | undefined => {
  const { changed, faults } = importTables(sheets, sources)
  expect(faults).toEqual([])
  expect(changed.map(({ definition }) => definition.file)).toEqual([file])
  return changed[0]?.text
}

const faultsAfter = (sheets: ReadonlyArray<ReadSheet>) => importTables(sheets, sources).faults

describe("an exported workbook", () => {
  it("has a sheet for every table, under names that spreadsheets take and no two alike", () => {
    const names = tableFiles.map(sheetName)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(tableFiles.length)
    for (const name of names) expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/)
    expect(everySheet.filter(({ hidden }) => !hidden).map(({ name }) => name)).toEqual(names)
  })

  it("imports to no change at all", () => {
    const { changed, faults, notes, untouched } = importTables(everySheet, sources)
    expect({ changed, faults, notes }).toEqual({ changed: [], faults: [], notes: [] })
    expect(untouched).toEqual([...tableFiles])
  })

  it.each(all.map((definition) => [definition.file, definition] as const))(
    "brings %s back byte by byte, row by row",
    (file, definition) => {
      const sheet = everySheet.find(({ name }) => name === sheetName(file))
      expect(sheet).toBeDefined()
      if (sheet === undefined) return
      const rows = Result.getOrThrow(readTableSheet(definition, sheet))
      expect(mergeSheet(definition, sources.get(file) ?? "", rows).text).toBe(sources.get(file))
    },
  )
})

describe("edits in a spreadsheet", () => {
  it("change their own row alone, with the decimals of the column", () => {
    const lines = tariffLines.with(
      firstRow,
      (tariffLines[firstRow] ?? "").replace(/[^,]+,[^,]+$/, (end) => `6.50,${end.split(",")[1]}`),
    )
    expect(textAfter(edited(withCell(firstRow, 3, 6.5)))).toBe(lines.join("\n"))
    expect(textAfter(edited(withCell(firstRow, 3, "6,5")))).toBe(lines.join("\n"))
    expect(textAfter(edited(withCell(firstRow, 3, 6.500_000_000_000_001)))).toBe(lines.join("\n"))
  })

  it("take rows away and add rows where they stand", () => {
    const without = tariffLines.toSpliced(firstRow + 2, 1)
    expect(textAfter(edited((rows) => rows.toSpliced(firstRow + 2, 1)))).toBe(without.join("\n"))
    const cleared = edited((rows) => rows.with(firstRow + 2, [null, null, null, null, null]))
    expect(textAfter(cleared)).toBe(without.join("\n"))
    const row = ["leisure_essential", "world", "[400..500]", 7, 0.1]
    const added = tariffLines.toSpliced(
      firstRow + 1,
      0,
      "leisure_essential,world,[400..500],7.00,0.10",
    )
    expect(textAfter(edited((rows) => rows.toSpliced(firstRow + 1, 0, row)))).toBe(added.join("\n"))
  })

  it("keep each line as it was where rows are sorted", () => {
    const sorted = textAfter(
      edited((rows) => [...rows.slice(0, firstRow), ...rows.slice(firstRow).toReversed()]),
    )
    expect(sorted?.split("\n").toSorted()).toEqual(tariffLines.toSorted())
    expect(sorted).not.toBe(sources.get(tariffs))
  })

  it("change comments, and add them", () => {
    const lines = tariffLines.toSpliced(1, 1, "# One line,", '# and "another"')
    const change = (rows: Rows) => rows.with(1, ['# One line,\n# and "another"'])
    expect(textAfter(edited(change))).toBe(lines.join("\n"))
  })

  it("read back what a spreadsheet made of a cell", () => {
    const file = "coach/bin_lists.csv"
    const rows = everySheet.find(({ name }) => name === sheetName(file))?.rows ?? []
    const row = rows.findIndex((cells) => cells.includes("2016-02"))
    const [month, proof] = [rows[0]?.indexOf("as_of") ?? 0, rows[0]?.indexOf("proof") ?? 0]
    const made = (rows_: Rows) =>
      withCell(row, proof, "FAUX")(withCell(row, month, "2016-02-01")(rows_))
    const note = rows[0]?.indexOf("licence") ?? 0
    const text = textAfter(
      edited((some) => withCell(row, note, "MIT")(made(some)), file),
      file,
    )
    const line = (sources.get(file) ?? "").split("\n")[row] ?? ""
    expect(text?.split("\n")[row]).toBe(line.replace(String(rows[row]?.[note]), "MIT"))
  })
})

describe("days of a sheet that lost their format", () => {
  it.each([
    ["from1900", "1899-12-30"],
    ["from1904", "1904-01-01"],
  ] as const)("are read by the year that the workbook counts %s", (days, zero) => {
    let seen = 0
    const sheets = everySheet.map((sheet): ReadSheet => {
      const definition = all.find(({ file }) => sheetName(file) === sheet.name)
      const columns = definition === undefined ? [] : Object.entries(columnsOf(definition))
      const isDay = (name: unknown) =>
        columns.some(([column, { kind }]) => column === name && kind.startsWith("day "))
      const header = sheet.rows.find(([first]) => String(first ?? "#").startsWith("#") === false)
      const rows = sheet.rows.map((cells) =>
        cells.map((cell, at) => {
          if (!isDay(header?.[at]) || !/^20\d\d-\d\d-\d\d$/.test(String(cell))) return cell
          seen += 1
          return daysInclusive(zero, String(cell)) - 1
        }),
      )
      return { ...sheet, rows, days }
    })
    expect(seen).toBeGreaterThan(100)
    expect(importTables(sheets, sources)).toMatchObject({ changed: [], faults: [] })
  })
})

describe("a workbook that cannot be taken", () => {
  it("names sheet and cell of errors, formulas without result and cells beside the table", () => {
    const place = `sandbox.tariffs!D${firstRow + 1}`
    expect(faultsAfter(edited(withCell(firstRow, 3, { fault: "the error #REF!" })))).toEqual([
      `${place} holds the error #REF!`,
    ])
    const beside = edited((rows) => rows.with(firstRow, [...(rows[firstRow] ?? []), null, "note"]))
    expect(faultsAfter(beside)).toEqual([`sandbox.tariffs!G${firstRow + 1} stands under no column`])
  })

  it("names sheet and cell of what the table refuses, and says how to write it", () => {
    const { changed } = importTables(edited(withCell(firstRow, 2, "eight")), sources)
    const [table] = changed
    if (table === undefined) throw new Error("nothing changed")
    const loaded = loadTables(new Map([...sources, [tariffs, table.text]]))
    const errors = Result.isFailure(loaded) ? loaded.failure : []
    expect(errors.map((error) => cellMistake(table, error))).toEqual([
      `sandbox.tariffs!C${firstRow + 1} days: "eight" should be a number, <n, <=n, >n, >=n or a range such as [10..20)`,
    ])
  })

  it("has a header that is not the table's", () => {
    expect(faultsAfter(edited(withCell(0, 3, "per_persn")))).toEqual([
      "sandbox.tariffs has no column per_person in its header, row 1",
      'sandbox.tariffs!D1 is no column of the table: "per_persn"; did you mean per_person?',
    ])
  })

  it("was edited while the table was edited, too; an unedited sheet does not mind", () => {
    const later = new Map([...sources, [tariffs, `${sources.get(tariffs)}# later\n`]])
    expect(importTables(everySheet, later)).toMatchObject({ changed: [], faults: [] })
    expect(importTables(edited(withCell(firstRow, 3, 6.5)), later).faults).toEqual([
      "sandbox.tariffs was edited, and so was sandbox/tariffs.csv since the export; export it again, and make the edits there",
    ])
  })

  it("is taken where a sheet of it is called otherwise, also by the name of another one", () => {
    const names: Readonly<Record<string, string>> = {
      "sandbox.tariffs": "Grille d'été",
      fees: "sandbox.offers",
      "sandbox.offers": "fees",
    }
    const called = (sheets: ReadonlyArray<ReadSheet>) =>
      sheets.map((sheet) => ({ ...sheet, name: names[sheet.name] ?? sheet.name }))
    const imported = importTables(called(edited(withCell(firstRow, 3, 6.5))), sources)
    expect(imported.faults).toEqual([])
    expect(imported.changed.map(({ definition }) => definition.file)).toEqual([tariffs])
    expect(imported.notes.toSorted()).toEqual([
      "sheet fees is called sandbox.offers now; it is fees.csv",
      "sheet sandbox.offers is called fees now; it is sandbox/offers.csv",
      "sheet sandbox.tariffs is called Grille d'été now; it is sandbox/tariffs.csv",
    ])
  })

  it("takes no sheet for one that is gone whose name it was given", () => {
    const sheets = everySheet
      .filter(({ name }) => name !== "fees")
      .map((sheet) => (sheet.name === "sandbox.offers" ? { ...sheet, name: "fees" } : sheet))
    const { changed, faults, notes } = importTables(sheets, sources)
    expect({ changed, faults }).toEqual({ changed: [], faults: [] })
    expect(notes).toEqual([
      "sheet sandbox.offers is called fees now; it is sandbox/offers.csv",
      "sheet fees is gone; fees.csv stays as it is",
    ])
  })

  it("holds no record of an export; a sheet that is gone or added is told", () => {
    const foreign = everySheet.filter(({ name }) => name !== "_viatica")
    expect(faultsAfter(foreign)).toEqual([
      "The workbook holds no record of an export; import takes what tables export wrote",
    ])
    const others = everySheet.map((sheet) =>
      sheet.name === "fees" ? { ...sheet, name: "Sheet1", names: [] } : sheet,
    )
    expect(importTables(others, sources).notes).toEqual([
      "sheet fees is gone; fees.csv stays as it is",
      "sheet Sheet1 is no table that was exported; it is left aside",
    ])
  })
})
