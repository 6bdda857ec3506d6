import type { Consequence } from "./consequence.ts"

/** Columns of a table, taken together: their values row by row. */
export interface ColumnsOf {
  readonly file: string
  readonly columns: ReadonlyArray<string>
}

/** Values that must each have a row: listed words, or what stands in columns of a table. */
export type RequiredValues =
  | {
      readonly _tag: "Words"
      readonly columns: readonly [string]
      readonly words: ReadonlyArray<string>
    }
  | {
      readonly _tag: "ValuesOf"
      readonly columns: ReadonlyArray<string>
      readonly of: ColumnsOf
    }

/** Rows that a table must have: one at least for every combination of values. */
export interface Requirement {
  readonly every: ReadonlyArray<RequiredValues>
  /** What the rules do where the row is missing. */
  readonly otherwise: Consequence
}

/** Rows that other tables should name, or they serve nobody. */
export interface Naming {
  /** The columns by which a row is named. */
  readonly columns: ReadonlyArray<string>
  /** Where it may be named: as many columns, in the same order. */
  readonly by: ReadonlyArray<ColumnsOf>
  /** What that means for a row that nothing names. */
  readonly otherwise: Consequence
}

/** Requires every one of some words in a column; an empty word is an empty cell. */
export const everyWord = (column: string, words: ReadonlyArray<string>): RequiredValues => ({
  _tag: "Words",
  columns: [column],
  words,
})

/**
 * Requires what stands in columns of another table, or of the same one: by default in columns of the
 * same names. Empty cells there require nothing.
 */
export const everyValueOf = (
  file: string,
  columns: ReadonlyArray<string>,
  there: ReadonlyArray<string> = columns,
): RequiredValues => ({ _tag: "ValuesOf", columns, of: { file, columns: there } })
