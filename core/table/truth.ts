const inOtherWords: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
  ["vrai", true],
  ["faux", false],
])

/**
 * The truth value of a cell: `true` or `false`, as tables write it, in capitals or in French, as
 * spreadsheets do; undefined for anything else.
 *
 * ```ts
 * import { readTruth } from "../core/table/truth.ts"
 *
 * readTruth("true") // => true
 * readTruth("FALSE") // => false
 * readTruth("VRAI") // => true
 * readTruth("yes") // => undefined
 * ```
 */
export const readTruth = (cell: string): boolean | undefined => {
  if (cell === "true") return true
  return cell === "false" ? false : inOtherWords.get(cell.toLowerCase())
}
