import type { Column } from "../../core/table/column.ts"
import { type AnyDefinition, columnsOf } from "../../core/table/load.ts"
import type { SourceColumn } from "./sources-view.ts"

/** The column that says what a row rests on, in every table that has it. */
export const sourceColumn = "source"

/** The column that says of when that is. */
export const dateColumn = "as_of"

/** The columns next to the source are what it founds; more of them make no form. */
const columnsMax = 8

/** The columns whose cells are a figure and what it rests on: no keys, and no conditions. */
export const foundedColumns = (
  definition: AnyDefinition,
): ReadonlyArray<readonly [name: string, column: Column<unknown>]> => {
  const columns = definition._tag === "TableDefinition" ? definition.columns : definition.outputs
  const keys: ReadonlyArray<string> = definition._tag === "TableDefinition" ? definition.key : []
  return Object.entries(columns)
    .filter(([name]) => !keys.includes(name))
    .slice(-columnsMax)
}

/** The columns that name a row: its key, or its conditions. */
export const namingColumns = (definition: AnyDefinition): ReadonlyArray<string> =>
  definition._tag === "TableDefinition" ? definition.key : Object.keys(definition.inputs)

/** Whether rows of a table say what they rest on. */
export const saysSource = (definition: AnyDefinition): boolean =>
  Object.hasOwn(columnsOf(definition), sourceColumn)

/** A column as a form shows it. */
export const formColumn = ([name, { about, kind, unit, words }]: readonly [
  string,
  Column<unknown>,
]): SourceColumn => ({
  column: name,
  about,
  unit: unit ?? null,
  words: words ?? null,
  isNumber: /^(?:integer|decimal)/.test(kind),
  isOptional: kind.endsWith("or empty"),
})
