import type { RefusedRequest } from "../request-reader.ts"
import { type AnswerCell, answerRows, type RowParts } from "./answer-cells.ts"
import type { AnswerColumn, RowItems } from "./answer-columns.ts"
import { csvLine } from "./csv-cell.ts"

/** Formats of answers. */
export const answerFormats = ["ndjson", "csv", "xlsx", "parquet"] as const

/** A format of answers. */
export type AnswerFormat = (typeof answerFormats)[number]

/** How answers and refusals are written. It can be sent to another thread. */
export interface AnswerForm {
  /** What stands before the number of a line in reports: `line `, or the file and a colon. */
  readonly place: string
  /** Whether lines are rows of a table. */
  readonly isTable: boolean
  /** Whether refusals stand among the answers. */
  readonly refusalsInline: boolean
  readonly format: AnswerFormat
  /** The columns of answers; left out where they are whole, which only lines of JSON can be. */
  readonly columns?: ReadonlyArray<AnswerColumn>
  readonly items: RowItems
}

/** Lines of JSON, whole, refusals beside them: what is written where nothing else is asked for. */
export const plainForm: AnswerForm = {
  place: "line ",
  isTable: false,
  refusalsInline: false,
  format: "ndjson",
  items: { name: "", path: [] },
}

/** The columns of refusals, which come behind all others. */
const refusalColumns: ReadonlyArray<AnswerColumn> = [
  { name: "error", from: "answer", path: ["error"], kind: "text" },
  { name: "detail", from: "answer", path: ["detail"], kind: "text" },
]

/** The columns that are written, those of refusals among them. */
export const writtenColumns = ({
  columns = [],
  refusalsInline,
}: Pick<AnswerForm, "columns" | "refusalsInline">): ReadonlyArray<AnswerColumn> =>
  refusalsInline ? [...columns, ...refusalColumns] : columns

/** A row of cells as the threads hand it on: a line of the format, or of JSON for binary ones. */
const lineOf = (
  format: AnswerFormat,
  columns: ReadonlyArray<AnswerColumn>,
  cells: ReadonlyArray<AnswerCell>,
): string => {
  if (format === "csv") return csvLine(cells)
  if (format !== "ndjson") return JSON.stringify(cells)
  return JSON.stringify(
    Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? null])),
  )
}

/** Writes the rows of answers in columns: lines, without the end of the last. */
export const rowsText = (form: AnswerForm): ((parts: RowParts) => string) => {
  const columns = writtenColumns(form)
  return (parts) =>
    answerRows(columns, form.items, parts)
      .map((cells) => lineOf(form.format, columns, cells))
      .join("\n")
}

/** Writes a refusal as a line among the answers, without its end. */
export const refusalText = (
  form: AnswerForm,
): ((row: number, refused: RefusedRequest) => string) => {
  if (form.columns === undefined) {
    return (row, { detail, error, id, warnings }) =>
      JSON.stringify({ ...(id === undefined ? {} : { id }), row, error, detail, warnings })
  }
  // No item and no request: a refusal has one row, with what is known of it.
  const columns = writtenColumns(form).map(({ isCount = false, ...column }): AnswerColumn =>
    isCount || column.from === "item" || column.from === "request"
      ? { ...column, from: "answer", path: ["-"] }
      : column,
  )
  return (row, refused) =>
    answerRows(columns, form.items, { answer: refused, request: undefined, row })
      .map((cells) => lineOf(form.format, columns, cells))
      .join("\n")
}
