import * as Result from "effect/Result"
import { csvText } from "../table/csv.ts"
import { layoutOf, type Piece } from "../table/layout.ts"
import { applyEdits, type Edit, fieldEdit, prepareEdits } from "./table-edits.ts"

/** A cell by the line of its row and the name of its column, with the text that it is to hold. */
export interface CellText {
  readonly line: number
  readonly column: string
  readonly text: string
}

/** One thing that is done to the rows of a table; lines are those of the text before it. */
export type TableOperation =
  | { readonly _tag: "Set"; readonly cells: ReadonlyArray<CellText> }
  /** Rows behind a line, that of the header for the first; columns that are left out are empty. */
  | {
      readonly _tag: "Insert"
      readonly afterLine: number
      readonly rows: ReadonlyArray<Readonly<Record<string, string>>>
    }
  /** Copies of rows, each right below its own. */
  | { readonly _tag: "Duplicate"; readonly lines: ReadonlyArray<number> }
  | { readonly _tag: "Delete"; readonly lines: ReadonlyArray<number> }
  /** Rows that go behind a line, in the order in which they stand. */
  | {
      readonly _tag: "Move"
      readonly lines: ReadonlyArray<number>
      readonly afterLine: number
    }

/** Why an operation cannot be done: no row begins on the line, or no column has the name. */
export type OperationProblem =
  | { readonly _tag: "NoRow"; readonly line: number }
  | { readonly _tag: "NoColumn"; readonly column: string }
  | { readonly _tag: "NoTable" }

/** A text cut into its parts, each of whole lines: header, rows, comments and empty lines. */
interface CutText {
  readonly source: string
  /** The names of the columns as the header has them. */
  readonly header: ReadonlyArray<string>
  readonly headerLine: number
  /** The lines on which rows begin. */
  readonly rows: ReadonlySet<number>
  readonly pieces: ReadonlyArray<Piece>
}

const fail = (problem: OperationProblem): Result.Result<never, OperationProblem> =>
  Result.fail(problem)

/** Cuts a text; columns are those that the table declares. */
const cutText = (source: string, columns: number): Result.Result<CutText, OperationProblem> => {
  const pieces = Result.getOrUndefined(layoutOf(source, columns))
  const header = pieces?.find(({ kind }) => kind === "header")
  if (pieces === undefined || header === undefined) return fail({ _tag: "NoTable" })
  const rows = pieces.flatMap(({ kind, line }) => (kind === "row" ? [line] : []))
  return Result.succeed({
    source,
    header: header.texts,
    headerLine: header.line,
    rows: new Set(rows),
    pieces,
  })
}

const missing = ({ rows }: CutText, lines: ReadonlyArray<number>): OperationProblem | undefined => {
  const line = lines.find((each) => !rows.has(each))
  return line === undefined ? undefined : { _tag: "NoRow", line }
}

/** The text with what a function makes of each part, one after the other. */
const rebuilt = (
  { pieces, source }: CutText,
  partsOf: (piece: Piece) => ReadonlyArray<string>,
): string => `${pieces.flatMap(partsOf).join("\n")}${source.endsWith("\n") ? "\n" : ""}`

/** A row as it is written; the only cell of its row takes quotes where nothing would stand there. */
const writtenRow = (
  header: ReadonlyArray<string>,
  row: Readonly<Record<string, string>>,
): string => {
  const written = header.map((name) => csvText(row[name] ?? "")).join(",")
  return written === "" ? '""' : written
}

/** The edit of a cell; the only one of its row takes quotes where nothing would stand there. */
const cellEdit = (edit: Edit, columns: number): Edit =>
  columns === 1 && edit.text === "" ? { ...edit, text: '""' } : edit

const setCells = (
  text: CutText,
  cells: ReadonlyArray<CellText>,
): Result.Result<string, OperationProblem> => {
  const table = prepareEdits(text.source)
  const edits = new Map<string, Edit>()
  for (const { column, line, text: cell } of cells) {
    const at = text.header.indexOf(column)
    if (at < 0) return fail({ _tag: "NoColumn", column })
    const field = text.rows.has(line) ? table.recordAt.get(line)?.fields[at] : undefined
    if (field === undefined) return fail({ _tag: "NoRow", line })
    // A cell that is set twice is what it was set to last.
    if (field.text === cell) edits.delete(`${line} ${at}`)
    else edits.set(`${line} ${at}`, cellEdit(fieldEdit(table, field, cell), text.header.length))
  }
  return Result.succeed(applyEdits(text.source, [...edits.values()]))
}

const insertRows = (
  text: CutText,
  { afterLine, rows }: Extract<TableOperation, { readonly _tag: "Insert" }>,
): Result.Result<string, OperationProblem> => {
  const column = rows.flatMap(Object.keys).find((name) => !text.header.includes(name))
  if (column !== undefined) return fail({ _tag: "NoColumn", column })
  if (afterLine !== text.headerLine && !text.rows.has(afterLine)) {
    return fail({ _tag: "NoRow", line: afterLine })
  }
  const written = rows.map((row) => writtenRow(text.header, row))
  return Result.succeed(
    rebuilt(text, ({ line, raw }) => (line === afterLine ? [raw, ...written] : [raw])),
  )
}

const moveRows = (
  text: CutText,
  { afterLine, lines }: Extract<TableOperation, { readonly _tag: "Move" }>,
): Result.Result<string, OperationProblem> => {
  const isThere = afterLine === text.headerLine || text.rows.has(afterLine)
  const problem = missing(text, lines) ?? (isThere ? undefined : missing(text, [afterLine]))
  if (problem !== undefined) return fail(problem)
  const moving = new Set(lines)
  const taken = text.pieces.filter(({ line }) => moving.has(line)).map(({ raw }) => raw)
  return Result.succeed(
    rebuilt(text, ({ line, raw }) => {
      const own = moving.has(line) ? [] : [raw]
      return line === afterLine ? [...own, ...taken] : own
    }),
  )
}

const operate = (
  text: CutText,
  operation: TableOperation,
): Result.Result<string, OperationProblem> => {
  switch (operation._tag) {
    case "Set":
      return setCells(text, operation.cells)
    case "Insert":
      return insertRows(text, operation)
    case "Move":
      return moveRows(text, operation)
    case "Delete":
    case "Duplicate": {
      const lines = new Set(operation.lines)
      const problem = missing(text, operation.lines)
      if (problem !== undefined) return fail(problem)
      const isGone = operation._tag === "Delete"
      return Result.succeed(
        rebuilt(text, ({ line, raw }) => {
          if (!lines.has(line)) return [raw]
          return isGone ? [] : [raw, raw]
        }),
      )
    }
  }
}

/**
 * The text of a table after an operation on its rows. All else stays as it is written, byte by byte;
 * comments and empty lines stay in their places. `columns` is how many the table declares.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { operated } from "../core/editing/table-operations.ts"
 *
 * const text = "age,fare\n# adults\n18,5\n65,9\n"
 * const set = { _tag: "Set", cells: [{ line: 3, column: "fare", text: "6" }] } as const
 * Result.getOrThrow(operated(text, 2, set)) // => "age,fare\n# adults\n18,6\n65,9\n"
 * Result.getOrThrow(operated(text, 2, { _tag: "Delete", lines: [4] })) // => "age,fare\n# adults\n18,5\n"
 * ```
 */
export const operated = (
  source: string,
  columns: number,
  operation: TableOperation,
): Result.Result<string, OperationProblem> =>
  Result.flatMap(cutText(source, columns), (text) => operate(text, operation))
