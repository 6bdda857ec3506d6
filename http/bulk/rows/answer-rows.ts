import type { RefusedRequest } from "../request-reader.ts"
import { type AnswerCell, answerCell, answerRows, type RowParts } from "./answer-cells.ts"
import type { AnswerColumn } from "./answer-columns.ts"
import { type AnswerFormat, type AnswerForm, writtenColumns } from "./answer-form.ts"
import { csvCell } from "./csv-cell.ts"

/**
 * The rows of an answer, each as the texts that stand around what differs between requests that ask
 * the same: their id and their row.
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
const textOf = (
  { format, forPeople }: Pick<AnswerForm, "format" | "forPeople">,
  cell: AnswerCell,
): string => (format === "csv" ? csvCell(cell, forPeople) : JSON.stringify(cell))

/** What stands before a cell but for the first of a row. */
const before = (format: AnswerFormat, name: string): string =>
  format === "ndjson" ? `${JSON.stringify(name)}:` : ""

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
  const isGap = (column: AnswerColumn): boolean => column.from === "row" || isId(column)
  const gaps = columns.filter(isGap)
  const [start, end] = around(format)
  const openRow = (cells: ReadonlyArray<AnswerCell>): ReadonlyArray<string> => {
    const texts: Array<string> = []
    let text = start
    for (const [at, column] of columns.entries()) {
      text += `${at === 0 ? "" : ","}${before(format, column.name)}`
      if (isGap(column)) {
        texts.push(text)
        text = ""
      } else text += textOf(form, cells[at] ?? null)
    }
    return [...texts, text + end]
  }
  return {
    open: (parts) => answerRows(columns, items, { ...parts, row: 0 }).map(openRow),
    close: (rows, { id, row }) => {
      const differing = gaps.map(({ from }) => textOf(form, from === "row" ? row : answerCell(id)))
      let text = ""
      for (const texts of rows) {
        if (texts !== rows[0]) text += "\n"
        text += texts[0] ?? ""
        for (let at = 0; at < differing.length; at += 1) {
          text += `${differing[at] ?? ""}${texts[at + 1] ?? ""}`
        }
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
