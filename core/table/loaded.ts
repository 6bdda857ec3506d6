import type { Reference } from "./column.ts"
import type { ErrorPlace, ReadingError } from "./error.ts"

/** A loaded table: its rows in file order, each row's line, and the row of a key. */
export interface Table<Row> {
  readonly file: string
  readonly rows: ReadonlyArray<Row>
  readonly lines: ReadonlyArray<number>
  /** The line of one of the rows; undefined for anything else. */
  readonly lineOf: (row: unknown) => number | undefined
  readonly get: (...key: ReadonlyArray<string | number>) => Row | undefined
  /** The rows that have a value in one of their columns, in file order; a method, so that wider rows fit narrower ones. */
  having(name: keyof Row, value: unknown): ReadonlyArray<Row>
}

/** A column of another table that cells refer to, and a cell that does. */
export interface ReferenceUse extends Reference {
  readonly place: ErrorPlace
}

/** A column of another table that cells refer to, and the different words that they name in it. */
export interface Mention extends Reference {
  readonly words: ReadonlyArray<string>
}

/** What reading one file gave: the table, every error in it, and what it refers to elsewhere. */
export interface Loaded<Content> {
  readonly content: Content
  readonly errors: ReadonlyArray<ReadingError>
  readonly mentions: ReadonlyArray<Mention>
  /** Every cell that refers to another table; gathered when it is asked for, as mistakes are rare. */
  readonly uses: ReadonlyArray<ReferenceUse>
  /** The distinct words of a column; undefined where the file does not show all of them. */
  readonly words: (column: string) => ReadonlySet<string> | undefined
}
