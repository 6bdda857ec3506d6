import type { TableBounds } from "./bounds.ts"
import type { Column } from "./column.ts"
import type { Meaning } from "./meaning.ts"
import type { CamelKeys } from "./names.ts"
import type { Naming, Requirement } from "./requirement.ts"
import type { RowRule } from "./row-rule.ts"

/** The columns of a table by their names in the file. */
export type Columns = Readonly<Record<string, Column<unknown>>>

type ValueOf<Some> = Some extends Column<infer Value> ? Value : never

/** The row type of a set of columns: camelCase names, read values. */
export type RowOfColumns<Shape extends Columns> = CamelKeys<{
  [Name in keyof Shape]: ValueOf<Shape[Name]>
}>

/** A plain table as declared: where it lives, what it says, its columns and its unique key. */
export interface TableDefinition<Shape extends Columns = Columns> {
  readonly _tag: "TableDefinition"
  readonly file: string
  readonly about: string
  readonly key: ReadonlyArray<keyof Shape & string>
  readonly columns: Shape
  /** The rows that it must have. */
  readonly requires?: ReadonlyArray<Requirement>
  /** What each of its rows keeps. */
  readonly rules?: ReadonlyArray<RowRule>
  /** What it may hold at most, if not the usual bounds. */
  readonly bounds?: Partial<TableBounds>
  /** Who should name its rows. */
  readonly named?: Naming
  /** What its values mean. */
  readonly means?: ReadonlyArray<Meaning>
  /** The columns that it could have, for a table that has those of its text. */
  readonly mayHave?: ReadonlyArray<string>
  /** The file of the decision table whose cases its rows are. */
  readonly casesOf?: string
}

/** The row type of a table definition. */
export type RowOf<Definition> =
  Definition extends TableDefinition<infer Shape> ? RowOfColumns<Shape> : never

/** Declares a plain table; see `data/README.md` for the tables there are. */
export const defineTable = <const Shape extends Columns>(
  definition: Omit<TableDefinition<Shape>, "_tag">,
): TableDefinition<Shape> => ({ _tag: "TableDefinition", ...definition })

/**
 * The columns that say something: all but notes, which explain their row and decide nothing.
 *
 * ```ts
 * import { decidingColumns } from "../core/table/definition.ts"
 * import * as Column from "../core/table/column.ts"
 *
 * const text = Column.text({ about: "A text." })
 * decidingColumns({ name: text, source: Column.note(text) }) // => ["name"]
 * ```
 */
export const decidingColumns = (columns: Columns): ReadonlyArray<string> =>
  Object.entries(columns).flatMap(([name, { note }]) => (note === true ? [] : [name]))
