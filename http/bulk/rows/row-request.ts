import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { makeMemory } from "../../../core/memory.ts"
import { type DayCount, serialDay } from "../../../core/spreadsheet-repairs/serial-day.ts"
import { wrongSeparator } from "../../../core/table/header.ts"
import { nearest } from "../../../core/table/nearest.ts"
import { type TellingOf, toldBy } from "../../../core/told-by.ts"
import type { AnswerBytes, RefusedRequest } from "../request-reader.ts"
import { type CellKind, cellKindOf, partsOf } from "./answer-columns.ts"
import type { CellFault } from "../../tables/forms/read-workbook.ts"

/** One row of a table of requests. */
export interface RequestRow {
  /** Where it begins, from 1. */
  readonly line: number
  readonly cells: ReadonlyArray<RequestCell>
}

/** What is wrong with a header of requests. */
export type HeaderProblem =
  /** The sign that stands between columns. */
  | { readonly _tag: "OtherSeparator"; readonly separator: ";" | "\t" }
  | {
      readonly _tag: "NoSuchColumn"
      readonly name: string
      readonly nearest: string | null
      readonly columns: ReadonlyArray<string>
    }
  /** Numbers that a program gave its rows. */
  | { readonly _tag: "IndexColumn"; readonly name: string }
  | { readonly _tag: "ColumnTwice"; readonly name: string }
  | { readonly _tag: "SameColumn"; readonly names: readonly [string, string] }

/**
 * What is wrong with a header, as a sentence.
 *
 * ```ts
 * import { describeHeaderProblem } from "../http/bulk/rows/row-request.ts"
 *
 * describeHeaderProblem({ _tag: "ColumnTwice", name: "id" }) // => 'the column "id" is there twice'
 * ```
 */
export const describeHeaderProblem = (problem: HeaderProblem): string =>
  toldBy(headerProblems, problem)

/** Finds the columns that a header names; fails with every name that is none. */
export const readHeader = (
  cells: ReadonlyArray<RequestCell>,
  columns: RequestColumns,
): Result.Result<RequestHeader, ReadonlyArray<HeaderProblem>> => {
  const names = cells.map(cellText)
  const separator = wrongSeparator(names)
  if (separator !== undefined) return Result.fail([{ _tag: "OtherSeparator", separator }])
  const problems: Array<HeaderProblem> = []
  const seen = new Map<RequestColumn, string>()
  const header = names.map((name) => {
    const column = columns.byName.get(name)
    if (column === undefined) {
      if (name !== "") problems.push(unknownColumn(name, columns))
      return undefined
    }
    const earlier = seen.get(column)
    if (earlier === name) problems.push({ _tag: "ColumnTwice", name })
    else if (earlier !== undefined) problems.push({ _tag: "SameColumn", names: [earlier, name] })
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
export const prepareAskedRow = (
  header: RequestHeader,
  habits: CellHabits = usual,
): ((row: RequestRow) => AskedRow) => {
  const known = makeMemory<string, string>(kept.rowsMax)
  const idAt = header.findIndex((column) => column?.kind === "id")
  const idColumn = header[idAt]
  return ({ cells, line }) => {
    const id = idColumn === undefined ? Result.void : readCell(idColumn, cells[idAt] ?? "", habits)
    if (Result.isFailure(id)) {
      const problem = cellProblem("id", cells[idAt] ?? "", id.failure)
      const request = refusedFor([problem, ...readFields(header, cells, habits).problems])
      return { line, id: undefined, request }
    }
    const read = (): string => {
      const { json, problems } = readFields(header, cells, habits)
      return problems.length > 0 ? refusedFor(problems) : json
    }
    const key = keyOf(cells, idAt)
    return { line, id: id.success, request: key === undefined ? read() : known.get(key, read) }
  }
}

/** A cell under the name that its column has. */
export interface NamedCell {
  readonly name: string
  readonly column: RequestColumn
  readonly cell: RequestCell
}

/** Puts cells into the fields of a request where they belong; fails with what is wrong with them. */
export const makeRequest = (
  fields: Readonly<Record<string, unknown>>,
  cells: ReadonlyArray<NamedCell>,
): Result.Result<Readonly<Record<string, unknown>>, ReadonlyArray<string>> => {
  const made: Fields = { ...fields }
  const problems: Array<string> = []
  const seen = new Map<RequestColumn, string>()
  for (const { cell, column, name } of cells) {
    const value = readCell(column, cell)
    const earlier = seen.get(column)
    if (earlier !== undefined) {
      problems.push(describeHeaderProblem({ _tag: "SameColumn", names: [earlier, name] }))
    } else if (Result.isFailure(value)) problems.push(cellProblem(name, cell, value.failure))
    else if (value.success !== undefined && !put(made, column.path, value.success)) {
      problems.push(`${name} does not fit ${column.path[0]}, which is there too`)
    }
    seen.set(column, name)
  }
  return problems.length > 0 ? Result.fail(problems) : Result.succeed(made)
}

const cellProblem = (name: string, cell: RequestCell, need: CellNeed): string =>
  `${name}: "${cellText(cell)}" should be ${cellNeeds[need]}`

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

/** How the cells of a table are written. */
export interface CellHabits {
  /** From which year bare numbers count days. */
  readonly days: DayCount
  /** What may stand before the decimals of a number, beside a point. */
  readonly decimals: "point" | "comma"
}

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
 * readCell(start, 45107, { days: "from1904", decimals: "point" }) // => Result.succeed("2027-07-01")
 * readCell(start, "2027-07-01 00:00:00") // => Result.succeed("2027-07-01")
 * const friends = { path: ["friends"], kind: "flag", isList: false } as const
 * readCell(friends, "True") // => Result.succeed(true)
 * readCell(friends, "oui") // => Result.fail("truth")
 * readCell(friends, " ") // => Result.succeed(undefined)
 * ```
 */
export const readCell = (
  column: RequestColumn,
  cell: RequestCell,
  habits: CellHabits = usual,
): ReadValue => {
  if (typeof cell === "object") return Result.fail("value")
  const text = cellText(cell)
  if (text === "") return Result.succeed(undefined)
  if (column.kind === "id") return Result.succeed(idOf(cell, text))
  const { each, isList, kind } = column
  return isList ? readList({ each, kind }, text, habits) : readOne(kind, text, habits)
}

const usual: CellHabits = { days: "from1900", decimals: "point" }

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
  readonly kind: CellKind | "id" | "digits"
  /** Whether a cell holds several values, separated by semicolons. */
  readonly isList: boolean
  /** The field of an object that each value of a list stands for: `age` of a traveller. */
  readonly each?: string
}

const headerProblems: TellingOf<HeaderProblem> = {
  OtherSeparator: ({ separator }) =>
    `columns are separated by commas, not by ${separatorNames[separator]}: save it as CSV separated by commas, or as XLSX`,
  NoSuchColumn: ({ columns, name, nearest: close }) => {
    const hint =
      close === null ? `; the columns are ${columns.join(", ")}` : `; did you mean "${close}"?`
    return `no column is called "${name}"${hint}`
  },
  IndexColumn: ({ name }) =>
    `"${name}" is the index that pandas gave its rows; write the table with index=False`,
  ColumnTwice: ({ name }) => `the column "${name}" is there twice`,
  SameColumn: ({ names: [earlier, later] }) => `"${earlier}" and "${later}" are the same column`,
}

const separatorNames = { ";": "semicolons", "\t": "tabs" } as const

/** The text of a cell, as people would read it. */
const cellText = (cell: RequestCell): string =>
  typeof cell === "object" ? cell.fault : String(cell).trim()

const unknownColumn = (name: string, { byName, names }: RequestColumns): HeaderProblem =>
  indexName.test(name)
    ? { _tag: "IndexColumn", name }
    : {
        _tag: "NoSuchColumn",
        name,
        nearest: nearest(name, byName.keys()) ?? null,
        columns: names,
      }

/** Names that pandas gives an index which has none. */
const indexName = /^(?:Unnamed: \d+|__index_level_\d+__|level_\d+|index)$/

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

const readFields = (
  header: RequestHeader,
  cells: ReadonlyArray<RequestCell>,
  habits: CellHabits,
): RowFields => {
  const fields: Fields = {}
  const problems: Array<string> = []
  for (const [index, cell] of cells.entries()) {
    const column = header[index]
    if (column === undefined) {
      if (!isEmpty(cell)) problems.push(besideProblem(cellText(cell), index))
      continue
    }
    if (column.kind === "id") continue
    const value = readCell(column, cell, habits)
    const name = column.path.join(".")
    if (Result.isFailure(value)) problems.push(cellProblem(name, cell, value.failure))
    else if (value.success !== undefined) put(fields, column.path, value.success)
  }
  return { json: JSON.stringify(fields), problems }
}

/** What stands in a column without a name; a first one is mostly the numbers that a program gave its rows. */
const besideProblem = (text: string, index: number): string => {
  const hint = index === 0 ? ` (${indexHint})` : ""
  return `"${text}" stands in column ${index + 1}, which has no name${hint}`
}

const indexHint =
  "pandas leaves its index out with index=False, R its row names with row.names=FALSE"

/** What the cells of a row mean but for its id: fields as JSON, or what is wrong. */
interface RowFields {
  readonly json: string
  readonly problems: ReadonlyArray<string>
}

type Fields = Record<string, unknown>

/** Puts a value where a path leads to, with the objects on the way; false where something else stands there. */
const put = (
  fields: Fields,
  [name = "", ...rest]: ReadonlyArray<string>,
  value: unknown,
): boolean => {
  const there = fields[name] ?? undefined
  if (rest.length === 0) {
    if (there !== undefined) return false
    fields[name] = value
    return true
  }
  if (there !== undefined && (typeof there !== "object" || Array.isArray(there))) return false
  const inner: Fields = { ...there }
  fields[name] = inner
  return put(inner, rest, value)
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
    return [{ path, kind: isOfDigits(ast) ? "digits" : (cellKindOf(ast) ?? "text"), isList: false }]
  })

/** Whether a text is one of digits alone, as its schema says. */
const isOfDigits = (ast: AST.AST): boolean => AST.resolve(ast)?.["digits"] === true

const listColumn = (path: ReadonlyArray<string>, item: AST.AST): RequestColumn => {
  const isList = true
  if (!AST.isObjects(item)) return { path, kind: cellKindOf(item) ?? "text", isList }
  const [only] = item.propertySignatures
  if (only === undefined) return { path, kind: "text", isList }
  return { path, kind: cellKindOf(only.type) ?? "text", isList, each: String(only.name) }
}

/** What a cell should be. */
export type CellNeed = keyof typeof cellNeeds

/** What a cell means, or what it should be. */
type ReadValue = Result.Result<unknown, CellNeed>

const cellNeeds = {
  value: "a value",
  number: "a number, with a point before its decimals",
  numbers: "numbers separated by semicolons",
  values: "values separated by semicolons",
  truth: "TRUE or FALSE",
  day: "a day such as 2027-07-01, without a time",
} as const

/** What the values of a list are. */
interface ListColumn {
  readonly each: string | undefined
  readonly kind: CellKind | "digits"
}

const readList = ({ each, kind }: ListColumn, text: string, habits: CellHabits): ReadValue => {
  const values: Array<unknown> = []
  const parts = text.split(";").map((part) => part.trim())
  for (const part of parts.filter((part) => part !== "")) {
    if (part.includes(",")) return Result.fail("values")
    const value = readOne(kind, part, habits)
    if (Result.isFailure(value)) {
      return Result.fail(kind === "whole" ? "numbers" : value.failure)
    }
    values.push(each === undefined ? value.success : { [each]: value.success })
  }
  return Result.succeed(values)
}

/** An id is a number where that is printed as it came; a text keeps the blanks around it. */
const idOf = (cell: string | number | boolean, text: string): unknown => {
  if (typeof cell !== "string") return wholeForm.test(text) ? Number(text) : text
  return wholeForm.test(cell) ? Number(cell) : cell
}

/** Digits that a program took for a number, as pandas does where others of their column are missing. */
const digitsOf = (text: string): string => text.replace(/^(\d+)\.0+$/, "$1")

const readOne = (kind: CellKind | "digits", text: string, habits: CellHabits): ReadValue => {
  switch (kind) {
    case "number":
    case "whole":
      return readNumber(text, habits)
    case "flag":
      return readFlag(text)
    case "day":
      return readDay(text, habits)
    case "digits":
      return Result.succeed(digitsOf(text))
    case "text":
      return Result.succeed(text)
  }
}

const readNumber = (text: string, { decimals }: CellHabits): ReadValue => {
  const plain = decimals === "comma" && commaForm.test(text) ? text.replace(",", ".") : text
  return numberForm.test(plain) ? Result.succeed(Number(plain)) : Result.fail("number")
}

/** With three digits a comma may stand for thousands. */
const commaForm = /^-?\d+,\d{1,2}$/

const numberForm = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/

const readFlag = (text: string): ReadValue => {
  const flag = flags.get(text.toLowerCase())
  return flag === undefined ? Result.fail("truth") : Result.succeed(flag)
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
])

/** A day of a number, or of a time that is midnight; whether a text without a time is one is judged later. */
const readDay = (text: string, habits: CellHabits): ReadValue => {
  const [, day, time] = timeForm.exec(text) ?? []
  if (day === undefined || time === undefined) {
    return Result.succeed(dayOfNumber(text, habits) ?? text)
  }
  return midnightForm.test(time) ? Result.succeed(day) : Result.fail("day")
}

const timeForm = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d.*)$/

/** Midnight wherever it is: a day is meant where it begins. */
const midnightForm = /^00:00(?::00(?:\.0+)?)?(?: ?(?:Z|[-+]\d\d(?::?\d\d)?))?$/

/** The day that a spreadsheet means by a number; undefined where it is none of this century. */
const dayOfNumber = (text: string, { days }: CellHabits): string | undefined =>
  wholeForm.test(text) ? serialDay(Number(text), days) : undefined

const wholeForm = /^(?:0|-?[1-9]\d{0,14})$/

const openBracket = 91

const decoder = new TextDecoder()
