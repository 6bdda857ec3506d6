import {
  addRow,
  type Bitset,
  emptyBitset,
  fullBitset,
  intersect,
  isEmpty,
} from "../table/bitset.ts"
import type { Decision } from "../table/decision.ts"
import type { ColumnsOf, RequiredValues, Requirement } from "../table/requirement.ts"
import { type LoadedTable, type RowValues, valuesKey } from "./column-values.ts"
import type { Budget } from "../analysis/search.ts"

/** Reads columns of a table row by row; undefined where the table is not sound. */
export type ReadColumns = (columns: ColumnsOf) => ReadonlyArray<RowValues> | undefined

/** Values by column. */
export type ValuesByColumn = Readonly<Record<string, string>>

/** The combinations without a row; or why they are not known. */
export type Missing =
  | { readonly _tag: "Missing"; readonly combinations: ReadonlyArray<ValuesByColumn> }
  | { readonly _tag: "NotSound"; readonly file: string }
  | { readonly _tag: "CutShort" }

/** The values that each part of a requirement names, each once; or the file that is not sound. */
const valuesOf = (
  required: RequiredValues,
  read: ReadColumns,
): ReadonlyArray<ValuesByColumn> | { readonly file: string } => {
  if (required._tag === "Words")
    return required.words.map((word) => ({ [required.columns[0]]: word }))
  const rows = read(required.of)
  if (rows === undefined) return required.of
  const distinct = new Map(rows.map(({ values }) => [valuesKey(values), values]))
  return [...distinct.values()]
    .filter((values) => !values.includes(""))
    .map((values) =>
      Object.fromEntries(required.columns.map((column, index) => [column, values[index] ?? ""])),
    )
}

/** Whether a plain table has a row with some values. */
const plainFinder = (
  file: string,
  columns: ReadonlyArray<string>,
  read: ReadColumns,
): ((values: ValuesByColumn) => boolean) => {
  const present = new Set(read({ file, columns })?.map(({ values }) => valuesKey(values)))
  return (values) => present.has(valuesKey(columns.map((column) => values[column] ?? "")))
}

/** The rows of a decision table that take a word in one of its columns. */
const rowsTaking = (decision: Decision, column: string): ((word: string) => Bitset) => {
  const { columns, definition, fields } = decision
  const inputs = Object.keys(definition.inputs)
  const condition = columns[inputs.indexOf(column)]
  if (condition !== undefined) {
    const { rows, segmentOf } = condition
    return (word) => rows[segmentOf(word)] ?? emptyBitset(fields.length)
  }
  const place = inputs.length + Object.keys(definition.outputs).indexOf(column)
  const sets = new Map<string, Bitset>()
  for (const [row, cells] of fields.entries()) {
    const text = cells[place]?.text ?? ""
    const set = sets.get(text) ?? emptyBitset(fields.length)
    sets.set(text, set)
    addRow(set, row)
  }
  return (word) => sets.get(word) ?? emptyBitset(fields.length)
}

/** Whether a decision table has a row that takes some values, whatever its other columns say. */
const decisionFinder = (
  decision: Decision,
  columns: ReadonlyArray<string>,
): ((values: ValuesByColumn) => boolean) => {
  const finders = columns.map((column) => ({ column, taking: rowsTaking(decision, column) }))
  return (values) => {
    const rows = fullBitset(decision.rows.length)
    for (const { column, taking } of finders) intersect(rows, taking(values[column] ?? ""))
    return !isEmpty(rows)
  }
}

/** Finds the combinations that a requirement asks for and that no row of a table has. */
export const findMissing = (
  { every }: Requirement,
  file: string,
  table: LoadedTable,
  read: ReadColumns,
  budget: Budget,
): Missing => {
  let combinations: ReadonlyArray<ValuesByColumn> = [{}]
  for (const required of every) {
    const values = valuesOf(required, read)
    if ("file" in values) return { _tag: "NotSound", file: values.file }
    budget.left -= combinations.length * values.length
    if (budget.left < 0) return { _tag: "CutShort" }
    combinations = combinations.flatMap((one) => values.map((more) => ({ ...one, ...more })))
  }
  const columns = every.flatMap((required) => required.columns)
  const found = "tests" in table ? decisionFinder(table, columns) : plainFinder(file, columns, read)
  return { _tag: "Missing", combinations: combinations.filter((values) => !found(values)) }
}
