/** Rows of a table that is stored by columns, which are as long as each other. */
export interface ColumnBatch {
  readonly rowCount: number
  /** The values of each column, in the order of the names; null and undefined where there is none. */
  readonly columns: ReadonlyArray<ArrayLike<unknown>>
}

/** A table that is read batch by batch. */
export interface ColumnSource {
  /** Names of the columns; one within a structure has a dotted name. */
  readonly names: ReadonlyArray<string>
  readonly batches: AsyncIterable<ColumnBatch>
}

/** A column in its table, by the names that lead to it. */
export type ColumnPath = readonly [column: string, ...within: ReadonlyArray<string>]

const inner = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/**
 * The values of a column that stands within others.
 *
 * ```ts
 * import { valuesWithin } from "../http/spreadsheets/column-source.ts"
 *
 * valuesWithin([{ tier: "mid" }, null], ["tier"]) // => ["mid", undefined]
 * ```
 */
export const valuesWithin = (
  values: ArrayLike<unknown>,
  within: ReadonlyArray<string>,
): ArrayLike<unknown> =>
  within.length === 0 ? values : Array.from(values, (value) => within.reduce<unknown>(inner, value))
