import type { RefusedRequest } from "../request-reader.ts"
import { type AnswerCell, answerCell, answerRows, type RowParts } from "./answer-cells.ts"
import type { AnswerColumn } from "./answer-columns.ts"
import { type AnswerFormat, type AnswerForm, writtenColumns } from "./answer-form.ts"
import { csvCell } from "./csv-cell.ts"

/**
 * The rows of an answer, a text a cell, without what differs between requests that ask the same: their
 * id and their row.
 */
export type OpenRows = ReadonlyArray<ReadonlyArray<string>>

/** Whose rows they are. */
export interface RequestMark {
  readonly id: unknown
  readonly row: number
}

/** Writes the rows of answers in columns. */
export interface RowsWriter {
  readonly open: (parts: Omit<RowParts, "row">) => OpenRows
  /** Lines, without the end of the last. */
  readonly close: (rows: OpenRows, place: RequestMark) => string
}

const idPath = "id"

const isId = ({ from, path }: AnswerColumn): boolean =>
  from === "answer" && path.length === 1 && path[0] === idPath

/** A cell as its format writes it: binary ones are handed on between threads as JSON. */
const textOf = (format: AnswerFormat, name: string, cell: AnswerCell): string => {
  if (format === "csv") return csvCell(cell)
  return format === "ndjson"
    ? `${JSON.stringify(name)}:${JSON.stringify(cell)}`
    : JSON.stringify(cell)
}

/** What stands around the cells of a row. */
const around = (format: AnswerFormat): readonly [string, string] => {
  if (format === "csv") return ["", ""]
  return format === "ndjson" ? ["{", "}"] : ["[", "]"]
}

/** The columns of a form: an object of JSON has each name once. */
const columnsOf = (form: AnswerForm): ReadonlyArray<AnswerColumn> => {
  const columns = writtenColumns(form)
  return form.format === "ndjson"
    ? [...new Map(columns.map((column) => [column.name, column])).values()]
    : columns
}

/** Prepares what writes rows in the columns of a form. */
export const prepareRows = (form: AnswerForm): RowsWriter => {
  const { format, items } = form
  const columns = columnsOf(form)
  const gaps = columns.flatMap(({ from, name, ...column }, at) =>
    from === "row" || isId({ from, name, ...column }) ? [{ at, name, isRow: from === "row" }] : [],
  )
  const [start, end] = around(format)
  return {
    open: (parts) =>
      answerRows(columns, items, { ...parts, row: 0 }).map((cells) =>
        columns.map(({ name }, at) => textOf(format, name, cells[at] ?? null)),
      ),
    close: (rows, { id, row }) => {
      let text = ""
      for (const open of rows) {
        const cells = open.slice()
        for (const { at, isRow, name } of gaps) {
          cells[at] = textOf(format, name, isRow ? row : answerCell(id))
        }
        text += `${text === "" ? "" : "\n"}${start}${cells.join(",")}${end}`
      }
      return text
    },
  }
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
  const columns = form.columns.map(({ isCount = false, ...column }): AnswerColumn =>
    isCount || column.from === "item" || column.from === "request"
      ? { ...column, from: "answer", path: ["-"] }
      : column,
  )
  const { close, open } = prepareRows({ ...form, columns })
  return (row, refused) =>
    close(open({ answer: refused, request: undefined }), { id: refused.id, row })
}
