import { numberInput } from "../../../core/editing/bands.ts"
import { referenceOf } from "../../../core/editing/chosen-rows.ts"
import { amountColumns } from "../../../core/editing/scaled-cells.ts"
import * as Result from "effect/Result"
import { type AnyDefinition, columnsOf } from "../../../core/table/load.ts"
import type { AnyColumn } from "../../../core/table/tidy.ts"
import type { GridColumn, NamedWord } from "./grid-view.ts"
import { cellView, type KnownWords } from "./cell-views.ts"
import { referenceWords } from "./reference-names.ts"

type Sources = ReadonlyMap<string, string>

/** The words that another table has for a column. */
export const knownWordsOf = (
  column: AnyColumn,
  words: ReadonlyArray<NamedWord> | null,
): KnownWords | undefined => {
  const reference = referenceOf(column)
  if (reference === undefined || words === null) return undefined
  const known = new Set(words.map(({ word }) => word))
  return {
    isKnown: (word) => known.has(word),
    expected: { _tag: "Existing", ...reference },
  }
}

/** The words that a column takes, each by what people call it; null where it takes any. */
export const wordsOf = (column: AnyColumn, sources: Sources): ReadonlyArray<NamedWord> | null => {
  const reference = referenceOf(column)
  if (reference !== undefined) return referenceWords(reference, sources) ?? null
  if (!("words" in column) || column.words === undefined) return null
  return column.words.map((word) => ({ word, en: null, fr: null }))
}

/** How the cells of a column are edited; amounts of money are told by their table. */
export const columnType = (column: AnyColumn, isAmount = false): GridColumn["type"] => {
  if (!("parse" in column)) return column.kind === "boolean" ? "truth" : column.kind
  const kind = column.kind.replace(/^list of /, "")
  if (kind.startsWith("boolean")) return "truth"
  if (column.words !== undefined || column.reference !== undefined) return "words"
  if (kind.startsWith("day ")) return "day"
  if (isAmount) return "amount"
  return kind.startsWith("integer") || kind.startsWith("decimal") ? "number" : "text"
}

const kindText = (column: AnyColumn): string => {
  if ("parse" in column) return column.kind
  return `condition over ${column.kind}`
}

/** Reads each different cell of a column once. */
const readings = (
  column: AnyColumn,
  cells: Iterable<string>,
  known: KnownWords | undefined,
): Pick<GridColumn, "tests" | "faults"> => {
  const tests: Array<readonly [string, NonNullable<GridColumn["tests"][string]>]> = []
  const faults: Array<readonly [string, NonNullable<GridColumn["faults"][string]>]> = []
  for (const cell of new Set(cells)) {
    const { fault, test } = cellView(column, cell, known)
    if (test !== null) tests.push([cell, test])
    if (fault !== null) faults.push([cell, fault])
  }
  return { tests: Object.fromEntries(tests), faults: Object.fromEntries(faults) }
}

/** The columns of a table as its grid has them; `cellsOf` gives the cells of one, by its place. */
export const gridColumns = (
  definition: AnyDefinition,
  sources: Sources,
  cellsOf: (place: number) => Iterable<string>,
): ReadonlyArray<GridColumn> => {
  const amounts = new Set(amountColumns(definition))
  const keys: ReadonlyArray<string> = definition._tag === "TableDefinition" ? definition.key : []
  return Object.entries(columnsOf(definition)).map(([name, column], place) => {
    const words = wordsOf(column, sources)
    const reference = referenceOf(column)
    return {
      name,
      role: "parse" in column ? "value" : "condition",
      type: columnType(column, amounts.has(name)),
      kind: kindText(column),
      unit: column.unit ?? null,
      about: column.about,
      words,
      reference: reference ?? null,
      isList: "parse" in column && column.kind.startsWith("list of "),
      numbers: numberInput(column) ?? null,
      mayBeEmpty: !("parse" in column) || Result.isSuccess(column.parse("")),
      isNote: "note" in column && column.note === true,
      isKey: keys.includes(name),
      ...readings(column, cellsOf(place), knownWordsOf(column, words)),
    }
  })
}
