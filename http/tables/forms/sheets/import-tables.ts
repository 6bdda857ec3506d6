import * as Result from "effect/Result"
import { serialDay } from "../../../../core/spreadsheet-repairs/serial-day.ts"
import { mistakeSentence, type TableError } from "../../../../core/table/error.ts"
import { layoutOf, type Piece } from "../../../../core/table/layout.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import { nearest } from "../../../../core/table/nearest.ts"
import { type AnyColumn, lineText } from "../../../../core/table/tidy.ts"
import { cellName } from "../cell-name.ts"
import { describeSheetKind, type ReadCell, type ReadSheet } from "../read-workbook.ts"
import {
  type ExportedTable,
  isMark,
  type RecordedTable,
  readRecord,
  recordSheet,
} from "./export-tables.ts"
import {
  hashOf,
  inDeclaredOrder,
  listsSheet,
  rowSignature,
  type SoundCell,
  tableSignature,
} from "./table-sheet.ts"
import { cellText, usualDecimals } from "./typed-cell.ts"
import { definitionsByFile } from "../../../../rules/tables/table-named.ts"

/** A table that a workbook changes: its text, and from which cells it comes. */
interface ImportedTable extends MergedText {
  readonly definition: AnyDefinition
  readonly rows: TableRows
}

/** What a workbook says of tables. */
export interface Imported {
  readonly changed: ReadonlyArray<ImportedTable>
  /** Tables whose sheets nobody has edited. */
  readonly untouched: ReadonlyArray<string>
  /** Why the workbook cannot be taken. */
  readonly faults: ReadonlyArray<SheetFault>
  /** What was left aside, in words. */
  readonly notes: ReadonlyArray<string>
}

/** What becomes of one sheet. */
type SheetOutcome =
  | { readonly _tag: "Changed"; readonly table: ImportedTable }
  | { readonly _tag: "Untouched" }
  | { readonly _tag: "Faults"; readonly faults: ReadonlyArray<SheetFault> }

const faulty = (...faults: ReadonlyArray<SheetFault>): SheetOutcome => ({ _tag: "Faults", faults })

const saysTheSame = (definition: AnyDefinition, source: string, signature: string): boolean => {
  const layout = layoutOf(source, Object.keys(columnsOf(definition)).length)
  return Result.isSuccess(layout) && tableSignature(definition, layout.success) === signature
}

const importOne = (
  { cellsHash, file, textHash }: ExportedTable,
  sheet: ReadSheet,
  sources: ReadonlyMap<string, string>,
): SheetOutcome => {
  const definition = definitionsByFile(sources).get(file)
  const source = sources.get(file)
  if (definition === undefined || source === undefined) {
    return faulty(`${sheet.name} is the table ${file}, which is not there`)
  }
  const other = describeSheetKind(sheet.kind)
  if (other !== undefined) return faulty(`sheet ${sheet.name} ${other}`)
  const rows = readTableSheet(definition, sheet)
  if (Result.isFailure(rows)) return faulty(...rows.failure)
  const signature = sheetSignature(definition, rows.success)
  if (signature === cellsHash || saysTheSame(definition, source, signature)) {
    return { _tag: "Untouched" }
  }
  if (hashOf(source) !== textHash) {
    return faulty(
      `${sheet.name} was edited, and so was ${file} since the export; export it again, and make the edits there`,
    )
  }
  const merged = mergeSheet(definition, source, rows.success)
  return { _tag: "Changed", table: { ...merged, definition, rows: rows.success } }
}

/** The sheet that a table was exported to: the one that its mark leads to, or else the one of its name without a mark. */
const sheetOf = (
  { mark, sheet }: RecordedTable,
  sheets: ReadonlyArray<ReadSheet>,
): ReadSheet | undefined =>
  sheets.find(({ names }) => names.includes(mark)) ??
  sheets.find(({ name, names }) => name === sheet && !names.some(isMark))

const notWritten =
  "The workbook holds no record of an export; import takes what tables export wrote"

/** Reads tables back from the sheets of a workbook that was exported from them. */
export const importTables = (
  sheets: ReadonlyArray<ReadSheet>,
  sources: ReadonlyMap<string, string>,
): Imported => {
  const record = readRecord(sheets)
  if (record === undefined) {
    return { changed: [], untouched: [], faults: [notWritten], notes: [] }
  }
  const found = record.flatMap((exported) => {
    const sheet = sheetOf(exported, sheets)
    return sheet === undefined ? [] : [{ exported, sheet }]
  })
  const taken = new Set(found.map(({ sheet }) => sheet))
  const ours = new Set([recordSheet, listsSheet])
  const others = sheets.filter((sheet) => !taken.has(sheet) && !ours.has(sheet.name))
  const gone = record.filter((each) => !found.some(({ exported }) => exported === each))
  const renamed = found.filter(({ exported, sheet }) => exported.sheet !== sheet.name)
  const outcomes = found.map(({ exported, sheet }) => ({
    exported,
    outcome: importOne(exported, sheet, sources),
  }))
  return {
    changed: outcomes.flatMap(({ outcome }) => (outcome._tag === "Changed" ? [outcome.table] : [])),
    untouched: outcomes.flatMap(({ exported, outcome }) =>
      outcome._tag === "Untouched" ? [exported.file] : [],
    ),
    faults: outcomes.flatMap(({ outcome }) => (outcome._tag === "Faults" ? outcome.faults : [])),
    notes: [
      ...renamed.map(
        ({ exported: { file, sheet: was }, sheet: { name } }) =>
          `sheet ${was} is called ${name} now; it is ${file}`,
      ),
      ...gone.map(({ file, sheet }) => `sheet ${sheet} is gone; ${file} stays as it is`),
      ...others.map(({ kind, name }) => {
        const other = describeSheetKind(kind) ?? "is no table that was exported"
        return `sheet ${name} ${other}; it is left aside`
      }),
    ],
  }
}

/** A mistake in an imported table at the cell that it comes from. */
export const cellMistake = (
  { definition, rowOfLine, rows }: ImportedTable,
  error: TableError,
): SheetFault => {
  const row = rowOfLine.get(error.line)
  const column = Object.keys(columnsOf(definition)).indexOf(error.column)
  const place =
    row === undefined ? rows.sheet : `${rows.sheet}!${cellName(row, rows.places[column] ?? 0)}`
  return `${place} ${mistakeSentence(error)}`
}

/** A row of a sheet that is not empty: a comment, or the cells in the order of the declared columns. */
export type SheetRow = {
  /** From 0, as in the sheet. */
  readonly row: number
} & (
  | { readonly kind: "comment"; readonly text: string }
  | { readonly kind: "row"; readonly cells: ReadonlyArray<SoundCell> }
)

/** A sheet as a table: its rows, and where each declared column stands in it. */
interface TableRows {
  readonly sheet: string
  readonly places: ReadonlyArray<number>
  readonly rows: ReadonlyArray<SheetRow>
}

/** A cell or a sheet that cannot be read, in words: `sandbox.tariffs!C14 holds the error #REF!`. */
type SheetFault = string

const isEmpty = (cell: ReadCell | undefined): boolean =>
  cell === null || cell === undefined || cell === ""

const commentIn = (cells: ReadonlyArray<ReadCell>): string | undefined => {
  const [first, ...rest] = cells
  if (typeof first !== "string" || !first.startsWith("#")) return undefined
  return first.startsWith("# ") || rest.every(isEmpty) ? first : undefined
}

const placesOf = (
  sheet: string,
  row: number,
  header: ReadonlyArray<ReadCell>,
  columns: ReadonlyArray<string>,
): Result.Result<ReadonlyArray<number>, ReadonlyArray<SheetFault>> => {
  const names = header.map((cell) => (typeof cell === "string" ? cell.trim() : cell))
  const missing = columns.filter((column) => !names.includes(column))
  const faults = [
    ...missing.map((column) => `${sheet} has no column ${column} in its header, row ${row + 1}`),
    ...names.flatMap((name, at) => {
      if (isEmpty(name) || columns.includes(String(name))) return []
      const close = nearest(String(name), missing)
      const hint = close === undefined ? "" : `; did you mean ${close}?`
      return `${sheet}!${cellName(row, at)} is no column of the table: ${JSON.stringify(name)}${hint}`
    }),
  ]
  return faults.length > 0
    ? Result.fail(faults)
    : Result.succeed(columns.map((column) => names.indexOf(column)))
}

/** Reads a sheet as the rows of a table, or says of each cell that cannot be read where it is. */
export const readTableSheet = (
  definition: AnyDefinition,
  { days, name: sheet, rows }: ReadSheet,
): Result.Result<TableRows, ReadonlyArray<SheetFault>> => {
  const declared = Object.values(columnsOf(definition))
  const columns = Object.keys(columnsOf(definition))
  const head = rows.findIndex((cells) => !cells.every(isEmpty) && commentIn(cells) === undefined)
  const read = placesOf(sheet, Math.max(head, 0), rows[head] ?? [], columns)
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const places = read.success
  const faults: Array<SheetFault> = []
  // A day that lost its format is a bare number.
  const withDay = (cell: SoundCell, { kind }: AnyColumn): SoundCell =>
    typeof cell === "number" && kind.startsWith("day ") ? (serialDay(cell, days) ?? cell) : cell
  const sound = (cell: ReadCell | undefined, row: number, at: number): SoundCell => {
    if (typeof cell !== "object" || cell === null) return cell ?? null
    faults.push(`${sheet}!${cellName(row, at)} holds ${cell.fault}`)
    return null
  }
  const cellsOf = (cells: ReadonlyArray<ReadCell>, row: number): ReadonlyArray<SoundCell> =>
    declared.map((column, index) => {
      const at = places[index] ?? -1
      return withDay(sound(cells[at], row, at), column)
    })
  const found = rows.flatMap((cells, row): ReadonlyArray<SheetRow> => {
    if (row === head || cells.every(isEmpty)) return []
    const text = commentIn(cells)
    if (text !== undefined) return [{ row, kind: "comment", text }]
    const beside = cells.findIndex((cell, at) => !isEmpty(cell) && !places.includes(at))
    if (beside >= 0) faults.push(`${sheet}!${cellName(row, beside)} stands under no column`)
    return [{ row, kind: "row", cells: cellsOf(cells, row) }]
  })
  return faults.length > 0 ? Result.fail(faults) : Result.succeed({ sheet, places, rows: found })
}

/** A table's text made from a sheet, and the row of the sheet, from 0, that each of its lines is from. */
interface MergedText {
  readonly text: string
  readonly rowOfLine: ReadonlyMap<number, number>
}

/** Pieces by what they say, those that say the same one behind the other. */
const makeQueues = (entries: ReadonlyArray<readonly [key: string, at: number]>) => {
  const queues = new Map<string, Array<number>>()
  for (const [key, at] of entries) queues.set(key, [...(queues.get(key) ?? []), at])
  return (key: string): number | undefined => queues.get(key)?.shift()
}

const keyOf = (definition: AnyDefinition, row: SheetRow): string =>
  row.kind === "comment" ? row.text : rowSignature(definition, row.cells)

/** What a sheet says as a hash that does not depend on how a spreadsheet writes its cells. */
const sheetSignature = (definition: AnyDefinition, { rows }: TableRows): string =>
  hashOf(rows.map((row) => keyOf(definition, row)).join("\n"))

const asComment = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => (line.startsWith("#") ? line : `# ${line}`))
    .join("\n")

/** The rows of a table as it lies on disk, prepared to be found again. */
const prepare = (definition: AnyDefinition, source: string) => {
  const columns = Object.entries(columnsOf(definition))
  const layout = layoutOf(source, columns.length)
  const pieces: ReadonlyArray<Piece> = Result.getOrElse(layout, () => [])
  const header = pieces.find(({ kind }) => kind === "header")
  const names = header?.texts ?? columns.map(([name]) => name)
  const cellsOf = ({ texts }: Piece): ReadonlyArray<string> =>
    inDeclaredOrder(definition, names, texts)
  const keys = pieces.flatMap((piece, at): ReadonlyArray<readonly [string, number]> => {
    if (piece.kind === "comment") return [[piece.texts[0] ?? "", at]]
    return piece.kind === "row" ? [[rowSignature(definition, cellsOf(piece)), at]] : []
  })
  const decimals = columns.map(([, column], at) =>
    usualDecimals(
      column,
      pieces.flatMap((piece) => (piece.kind === "row" ? [cellsOf(piece)[at] ?? ""] : [])),
    ),
  )
  return { columns, pieces, header, names, cellsOf, keys, decimals }
}

type Prepared = ReturnType<typeof prepare>

/** Some lines of a text, and the row of the sheet that they are from. */
interface Lines {
  readonly text: string
  readonly row?: number
}

/** A row that says something new, near the one that stood there before. */
const newLines = (
  { cellsOf, columns, decimals, names }: Prepared,
  row: SheetRow,
  near: Piece | undefined,
): string => {
  if (row.kind === "comment") return asComment(row.text)
  const before = near?.kind === "row" ? cellsOf(near) : undefined
  const cells = new Map(
    columns.map(([name, column], at) => [
      name,
      cellText(column, row.cells[at] ?? null, before?.[at], decimals[at] ?? 0),
    ]),
  )
  return lineText(names.map((name) => cells.get(name) ?? ""))
}

/** The blank lines behind a piece. */
const blanksBehind = ({ pieces }: Prepared, at: number): ReadonlyArray<Lines> => {
  const end = pieces.findIndex(({ kind }, index) => index > at && kind !== "blank")
  return pieces.slice(at + 1, end < 0 ? undefined : end).map(() => ({ text: "" }))
}

/** The lines of a sheet's rows, each as it was where it says the same, around the header. */
const mergedLines = (
  definition: AnyDefinition,
  prepared: Prepared,
  rows: ReadonlyArray<SheetRow>,
): ReadonlyArray<Lines> => {
  const { header, keys, names, pieces } = prepared
  const head = header === undefined ? -1 : pieces.indexOf(header)
  const take = makeQueues(keys)
  const matched = rows.map((row) => take(keyOf(definition, row)))
  const taken = new Set(matched)
  let last = head
  const lines = rows.map((row, index): ReadonlyArray<Lines> => {
    const at = matched[index]
    if (at !== undefined) {
      last = at
      return [{ text: pieces[at]?.raw ?? "", row: row.row }, ...blanksBehind(prepared, at)]
    }
    // Which row stood here before decides only how cells are written that say the same.
    const near = taken.has(last + 1) ? undefined : pieces[last + 1]
    if (near !== undefined) last += 1
    return [{ text: newLines(prepared, row, near), row: row.row }]
  })
  const above = matched.findIndex((at) => at === undefined || at > head)
  const first = above < 0 ? lines.length : above
  const headLines = [{ text: header?.raw ?? lineText(names) }, ...blanksBehind(prepared, head)]
  return [...lines.slice(0, first), headLines, ...lines.slice(first)].flat()
}

/**
 * A table's text with what a sheet says: lines that say the same stay as they were written, byte by
 * byte; others are written in the house's form, and cells in them that say the same as they were.
 */
export const mergeSheet = (
  definition: AnyDefinition,
  source: string,
  { rows }: TableRows,
): MergedText => {
  const lines = mergedLines(definition, prepare(definition, source), rows)
  const rowOfLine = new Map<number, number>()
  let line = 1
  for (const { row, text } of lines) {
    if (row !== undefined) rowOfLine.set(line, row)
    line += text.split("\n").length
  }
  const end = source.endsWith("\n") || source === "" ? "\n" : ""
  return { text: `${lines.map(({ text }) => text).join("\n")}${end}`, rowOfLine }
}
