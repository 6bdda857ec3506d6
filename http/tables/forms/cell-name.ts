const letters = 26

/** The letters of a column from 0, as spreadsheets name it. */
export const columnName = (column: number): string => {
  const before = Math.trunc(column / letters) - 1
  const last = String.fromCharCode(65 + (column % letters))
  return before < 0 ? last : columnName(before) + last
}

/**
 * A cell as spreadsheets name it, from its row and column from 0.
 *
 * ```ts
 * import { cellName } from "../http/tables/forms/cell-name.ts"
 *
 * cellName(13, 2) // => "C14"
 * cellName(0, 701) // => "ZZ1"
 * cellName(0, 702) // => "AAA1"
 * ```
 */
export const cellName = (row: number, column: number): string => `${columnName(column)}${row + 1}`
