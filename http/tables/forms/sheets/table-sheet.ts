import * as Result from "effect/Result"
import { createHash } from "node:crypto"
import { layoutOf, type Piece } from "../../../../core/table/layout.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import type { AnyColumn } from "../../../../core/table/tidy.ts"
import type { CellLook, DropDown, WrittenCell, WrittenSheet } from "../write-workbook.ts"
import { typedCell } from "./typed-cell.ts"
import type { WordLists } from "./word-lists.ts"

/** Empty rows below a table that take new ones. */
const spareRows = 100

const widest = 60

const comment: CellLook = { aside: true, editable: true, format: "@" }

/** The columns under the names of a header; a name that no column has is text. */
const columnsUnder = (
  definition: AnyDefinition,
  header: Piece | undefined,
): ReadonlyArray<readonly [name: string, column: AnyColumn | undefined]> => {
  const columns = columnsOf(definition)
  return (header?.texts ?? Object.keys(columns)).map((name) => [name, columns[name]])
}

/** Whether a column takes single words only, so that a drop-down may refuse all others. */
const isStrict = (column: AnyColumn): boolean =>
  "parse" in column && !column.kind.startsWith("list of")

const dropDowns = (
  definition: AnyDefinition,
  columns: ReturnType<typeof columnsUnder>,
  rows: readonly [number, number],
  lists: WordLists,
): ReadonlyArray<DropDown> =>
  columns.flatMap(([name, column], at) => {
    const from = column === undefined ? undefined : lists.fromColumn(definition.file, name, column)
    if (column === undefined || from === undefined) return []
    const message = `${name}: ${column.about}`
    return [{ column: at, rows, from, strict: isStrict(column), message }]
  })

const widthsOf = (pieces: ReadonlyArray<Piece>, columns: number): ReadonlyArray<number> =>
  Array.from({ length: columns }, (_, at) => {
    const texts = pieces.flatMap(({ kind, texts }) => (kind === "comment" ? [] : [texts[at] ?? ""]))
    return Math.min(widest, Math.max(8, ...texts.slice(0, 500).map((text) => text.length + 2)))
  })

const cell = (column: AnyColumn | undefined, text: string): WrittenCell =>
  column === undefined
    ? { value: text, look: { editable: true, format: "@" } }
    : typedCell(column, text)

/**
 * A table as a sheet: a row for each line of its text, comments in their places, typed cells, its
 * header frozen and protected with notes on what columns mean. Undefined where the text is no CSV.
 */
export const tableSheet = (
  definition: AnyDefinition,
  source: string,
  lists: WordLists,
): WrittenSheet | undefined => {
  const layout = layoutOf(source, Object.keys(columnsOf(definition)).length)
  if (Result.isFailure(layout)) return undefined
  const pieces = layout.success
  const head = pieces.findIndex(({ kind }) => kind === "header")
  const columns = columnsUnder(definition, pieces[head])
  const headCell = ([name, column]: (typeof columns)[number]): WrittenCell => ({
    value: name,
    look: { bold: true, format: "@" },
    ...(column === undefined ? {} : { note: columnHelp(column) }),
  })
  const rowOf = ({ kind, texts }: Piece): ReadonlyArray<WrittenCell> => {
    if (kind === "header") return columns.map(headCell)
    if (kind === "comment") return [{ value: texts[0] ?? "", look: comment }]
    return columns.map(([, column], at) => cell(column, texts[at] ?? ""))
  }
  const spare = Array.from({ length: spareRows }, () =>
    columns.map(([, column]) => cell(column, "")),
  )
  const last = pieces.length + spareRows - 1
  return {
    name: sheetName(definition.file),
    rows: [...pieces.map(rowOf), ...spare],
    widths: widthsOf(pieces, columns.length),
    frozenRows: head + 1,
    isProtected: true,
    dropDowns: dropDowns(definition, columns, [head + 1, last], lists),
  }
}

const testsOf = {
  words: "Empty is anything; a word, several joined by |, or not(…) around them.",
  number: "Empty is anything; a number, <10, <=10, >5, >=5, [10..20] or [10..20), joined by |.",
  boolean: "Empty is anything; true or false.",
} as const

const isInput = (
  column: AnyColumn,
): column is Extract<AnyColumn, { readonly kind: keyof typeof testsOf }> => !("parse" in column)

/** What the note at the head of a column says: what it means, what it takes, in which unit. */
const columnHelp = (column: AnyColumn): string => {
  const takes = isInput(column) ? testsOf[column.kind] : `Takes: ${column.kind}.`
  const unit = column.unit === undefined ? [] : [`Unit: ${column.unit}.`]
  return [column.about, takes, ...unit].join("\n")
}

/** The longest name that a sheet may have. */
const lengthMax = 31

const shortHash = (file: string): string =>
  createHash("sha256").update(file).digest("hex").slice(0, 6)

/**
 * The name of the sheet of a table: the same for the same table, and no two alike.
 *
 * ```ts
 * import { sheetName } from "../http/tables/forms/sheets/table-sheet.ts"
 *
 * sheetName("sandbox/tariffs.csv") // => "sandbox.tariffs"
 * sheetName(`coach/${"long_".repeat(8)}name.csv`) // => "coach.long_long_long_lon~8c16a6"
 * ```
 */
export const sheetName = (file: string): string => {
  const name = file.replace(/\.csv$/, "").replaceAll("/", ".")
  if (name.length <= lengthMax) return name
  const hash = shortHash(file)
  return `${name.slice(0, lengthMax - hash.length - 1)}~${hash}`
}
