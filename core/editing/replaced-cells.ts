import { columnsOf } from "../table/load.ts"
import { readSource } from "../table/source.ts"
import { takesCell, tidyCell } from "../table/tidy.ts"
import type { DeclaredText } from "./chosen-rows.ts"

/** What is found in cells, and by what it is replaced. */
export interface Replacement {
  readonly find: string
  readonly by: string
  /** Whether the whole cell must say it; a number is found however it is written. */
  readonly isWhole: boolean
  /** Whether capitals count; where they do not, those of what is found are kept. */
  readonly isExact: boolean
}

/** Why a cell is left as it is: it names its row, it is an address, or what is found stands in a quotation. */
export type ReplacementLeftOut = "key" | "address" | "quotation"

/** A cell in which something is found, as the table would write it then. */
export interface ReplacedCell {
  /** The line of its row. */
  readonly line: number
  readonly column: string
  readonly before: string
  readonly after: string
  readonly leftOut: ReplacementLeftOut | null
  /** Whether the column does not take it. */
  readonly isRefused: boolean
}

const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text)

const isCapital = (text: string): boolean =>
  text !== text.toLowerCase() && text === text.toUpperCase()

/** What replaces a match, with the capitals of what was found. */
const withCapitals = (found: string, { by, find, isExact }: Replacement): string => {
  if (isExact || by === "" || isCapital(find)) return by
  if (found.length > 1 && isCapital(found)) return by.toUpperCase()
  const begins = isCapital(found.charAt(0)) && !isCapital(find.charAt(0))
  return begins ? by.charAt(0).toUpperCase() + by.slice(1) : by
}

/**
 * A cell with what is found replaced; undefined where nothing is.
 *
 * ```ts
 * import { replacedText } from "../core/editing/replaced-cells.ts"
 *
 * const plan = { find: "plan", by: "formula", isWhole: false, isExact: false }
 * replacedText("Plan A, plan B", plan) // => "Formula A, formula B"
 * replacedText("0.440", { find: "0.44", by: "0.45", isWhole: true, isExact: false }) // => "0.45"
 * replacedText("offer", plan) // => undefined
 * ```
 */
export const replacedText = (cell: string, replacement: Replacement): string | undefined => {
  const { by, find, isExact, isWhole } = replacement
  if (find === "") return undefined
  if (isWhole) {
    const isSame =
      cell === find ||
      (!isExact && cell.toLowerCase() === find.toLowerCase()) ||
      (isNumber(cell) && isNumber(find) && Number(cell) === Number(find))
    return isSame ? (isNumber(cell) ? by : withCapitals(cell, replacement)) : undefined
  }
  const form = matching(replacement)
  return form.test(cell)
    ? cell.replaceAll(form, (found) => withCapitals(found, replacement))
    : undefined
}

const matching = ({ find, isExact }: Replacement): RegExp =>
  new RegExp(find.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`), isExact ? "gu" : "giu")

/** The cells of a table in which something is found, in the order in which they stand. */
export const replacedCells = (
  { definition, source }: DeclaredText,
  replacement: Replacement,
): ReadonlyArray<ReplacedCell> => {
  if (!mayHold(source, replacement)) return []
  const columns = Object.entries(columnsOf(definition))
  const keys: ReadonlyArray<string> = definition._tag === "TableDefinition" ? definition.key : []
  const { records } = readSource(
    definition.file,
    source,
    columns.map(([name]) => name),
  )
  return records.flatMap(({ line, texts }) =>
    columns.flatMap(([name, column], at): ReadonlyArray<ReplacedCell> => {
      const before = texts[at] ?? ""
      const found = replacedText(before, replacement)
      if (found === undefined) return []
      const after = tidyCell(column, found, false)
      if (after === before) return []
      const leftOut = keys.includes(name) ? "key" : leftOutOf(before, replacement)
      return [{ line, column: name, before, after, leftOut, isRefused: !takesCell(column, after) }]
    }),
  )
}

/** Whether a text as a whole may hold what is looked for: most tables need not be read. */
const mayHold = (source: string, replacement: Replacement): boolean => {
  const { find } = replacement
  if (find === "") return false
  // These may be written in another way in the file than in the cell.
  const isOtherwise = find.includes('"') || find.includes("\n") || isNumber(find)
  return isOtherwise || matching(replacement).test(source)
}

const quotation = /“[^”]*”|«[^»]*»/gu

const leftOutOf = (cell: string, replacement: Replacement): ReplacementLeftOut | null => {
  if (/\bhttps?:\/\//.test(cell)) return "address"
  const outside = cell.replaceAll(quotation, "")
  return outside !== cell && replacedText(outside, replacement) === undefined ? "quotation" : null
}
