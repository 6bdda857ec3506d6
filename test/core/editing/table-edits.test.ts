import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import {
  applyEdits,
  type EditableTable,
  fieldEdit,
  prepareEdits,
  rowRemoval,
  rowSwap,
} from "../../../core/editing/table-edits.ts"
import { csvText, readCsv } from "../../../core/table/csv.ts"

/** Cells with all that has to be quoted in CSV, quotes at their end and doubled ones among them. */
const cell = fc.oneof(
  fc.constantFrom("", '"', '""', ',"', '",', "a\nb", '"a"', "a,b", "é"),
  fc.stringMatching(/^[ab",\n ]{0,6}$/),
)

const tables = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
      minLength: 2,
      maxLength: 5,
    }),
  )
  // A line without anything is no record.
  .map((rows) => rows.map((row) => (row.join("") === "" ? row.with(0, "x") : row)))

const written = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  `${rows.map((row) => row.map(csvText).join(",")).join("\n")}\n`

const read = (source: string) =>
  Result.getOrThrow(readCsv(source)).map(({ fields, line }) => ({
    line,
    texts: fields.map(({ text }) => text),
  }))

const textsOf = (source: string) => read(source).map(({ texts }) => texts)

const lineOf = (table: EditableTable, row: number): number => [...table.recordAt.keys()][row] ?? 0

describe("edits of a text", () => {
  it("write one field, whatever is quoted in it and around it", () => {
    fc.assert(
      fc.property(tables, fc.nat(), fc.nat(), cell, (rows, some, other, text) => {
        const [row, column] = [some % rows.length, other % (rows[0]?.length ?? 1)]
        const table = prepareEdits(written(rows))
        const place = table.recordAt.get(lineOf(table, row))?.fields[column]
        assert.isDefined(place)
        const due = rows.map((each, at) => (at === row ? each.with(column, text) : each))
        if (due[row]?.join("") === "") return
        const edit = fieldEdit(table, place, text)
        assert.deepStrictEqual(textsOf(applyEdits(table.source, [edit])), due)
      }),
    )
  })

  it("exchange two rows", () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const table = prepareEdits(written(rows))
        const edits = rowSwap(table, lineOf(table, 0), lineOf(table, rows.length - 1))
        const due = [rows.at(-1), ...rows.slice(1, -1), rows[0]]
        assert.deepStrictEqual(textsOf(applyEdits(table.source, edits)), due)
      }),
    )
  })

  it("take a row out, and leave all others on their lines", () => {
    fc.assert(
      fc.property(tables, fc.nat(), (rows, some) => {
        const row = some % rows.length
        const table = prepareEdits(written(rows))
        const edits = rowRemoval(table, lineOf(table, row))
        const due = read(table.source).filter((_, at) => at !== row)
        assert.deepStrictEqual(read(applyEdits(table.source, edits)), due)
      }),
    )
  })

  it("of a row that is not there are none", () => {
    const table = prepareEdits("a\n1\n")
    assert.deepStrictEqual([rowRemoval(table, 9), rowSwap(table, 1, 9)], [[], []])
  })
})
