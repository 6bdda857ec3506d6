import { dayMs } from "../../../core/vocabulary/day.ts"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { makeMemory } from "../../../core/memory.ts"
import { nearest } from "../../../core/table/nearest.ts"
import type { AnswerBytes, RefusedRequest } from "../request-reader.ts"
import { type CellKind, cellKindOf, partsOf } from "./answer-columns.ts"
import type { CellFault } from "../../tables/forms/read-workbook.ts"

/** One row of a table of requests. */
export interface RequestRow {
  /** Where it begins, from 1. */
  readonly line: number
  readonly cells: ReadonlyArray<RequestCell>
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

/** Whether a row has no cell that holds anything. */
export const isBlankRow = ({ cells }: RequestRow): boolean => cells.every(isEmpty)

/** A row as what it asks for. */
export interface AskedRow {
  /** Where it begins, from 1. */
  readonly line: number
  readonly id: unknown
  /** Its request as JSON without the id, the same text for rows that differ by their id alone; or {@link refusedRow}. */
  readonly request: string
}

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

/** The columns of a table of requests, by every name that a header may give them. */
export interface RequestColumns {
  readonly byName: ReadonlyMap<string, RequestColumn>
  /** The shortest name of each column, in the order of the fields. */
  readonly names: ReadonlyArray<string>
}

/**
 * The columns that a table of requests may have: `id`, and every field of the request's body. A nested
 * field has its dotted path, and its last name alone where no other field has that.
 */
export const requestColumns = (body: Schema.Top): RequestColumns => {
  const columns = new Map(
    [idColumn, ...columnsUnder(body.ast, [])].map((column) => [column.path.join("."), column]),
  )
  const lastNames = [...columns.values()].map(({ path }) => path.at(-1) ?? "")
  const isAlone = (name: string): boolean =>
    lastNames.filter((other) => other === name).length === 1 && !columns.has(name)
  const byName = new Map(columns)
  const names = [...columns].map(([path, column]) => {
    const last = column.path.at(-1) ?? ""
    if (!isAlone(last)) return path
    byName.set(last, column)
    return last
  })
  return { byName, names }
}

/** A cell as a table holds it. */
export type RequestCell = string | number | boolean | CellFault

/**
 * What a cell of a column means, or what it should be; undefined where it is empty. What a day or a
 * word has to be is for the reading of the request.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readCell } from "../http/bulk/rows/row-request.ts"
 *
 * const ages = { path: ["travellers"], kind: "whole", isList: true, each: "age" } as const
 * readCell(ages, "34; 31") // => Result.succeed([{ age: 34 }, { age: 31 }])
 * const start = { path: ["startDate"], kind: "day", isList: false } as const
 * readCell(start, 46569) // => Result.succeed("2027-07-01")
 * const friends = { path: ["friends"], kind: "flag", isList: false } as const
 * readCell(friends, "True") // => Result.succeed(true)
 * readCell(friends, "oui") // => Result.fail("TRUE or FALSE")
 * readCell(friends, " ") // => Result.succeed(undefined)
 * ```
 */
export const readCell = (column: RequestColumn, cell: RequestCell): ReadValue => {
  if (typeof cell === "object") return Result.fail("a value")
  const text = cellText(cell)
  if (text === "") return Result.succeed(undefined)
  return column.isList ? readList(column, text) : readOne(column.kind, text)
}

/** Whether a line stands for a row of which no request can be made. */
export const isRefusedRow = (line: string): boolean => line.charCodeAt(0) === openBracket

/** Why no request can be made of the row that a line stands for. */
export const refusalIn = (line: string): RefusedRequest => {
  const [refused] = JSON.parse(line) as readonly [RefusedRequest]
  return refused
}

/** Makes what answers requests answer the lines that rows were made into. */
export const rowReader =
  <Answer>(answer: AnswerBytes<Answer>): AnswerBytes<Answer> =>
  (bytes) =>
    bytes?.[0] === openBracket ? Result.fail(refusalIn(decoder.decode(bytes))) : answer(bytes)

/** What a header names, column by column; undefined for one without a name, which holds nothing. */
type RequestHeader = ReadonlyArray<RequestColumn | undefined>

/** A field of a request as a column of a table of requests. */
interface RequestColumn {
  /** The names that lead to the field: `["card", "bank"]`. */
  readonly path: ReadonlyArray<string>
  readonly kind: CellKind | "id"
  /** Whether a cell holds several values, separated by semicolons. */
  readonly isList: boolean
  /** The field of an object that each value of a list stands for: `age` of a traveller. */
  readonly each?: string
}

/** The text of a cell, as people would read it. */
const cellText = (cell: RequestCell): string =>
  typeof cell === "object" ? cell.fault : String(cell).trim()

/** Semicolons or tabs between columns, as one cell of a header shows them. */
const separatorIn = (names: ReadonlyArray<string>): string | undefined => {
  const found = names.length === 1 ? /[;\t]/.exec(names[0] ?? "")?.[0] : undefined
  if (found === undefined) return undefined
  return found === ";" ? "semicolons" : "tabs"
}

const unknownColumn = (name: string, { byName, names }: RequestColumns): string => {
  const close = nearest(name, byName.keys())
  const meant =
    close === undefined ? `; the columns are ${listed(names)}` : `; did you mean "${close}"?`
  return `no column is called "${name}"${meant}`
}

const listed = (names: ReadonlyArray<string>): string => names.join(", ")

const isEmpty = (cell: RequestCell): boolean => cellText(cell) === ""

/** So many rows that differ by more than their id are kept, none of them longer than this. */
const kept = { rowsMax: 16_384, lengthMax: 1_024 } as const

const idColumn: RequestColumn = { path: ["id"], kind: "id", isList: false }

const refusedFor = (problems: ReadonlyArray<string>): string =>
  refusedRow({ error: "BAD_CELL", detail: problems.join("; ") })

/**
 * The line that stands for a row of which no request can be made: a list of its refusal, where a
 * request would be an object.
 */
const refusedRow = (refused: RefusedRequest): string => JSON.stringify([refused])

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

/** What the cells of a row mean but for its id: fields as JSON, or what is wrong. */
interface RowFields {
  readonly json: string
  readonly problems: ReadonlyArray<string>
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

/** What stands between cells in the key of a row; no cell of a table holds it by right. */
const cellEnd = "\u0000"

const columnsUnder = (ast: AST.AST, path: ReadonlyArray<string>): ReadonlyArray<RequestColumn> =>
  partsOf(ast).flatMap((part): ReadonlyArray<RequestColumn> => {
    if (AST.isObjects(part)) {
      return part.propertySignatures.flatMap(({ name, type }) =>
        columnsUnder(type, [...path, String(name)]),
      )
    }
    if (AST.isArrays(part)) return part.rest.slice(0, 1).map((item) => listColumn(path, item))
    return [{ path, kind: cellKindOf(ast) ?? "text", isList: false }]
  })

const listColumn = (path: ReadonlyArray<string>, item: AST.AST): RequestColumn => {
  const isList = true
  if (!AST.isObjects(item)) return { path, kind: cellKindOf(item) ?? "text", isList }
  const [only] = item.propertySignatures
  if (only === undefined) return { path, kind: "text", isList }
  return { path, kind: cellKindOf(only.type) ?? "text", isList, each: String(only.name) }
}

/** What a cell means, or what it should be. */
type ReadValue = Result.Result<unknown, string>

const readList = ({ each, kind }: RequestColumn, text: string): ReadValue => {
  const values: Array<unknown> = []
  const parts = text.split(";").map((part) => part.trim())
  for (const part of parts.filter((part) => part !== "")) {
    if (part.includes(",")) return Result.fail("values separated by semicolons")
    const value = readOne(kind, part)
    if (Result.isFailure(value)) {
      return Result.fail(kind === "whole" ? "numbers separated by semicolons" : value.failure)
    }
    values.push(each === undefined ? value.success : { [each]: value.success })
  }
  return Result.succeed(values)
}

const readOne = (kind: CellKind | "id", text: string): ReadValue => {
  switch (kind) {
    case "number":
    case "whole":
      return readNumber(text)
    case "flag":
      return readFlag(text)
    case "day":
      return Result.succeed(dayOfNumber(text) ?? text)
    case "id":
      return Result.succeed(wholeForm.test(text) ? Number(text) : text)
    case "text":
      return Result.succeed(text)
  }
}

const readNumber = (text: string): ReadValue =>
  numberForm.test(text)
    ? Result.succeed(Number(text))
    : Result.fail("a number, with a point before its decimals")

const numberForm = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/

const readFlag = (text: string): ReadValue => {
  const flag = flags.get(text.toLowerCase())
  return flag === undefined ? Result.fail("TRUE or FALSE") : Result.succeed(flag)
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
])

/** The day that a spreadsheet means by a number; undefined where it is none of this century. */
const dayOfNumber = (text: string): string | undefined => {
  const number = wholeForm.test(text) ? Number(text) : 0
  if (number < dayNumbers.first || number > dayNumbers.last) return undefined
  return new Date(dayZeroMs + number * dayMs).toISOString().slice(0, "YYYY-MM-DD".length)
}

const wholeForm = /^-?(?:0|[1-9]\d{0,14})$/

/** The first and the last day that a number may stand for: of this century, so that a year is no day. */
const dayNumbers = { first: 36_526, last: 73_050 } as const

/** Spreadsheets count days from here, from 1900-03-01 on. */
const dayZeroMs = Date.UTC(1899, 11, 30)

const openBracket = 91

const decoder = new TextDecoder()
