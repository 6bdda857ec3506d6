import * as Result from "effect/Result"
import { makeMemory } from "../../../core/memory.ts"
import { nearest } from "../../../core/table/nearest.ts"
import { cellText, readCell, type RequestCell } from "./read-cell.ts"
import { isRefusedRow, refusalIn, refusedRow } from "./refused-row.ts"
import type { RequestColumn, RequestColumns } from "./request-columns.ts"

/** One row of a table of requests. */
export interface RequestRow {
  /** Where it begins, from 1. */
  readonly line: number
  readonly cells: ReadonlyArray<RequestCell>
}

/** What a header names, column by column; undefined for one without a name, which holds nothing. */
export type RequestHeader = ReadonlyArray<RequestColumn | undefined>

const listed = (names: ReadonlyArray<string>): string => names.join(", ")

const unknownColumn = (name: string, { byName, names }: RequestColumns): string => {
  const close = nearest(name, byName.keys())
  const meant =
    close === undefined ? `; the columns are ${listed(names)}` : `; did you mean "${close}"?`
  return `no column is called "${name}"${meant}`
}

/** Semicolons or tabs between columns, as one cell of a header shows them. */
const separatorIn = (names: ReadonlyArray<string>): string | undefined => {
  const found = names.length === 1 ? /[;\t]/.exec(names[0] ?? "")?.[0] : undefined
  if (found === undefined) return undefined
  return found === ";" ? "semicolons" : "tabs"
}

/** Finds the columns that a header names; fails with every name that is none. */
export const readHeader = (
  cells: ReadonlyArray<RequestCell>,
  columns: RequestColumns,
): Result.Result<RequestHeader, ReadonlyArray<string>> => {
  const names = cells.map(cellText)
  const separator = separatorIn(names)
  if (separator !== undefined) {
    const advice = "save it as CSV separated by commas, or as XLSX"
    return Result.fail([`columns are separated by commas, not by ${separator}: ${advice}`])
  }
  const problems: Array<string> = []
  const seen = new Map<RequestColumn, string>()
  const header = names.map((name) => {
    const column = columns.byName.get(name)
    if (column === undefined) {
      if (name !== "") problems.push(unknownColumn(name, columns))
      return undefined
    }
    const earlier = seen.get(column)
    if (earlier === name) problems.push(`the column "${name}" is there twice`)
    else if (earlier !== undefined) problems.push(`"${earlier}" and "${name}" are the same column`)
    seen.set(column, name)
    return column
  })
  return problems.length > 0 ? Result.fail(problems) : Result.succeed(header)
}

type Fields = Record<string, unknown>

/** Puts a value where a path leads to, with the objects on the way. */
const put = (fields: Fields, [name = "", ...rest]: ReadonlyArray<string>, value: unknown): void => {
  if (rest.length === 0) {
    fields[name] = value
    return
  }
  const inner = (fields[name] ?? {}) as Fields
  fields[name] = inner
  put(inner, rest, value)
}

const isEmpty = (cell: RequestCell): boolean => cellText(cell) === ""

/** Whether a row has no cell that holds anything. */
export const isBlankRow = ({ cells }: RequestRow): boolean => cells.every(isEmpty)

/** So many rows that differ by more than their id are kept, none of them longer than this. */
const kept = { rowsMax: 16_384, lengthMax: 1_024 } as const

/** What stands between cells in the key of a row; no cell of a table holds it by right. */
const cellEnd = "\u0000"

/** A row as what it asks for. */
export interface AskedRow {
  /** Where it begins, from 1. */
  readonly line: number
  readonly id: unknown
  /** Its request as JSON without the id, the same text for rows that differ by their id alone; or {@link refusedRow}. */
  readonly request: string
}

/** What the cells of a row mean but for its id: fields as JSON, or what is wrong. */
interface RowFields {
  readonly json: string
  readonly problems: ReadonlyArray<string>
}

const readFields = (header: RequestHeader, cells: ReadonlyArray<RequestCell>): RowFields => {
  const fields: Fields = {}
  const problems: Array<string> = []
  for (const [index, cell] of cells.entries()) {
    const column = header[index]
    if (column === undefined) {
      if (!isEmpty(cell))
        problems.push(`"${cellText(cell)}" stands in column ${index + 1}, which has no name`)
      continue
    }
    if (column.kind === "id") continue
    const value = readCell(column, cell)
    const name = column.path.join(".")
    if (Result.isFailure(value))
      problems.push(`${name}: "${cellText(cell)}" should be ${value.failure}`)
    else if (value.success !== undefined) put(fields, column.path, value.success)
  }
  return { json: JSON.stringify(fields), problems }
}

/** What stands for the cells of a row but for its id; undefined where they are not to be kept. */
const keyOf = (cells: ReadonlyArray<RequestCell>, idAt: number): string | undefined => {
  let key = ""
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index] ?? ""
    if (index === idAt) continue
    if (typeof cell === "object" || (typeof cell === "string" && cell.includes(cellEnd))) {
      return undefined
    }
    key += `${cell}${cellEnd}`
  }
  return key.length > kept.lengthMax ? undefined : key
}

const refusedFor = (problems: ReadonlyArray<string>): string =>
  refusedRow({ error: "BAD_CELL", detail: problems.join("; ") })

/**
 * Makes what gives the request that a row stands for, or why there is none. Rows that differ by their id
 * alone are read once.
 */
export const prepareAskedRow = (header: RequestHeader): ((row: RequestRow) => AskedRow) => {
  const known = makeMemory<string, string>(kept.rowsMax)
  const idAt = header.findIndex((column) => column?.kind === "id")
  const idColumn = header[idAt]
  return ({ cells, line }) => {
    const id = idColumn === undefined ? Result.void : readCell(idColumn, cells[idAt] ?? "")
    if (Result.isFailure(id)) {
      const problem = `id: "${cellText(cells[idAt] ?? "")}" should be ${id.failure}`
      const request = refusedFor([problem, ...readFields(header, cells).problems])
      return { line, id: undefined, request }
    }
    const read = (): string => {
      const { json, problems } = readFields(header, cells)
      return problems.length > 0 ? refusedFor(problems) : json
    }
    const key = keyOf(cells, idAt)
    return { line, id: id.success, request: key === undefined ? read() : known.get(key, read) }
  }
}

/** The line of JSON that a row stands for: its request, the id before all else, or why there is none. */
export const rowLine = ({ id, request }: AskedRow): string => {
  if (id === undefined) return request
  if (isRefusedRow(request)) return refusedRow({ ...refusalIn(request), id })
  const field = `{"id":${JSON.stringify(id)}`
  return request === "{}" ? `${field}}` : `${field},${request.slice(1)}`
}

/** Makes what gives the line of JSON that a row stands for. */
export const prepareRowLine = (header: RequestHeader): ((row: RequestRow) => string) => {
  const asked = prepareAskedRow(header)
  return (row) => rowLine(asked(row))
}
