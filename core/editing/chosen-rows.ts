import * as Result from "effect/Result"
import { cellParts, contains } from "../table/cell.ts"
import type { Column, Reference } from "../table/column.ts"
import { type ConditionTest, readTest } from "../table/condition.ts"
import type { Input } from "../table/input.ts"
import { type AnyDefinition, columnsOf } from "../table/load.ts"
import { nearest } from "../table/nearest.ts"
import { readSource, type SourceRecord } from "../table/source.ts"

/** What rows are chosen by: a column, and a cell or a value of it. */
export interface RowCondition {
  readonly column: string
  readonly cell: string
}

/** A table with its text. */
export interface DeclaredText {
  readonly definition: AnyDefinition
  readonly source: string
}

/** Finds the table of a file. */
export type DeclaredTextOf = (file: string) => DeclaredText | undefined

type AnyColumn = Column<unknown> | Input<unknown>

/** The column of another table whose words a column takes. */
export const referenceOf = (column: AnyColumn): Reference | undefined =>
  "reference" in column ? column.reference : undefined

const isInput = (column: AnyColumn): column is Input<unknown> => !("parse" in column)

/** Whether a condition cell that was read is true for a value. */
const isTrueFor = (test: ConditionTest, value: string): boolean => {
  switch (test._tag) {
    case "Any":
      return true
    case "AnyOf":
      return test.words.includes(value)
    case "NoneOf":
      return !test.words.includes(value)
    case "Is":
      return String(test.value) === value.toLowerCase()
    case "Within":
    case "Outside": {
      const isWithin = test.intervals.some((interval) => contains(interval, Number(value)))
      return isWithin === (test._tag === "Within")
    }
  }
}

const sameText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part))

/** Whether a cell means a value: a condition is true for it, or another column reads both alike. */
const meansValue = (column: AnyColumn, cell: string, value: string): boolean => {
  if (isInput(column)) {
    const test = readTest(column, cell)
    return Result.isSuccess(test) && isTrueFor(test.success, value)
  }
  const [one, other] = [column.parse(cell), column.parse(value)]
  return (
    Result.isSuccess(one) &&
    Result.isSuccess(other) &&
    sameText(one.success) === sameText(other.success)
  )
}

const recordsOf = ({ definition, source }: DeclaredText) => {
  const names = Object.keys(columnsOf(definition))
  return { names, records: readSource(definition.file, source, names).records }
}

/** The words that a condition column may be asked with: a slip is none of them, and means no row. */
const knownWords = (
  input: Extract<Input<unknown>, { readonly kind: "words" }>,
  cells: ReadonlyArray<string>,
  tableOf: DeclaredTextOf,
): ReadonlySet<string> => {
  const named = cells.flatMap((cell) => cellParts(cell).items)
  const { reference, words = [] } = input
  const other = reference === undefined ? undefined : tableOf(reference.file)
  if (reference === undefined || other === undefined) return new Set([...named, ...words])
  const { names, records } = recordsOf(other)
  const at = names.indexOf(reference.column)
  return new Set([...named, ...words, ...records.map(({ texts }) => texts[at] ?? "")])
}

/** The records that a condition on a column of their own chooses: by the cell, else by its value. */
const chosenBy = (
  table: DeclaredText,
  { cell, column }: RowCondition,
  tableOf: DeclaredTextOf,
): ReadonlyArray<SourceRecord> => {
  const { names, records } = recordsOf(table)
  const at = names.indexOf(column)
  const exact = records.filter(({ texts }) => texts[at] === cell)
  const declared = columnsOf(table.definition)[column]
  if (exact.length > 0 || declared === undefined) return exact
  if (isInput(declared) && declared.kind === "words") {
    const cells = records.map(({ texts }) => texts[at] ?? "")
    if (!knownWords(declared, cells, tableOf).has(cell)) return []
  }
  return records.filter(({ texts }) => meansValue(declared, texts[at] ?? "", cell))
}

/** A column of a table that names a column of another one, in which a condition stands. */
interface Bridge {
  readonly own: string
  readonly other: DeclaredText
  readonly named: string
}

/** The ways from a table to others that have a column of a name, by the columns that refer to them. */
const bridgesTo = (
  { definition }: DeclaredText,
  column: string,
  tableOf: DeclaredTextOf,
): ReadonlyArray<Bridge> =>
  Object.entries(columnsOf(definition)).flatMap(([own, declared]): ReadonlyArray<Bridge> => {
    const reference = referenceOf(declared)
    const other = reference === undefined ? undefined : tableOf(reference.file)
    if (reference === undefined || other === undefined) return []
    return column in columnsOf(other.definition) ? [{ own, other, named: reference.column }] : []
  })

const isWordOf = (cell: string, words: ReadonlySet<string>): boolean =>
  cell !== "" && cell.split("|").every((word) => words.has(word))

/** The records that a condition on a column of the table, or of one that it refers to, chooses. */
const chosenAnywhere = (
  table: DeclaredText,
  condition: RowCondition,
  tableOf: DeclaredTextOf,
): ReadonlyArray<SourceRecord> => {
  if (condition.column in columnsOf(table.definition)) return chosenBy(table, condition, tableOf)
  const { names, records } = recordsOf(table)
  return bridgesTo(table, condition.column, tableOf).flatMap(({ named, other, own }) => {
    const at = recordsOf(other).names.indexOf(named)
    const words = new Set(chosenBy(other, condition, tableOf).map(({ texts }) => texts[at] ?? ""))
    return records.filter(({ texts }) => isWordOf(texts[names.indexOf(own)] ?? "", words))
  })
}

const unknownColumn = (table: DeclaredText, column: string, tableOf: DeclaredTextOf): string => {
  const own = Object.keys(columnsOf(table.definition))
  const others = Object.values(columnsOf(table.definition)).flatMap((declared) => {
    const reference = referenceOf(declared)
    const other = reference === undefined ? undefined : tableOf(reference.file)
    return other === undefined ? [] : Object.keys(columnsOf(other.definition))
  })
  const close = nearest(column, [...own, ...others])
  const hint =
    close === undefined ? `; its columns are ${own.join(", ")}` : `; did you mean "${close}"?`
  return `${table.definition.file} has no column "${column}", nor has a table that it refers to${hint}`
}

const noRow = (table: DeclaredText, { cell, column }: RowCondition): string => {
  const { names, records } = recordsOf(table)
  const at = names.indexOf(column)
  const cells = new Set(records.flatMap(({ texts }) => (texts[at] ?? "").split("|")))
  const close = nearest(cell, cells)
  const hint = close === undefined || close === "" ? "" : `; did you mean "${close}"?`
  return `no row of ${table.definition.file} has ${column}=${cell}${hint}`
}

/**
 * The rows of a table for which every condition holds, by their lines. A condition names a cell as it
 * is written; where no row has that cell, it names a value, and the rows hold that mean it: those
 * whose condition is true for it. A column may be one of a table that this one refers to. Fails in
 * words with a column that there is not, and with conditions that no row keeps.
 */
export const chosenRows = (
  table: DeclaredText,
  where: ReadonlyArray<RowCondition>,
  tableOf: DeclaredTextOf,
): Result.Result<ReadonlyArray<SourceRecord>, string> => {
  let chosen = recordsOf(table).records
  for (const condition of where) {
    const { column } = condition
    const isKnown =
      column in columnsOf(table.definition) || bridgesTo(table, column, tableOf).length > 0
    if (!isKnown) return Result.fail(unknownColumn(table, column, tableOf))
    const found = new Set(chosenAnywhere(table, condition, tableOf).map(({ line }) => line))
    if (found.size === 0) return Result.fail(noRow(table, condition))
    chosen = chosen.filter(({ line }) => found.has(line))
  }
  return chosen.length > 0
    ? Result.succeed(chosen)
    : Result.fail(`no row of ${table.definition.file} has all of that`)
}
