import { csvText, formulasMarked } from "../../../core/table/csv.ts"
import type { RefusedRequest } from "../request-reader.ts"
import {
  type AnswerColumn,
  type AnswerForm,
  type AnswerFormat,
  eachPart,
  type RowItems,
  writtenColumns,
} from "./answer-columns.ts"

/**
 * The rows of an answer, each as the texts that stand around what differs between requests that ask
 * the same: their id and their row.
 */
export type OpenRows = ReadonlyArray<ReadonlyArray<string>>

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

/** A cell of a table of answers; null where there is nothing. */
export type AnswerCell = string | number | boolean | null

/**
 * The rows of one answer: one, or one for each item where a column is of items; where there are none,
 * one without them, so that no request goes missing.
 *
 * ```ts
 * import { answerRows } from "../http/bulk/rows/answer-rows.ts"
 *
 * const answer = { id: "a", offers: [{ name: "Trip" }, { name: "Trip plus" }] }
 * const id = { name: "id", from: "answer", path: ["id"], kind: "id" } as const
 * const name = { name: "name", from: "item", path: ["name"], kind: "text" } as const
 * const names = { name: "names", from: "answer", path: ["offers", "*", "name"], kind: "text" } as const
 * const items = { name: "offer", path: ["offers"] }
 * const parts = { answer, request: {}, row: 2 }
 * answerRows([id, name], items, parts) // => [["a", "Trip"], ["a", "Trip plus"]]
 * answerRows([id, names], items, parts) // => [["a", "Trip;Trip plus"]]
 * ```
 */
export const answerRows = (
  columns: ReadonlyArray<AnswerColumn>,
  items: RowItems,
  { answer, request, row }: RowParts,
): ReadonlyArray<ReadonlyArray<AnswerCell>> => {
  const rowOf = (item: unknown) =>
    columns.map((column): AnswerCell => {
      if (column.from === "row") return row
      if (column.from === "item") return cellAt(item, column)
      return cellAt(column.from === "request" ? request : answer, column)
    })
  if (!columns.some(({ from }) => from === "item")) return [rowOf(undefined)]
  const found = valuesAt(answer, [...items.path, eachPart])
  return found.length === 0 ? [rowOf(undefined)] : found.map(rowOf)
}

/**
 * A cell as CSV, text byte for byte as it came. For people to open in a spreadsheet, what that would run as a formula is
 * marked. Numbers are as they are.
 *
 * ```ts
 * import { csvCell } from "../http/bulk/rows/answer-rows.ts"
 *
 * csvCell("=1+1") // => "=1+1"
 * csvCell("=1+1", true) // => "'=1+1"
 * csvCell(-1, true) // => "-1"
 * csvCell("Europe, all") // => '"Europe, all"'
 * csvCell(true) // => "TRUE"
 * csvCell(null) // => ""
 * ```
 */
export const csvCell = (cell: AnswerCell, forPeople = false): string => {
  if (cell === null) return ""
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE"
  if (typeof cell === "number") return String(cell)
  return csvText(forPeople ? formulasMarked(cell) : cell)
}

/** A row of cells as a line of CSV, without its end. */
export const csvLine = (cells: ReadonlyArray<AnswerCell>): string =>
  cells.map((cell) => csvCell(cell)).join(",")

/** Writes the rows of answers in columns. */
interface RowsWriter {
  readonly open: (parts: Omit<RowParts, "row">) => OpenRows
  /** Lines, without the end of the last. */
  readonly close: (rows: OpenRows, place: RequestMark) => string
}

/** What the cells of a request's rows are taken from. */
interface RowParts {
  readonly answer: unknown
  readonly request: unknown
  /** The row that the request stands on. */
  readonly row: number
}

/** Whose rows they are. */
interface RequestMark {
  readonly id: unknown
  readonly row: number
}

/** The columns of a form: an object of JSON has each name once. */
const columnsOf = (form: AnswerForm): ReadonlyArray<AnswerColumn> => {
  const columns = writtenColumns(form)
  return form.format === "ndjson"
    ? [...new Map(columns.map((column) => [column.name, column])).values()]
    : columns
}

const isId = ({ from, path }: AnswerColumn): boolean =>
  from === "answer" && path.length === 1 && path[0] === idPath

const idPath = "id"

/** What stands around the cells of a row. */
const around = (format: AnswerFormat): readonly [string, string] => {
  if (format === "csv") return ["", ""]
  return format === "ndjson" ? ["{", "}"] : ["[", "]"]
}

/** What stands before a cell but for the first of a row. */
const before = (format: AnswerFormat, name: string): string =>
  format === "ndjson" ? `${JSON.stringify(name)}:` : ""

/** A cell as its format writes it: binary ones are handed on between threads as JSON. */
const textOf = (
  { format, forPeople }: Pick<AnswerForm, "format" | "forPeople">,
  cell: AnswerCell,
): string => (format === "csv" ? csvCell(cell, forPeople) : JSON.stringify(cell))

/** A value as one cell: a list of plain values separated by semicolons, an object as its JSON. */
const answerCell = (value: unknown): AnswerCell => {
  if (value === undefined || value === null) return null
  if (isPlain(value)) return value
  return Array.isArray(value) && value.every(isPlain) ? value.join(";") : JSON.stringify(value)
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

const cellAt = (value: unknown, { isCount, path }: AnswerColumn): AnswerCell => {
  const values = valuesAt(value, path).filter(isThere)
  // A count of flags says how many of them are true.
  if (isCount === true) return values.filter((each) => each !== false).length
  if (!path.includes(eachPart)) return answerCell(values[0])
  return values.length === 0 ? null : values.map(plainText).join(";")
}

/** All values that a path leads to. */
const valuesAt = (value: unknown, path: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const [part, ...rest] = path
  if (part === undefined) return [value]
  if (!isParent(value)) return []
  if (part === eachPart) return Object.values(value).flatMap((each) => valuesAt(each, rest))
  return Object.hasOwn(value, part) ? valuesAt(value[part], rest) : []
}

const isParent = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isThere = (value: unknown): boolean => value !== undefined && value !== null

const plainText = (value: unknown): string =>
  isPlain(value) ? String(value) : JSON.stringify(value)
