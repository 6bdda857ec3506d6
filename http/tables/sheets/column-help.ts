import type { AnyColumn } from "../../../core/table/tidy.ts"

const testsOf = {
  words: "Empty is anything; a word, several joined by |, or not(…) around them.",
  number: "Empty is anything; a number, <10, <=10, >5, >=5, [10..20] or [10..20), joined by |.",
  boolean: "Empty is anything; true or false.",
} as const

const isInput = (
  column: AnyColumn,
): column is Extract<AnyColumn, { readonly kind: keyof typeof testsOf }> => !("parse" in column)

/** What the note at the head of a column says: what it means, what it takes, in which unit. */
export const columnHelp = (column: AnyColumn): string => {
  const takes = isInput(column) ? testsOf[column.kind] : `Takes: ${column.kind}.`
  const unit = column.unit === undefined ? [] : [`Unit: ${column.unit}.`]
  return [column.about, takes, ...unit].join("\n")
}
