import type { CsvPosition } from "./csv.ts"
import type { ReadingError } from "./error.ts"
import type { TableExpectation } from "./expectation.ts"

/** What can be said of a mistake in the shape of a table. */
export interface ShapeFacts {
  readonly column?: string
  readonly cell?: string
  readonly expected: TableExpectation
  readonly nearest?: string
}

/** A mistake in the shape of a table: its header, the width of a row, its separators. */
export const shapeError = (
  file: string,
  { character, line }: CsvPosition,
  facts: ShapeFacts,
): ReadingError => ({ _tag: "TableError", file, line, character, column: "", cell: "", ...facts })
