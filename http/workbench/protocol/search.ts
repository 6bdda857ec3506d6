import type { Call, RowPlace } from "./call.ts"

/** What is looked for. */
export interface SearchAsked {
  readonly text: string
}

/** A cell that holds what is looked for. */
export interface SearchHit extends RowPlace {
  readonly column: string
  /** The cell, cut around what was found where it is long. */
  readonly cell: string
  /** Where in that the found part stands. */
  readonly from: number
  readonly to: number
  /** The cells that name the row. */
  readonly row: ReadonlyArray<string>
}

/** The hits in one table: the first of them, and how many there are. */
export interface SearchGroup {
  readonly file: string
  readonly hits: ReadonlyArray<SearchHit>
  readonly count: number
}

/** Everything that was found, the table with the most telling hits first. */
export interface SearchFound {
  readonly groups: ReadonlyArray<SearchGroup>
  readonly count: number
  readonly tables: number
}

/** Calls that look through all tables. */
export interface SearchCalls {
  readonly search: Call<SearchAsked, SearchFound>
}
