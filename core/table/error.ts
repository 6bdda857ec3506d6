import { nearest } from "./nearest.ts"

/** Why one cell is refused: what should stand there, and the allowed words where they are few. */
export interface CellProblem {
  readonly expected: string
  readonly allowed?: Iterable<string>
}

/**
 * One mistake in a table: file under data/, line and character from 1, column name, the cell as
 * written, what is expected there and the nearest allowed value when one is close.
 */
export interface TableError {
  readonly _tag: "TableError"
  readonly file: string
  readonly line: number
  readonly character: number
  readonly column: string
  readonly cell: string
  readonly expected: string
  readonly nearest?: string
}

/** Builds a table error from a cell's place and its problem. */
export const tableError = (
  place: Omit<TableError, "_tag" | "expected" | "nearest">,
  problem: CellProblem,
): TableError => {
  const close = problem.allowed === undefined ? undefined : nearest(place.cell, problem.allowed)
  return {
    _tag: "TableError",
    ...place,
    expected: problem.expected,
    ...(close === undefined ? {} : { nearest: close }),
  }
}

const quoted = (cell: string): string =>
  JSON.stringify(cell.length > 60 ? `${cell.slice(0, 57)}...` : cell)

/**
 * The sentence of a table error, in the `file:line:character` form that editors open.
 *
 * ```ts
 * import { describeTableError, tableError } from "../core/table/error.ts"
 *
 * const error = tableError(
 *   { file: "coach/cards.csv", line: 7, character: 12, column: "tier", cell: "premuim" },
 *   { expected: "one of entry, mid, premium", allowed: ["entry", "mid", "premium"] },
 * )
 * describeTableError(error) // => 'coach/cards.csv:7:12 tier: "premuim" should be one of entry, mid, premium; did you mean "premium"?'
 * ```
 */
export const describeTableError = (error: TableError): string => {
  const place = `${error.file}:${error.line}:${error.character}`
  const hint = error.nearest === undefined ? "" : `; did you mean ${quoted(error.nearest)}?`
  return `${place} ${error.column}: ${quoted(error.cell)} should be ${error.expected}${hint}`
}
