import * as Result from "effect/Result"
import { type CsvRow, csvText, readCsv } from "../table/csv.ts"
import { isRow } from "../table/source.ts"
import { applyEdits, fieldEdit, prepareEdits } from "./table-edits.ts"

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

/** A text cut into its records, each with all the lines that it takes. */
interface CutText {
  readonly source: string
  /** The names of the columns as the header has them. */
  readonly header: ReadonlyArray<string>
  readonly headerLine: number
  readonly rows: ReadonlyMap<number, CsvRow>
  /** What stands before the first record and each record with what follows it, by first line. */
  readonly pieces: ReadonlyMap<number, string>
}

const fail = (problem: OperationProblem): Result.Result<never, OperationProblem> =>
  Result.fail(problem)

/** Cuts a text; columns are those that the table declares. */
const cutText = (source: string, columns: number): Result.Result<CutText, OperationProblem> => {
  const read = readCsv(source)
  if (Result.isFailure(read)) return fail({ _tag: "NoTable" })
  const records = read.success
  const [header, ...rows] = records.filter((record) => isRow(record, columns))
  if (header === undefined) return fail({ _tag: "NoTable" })
  const lines = source.split("\n")
  const starts = records.map(({ line }) => line)
  const pieces = starts.map((start, index) => {
    const end = starts[index + 1] ?? lines.length + (lines.at(-1) === "" ? 0 : 1)
    return [start, `${lines.slice(start - 1, end - 1).join("\n")}\n`] as const
  })
  return Result.succeed({
    source,
    header: header.texts,
    headerLine: header.line,
    rows: new Map(rows.map((row) => [row.line, row])),
    pieces: new Map(pieces),
  })
}

const missing = ({ rows }: CutText, lines: ReadonlyArray<number>): OperationProblem | undefined => {
  const line = lines.find((each) => !rows.has(each))
  return line === undefined ? undefined : { _tag: "NoRow", line }
}

/** The text with its records as a function gives them, one after the other. */
const rebuilt = (
  { pieces, source }: CutText,
  pieceOf: (line: number, piece: string) => string,
): string => {
  const body = [...pieces].map(([line, piece]) => pieceOf(line, piece)).join("")
  return source.endsWith("\n") || body === "" ? body : body.slice(0, -1)
}

const setCells = (
  text: CutText,
  cells: ReadonlyArray<CellText>,
): Result.Result<string, OperationProblem> => {
  const table = prepareEdits(text.source)
  const edits = []
  for (const { column, line, text: cell } of cells) {
    const at = text.header.indexOf(column)
    if (at < 0) return fail({ _tag: "NoColumn", column })
    const row = text.rows.get(line)
    const field = row?.fields[at]
    if (row === undefined || field === undefined) return fail({ _tag: "NoRow", line })
    if (field.text !== cell) edits.push(fieldEdit(table, field, cell))
  }
  return Result.succeed(applyEdits(text.source, edits))
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
  const written = rows
    .map((row) => `${text.header.map((name) => csvText(row[name] ?? "")).join(",")}\n`)
    .join("")
  return Result.succeed(
    rebuilt(text, (line, piece) => (line === afterLine ? piece + written : piece)),
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
  const taken = [...text.pieces].filter(([line]) => moving.has(line)).map(([, piece]) => piece)
  return Result.succeed(
    rebuilt(text, (line, piece) => {
      const own = moving.has(line) ? "" : piece
      return line === afterLine ? own + taken.join("") : own
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
      const times = operation._tag === "Delete" ? 0 : 2
      return Result.succeed(
        rebuilt(text, (line, piece) => (lines.has(line) ? piece.repeat(times) : piece)),
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
 * import { operated } from "../core/mutation/table-operations.ts"
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
