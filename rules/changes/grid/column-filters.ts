import * as Result from "effect/Result"
import { figures, rangeSide } from "../../../core/editing/bands.ts"
import type { GridColumn, GridRow } from "./grid-view.ts"

/** A range of numbers or of days; an end that is null is open, ends are included. */
export interface FilterRange {
  /** Of a band: whether a part of it lies in the range, or all of it. */
  readonly how: "reaches" | "within"
  readonly low: string | null
  readonly high: string | null
}

/** Which rows are shown by what one column says; each part that is there must hold. */
export interface ColumnFilter {
  readonly column: string
  /** Words, or cells as they are written, of which one must be there. */
  readonly words?: ReadonlyArray<string>
  readonly range?: FilterRange
  /** What the cell must contain, as it is written or as people read it. */
  readonly says?: string
}

/** How a cell reads for people. */
type TextOf = (column: GridColumn, cell: string) => string

/** Whether a column has ends to be asked with: bands, figures, or days. */
export const hasRanges = ({ numbers, role, type }: GridColumn): boolean =>
  numbers !== null || (role === "value" && ["amount", "day", "number"].includes(type))

/**
 * What a cell can be ticked by: the words that a condition or a list names, else the cell itself; empty for a
 * cell that says nothing.
 */
export const wordsIn = (column: GridColumn, cell: string): ReadonlyArray<string> => {
  const test = Object.hasOwn(column.tests, cell) ? column.tests[cell] : undefined
  if (test?._tag === "AnyOf") return test.words
  return column.isList && cell !== "" ? cell.split("|") : [cell]
}

/** A range as a condition over numbers is written; undefined for one that is open on both ends. */
const rangeText = ({ high, low }: FilterRange): string | undefined => {
  if (low === null) return high === null ? undefined : `<=${high}`
  return high === null ? `>=${low}` : low === high ? low : `[${low}..${high}]`
}

const isInRange = (column: GridColumn, cell: string, range: FilterRange): boolean => {
  const { high, how, low } = range
  if (column.role === "value" && cell === "") return false
  if (column.type === "day") return (low === null || cell >= low) && (high === null || cell <= high)
  const written = rangeText(range)
  if (written === undefined) return true
  const side = rangeSide(column.numbers ?? figures, cell, written)
  return side === "inside" || (how === "reaches" && side === "astride")
}

const passes = (column: GridColumn, filter: ColumnFilter, textOf: TextOf) => {
  const { range, says, words } = filter
  const wanted = words === undefined ? undefined : new Set(words)
  const asked = says?.toLowerCase() ?? ""
  const known = new Map<string, boolean>()
  const decide = (cell: string): boolean =>
    (wanted === undefined ||
      wanted.has(cell) ||
      wordsIn(column, cell).some((word) => wanted.has(word))) &&
    (range === undefined || isInRange(column, cell, range)) &&
    (cell.toLowerCase().includes(asked) || textOf(column, cell).toLowerCase().includes(asked))
  return (cell: string): boolean => {
    const found = known.get(cell) ?? decide(cell)
    known.set(cell, found)
    return found
  }
}

/** Prepares to tell which rows some filters let through: those that all of them do. */
export const rowFilter = (
  columns: ReadonlyArray<GridColumn>,
  filters: ReadonlyArray<ColumnFilter>,
  textOf: TextOf,
): ((texts: ReadonlyArray<string>) => boolean) => {
  const parts = filters.flatMap((filter) => {
    const at = columns.findIndex(({ name }) => name === filter.column)
    const column = columns[at]
    return column === undefined ? [] : [{ at, lets: passes(column, filter, textOf) }]
  })
  return (texts) => parts.every(({ at, lets }) => lets(texts[at] ?? ""))
}

/** A word of a column with how many rows say it. */
export interface CountedWord {
  readonly word: string
  readonly count: number
}

/** What a column can be ticked by in some rows, and among those that are shown how many rows say each. */
export const countedWords = (
  column: GridColumn,
  at: number,
  { all, shown }: { readonly all: ReadonlyArray<GridRow>; readonly shown: ReadonlyArray<GridRow> },
): ReadonlyArray<CountedWord> => {
  const counts = new Map<string, number>()
  const count = (rows: ReadonlyArray<GridRow>, by: 0 | 1): void => {
    for (const { texts } of rows) {
      for (const word of wordsIn(column, texts[at] ?? "")) {
        counts.set(word, (counts.get(word) ?? 0) + by)
      }
    }
  }
  count(all, 0)
  count(shown, 1)
  return [...counts].map(([word, number]) => ({ word, count: number }))
}

/** The lines of rows of which a part alone lies in a range of a column: a cut of their bands tells it apart. */
export const astrideLines = (
  column: GridColumn,
  at: number,
  rows: ReadonlyArray<GridRow>,
  range: FilterRange,
): ReadonlyArray<number> => {
  const written = rangeText(range)
  const { numbers } = column
  if (numbers === null || written === undefined) return []
  const known = new Map<string, boolean>()
  const isAstride = (cell: string): boolean => {
    const found = known.get(cell) ?? rangeSide(numbers, cell, written) === "astride"
    known.set(cell, found)
    return found
  }
  return rows.flatMap(({ line, texts }) => (isAstride(texts[at] ?? "") ? [line] : []))
}

/**
 * A filter of a column as addresses tell it; {@link readFilter} reads it back to the same.
 *
 * ```ts
 * import { writeFilter } from "../rules/changes/grid/column-filters.ts"
 *
 * writeFilter({ column: "age", range: { how: "reaches", low: "60", high: null } }) // => "reaches:60.."
 * writeFilter({ column: "zone", words: ["europe", "a b"], says: "e" }) // => "is:europe,a%20b;says:e"
 * ```
 */
export const writeFilter = ({ range, says, words }: ColumnFilter): string =>
  [
    words === undefined ? "" : wordsText(words),
    range === undefined ? "" : `${range.how}:${range.low ?? ""}..${range.high ?? ""}`,
    says === undefined ? "" : `says:${encodeURIComponent(says)}`,
  ]
    .filter((part) => part !== "")
    .join(";")

const wordsText = (words: ReadonlyArray<string>): string =>
  words.length === 0 ? "none" : `is:${words.map(encodeURIComponent).join(",")}`

const figure = /^-?\d+(?:\.\d+)?$|^\d{4}-\d\d-\d\d$/

const decoded = (text: string): string | undefined =>
  Result.getOrUndefined(Result.try(() => decodeURIComponent(text)))

const readRange = (how: FilterRange["how"], text: string): FilterRange | undefined => {
  const [low = "", high = "", ...more] = text.split("..")
  const isEnd = (end: string): boolean => end === "" || figure.test(end)
  if (more.length > 0 || !isEnd(low) || !isEnd(high) || low + high === "") return undefined
  return { how, low: low === "" ? null : low, high: high === "" ? null : high }
}

/** Reads the filter of a column from an address; undefined for what is none. */
export const readFilter = (column: string, text: string): ColumnFilter | undefined => {
  let filter: ColumnFilter = { column }
  for (const part of text.split(";")) {
    const [, kind = "", value = ""] = /^(is|reaches|within|says):(.*)$/s.exec(part) ?? []
    if (part === "none") filter = { ...filter, words: [] }
    else if (kind === "is") {
      const words = value.split(",").flatMap((word) => decoded(word) ?? [])
      filter = { ...filter, words }
    } else if (kind === "says") {
      const says = decoded(value)
      if (says !== undefined) filter = { ...filter, says }
    } else if (kind === "reaches" || kind === "within") {
      const range = readRange(kind, value)
      if (range !== undefined) filter = { ...filter, range }
    }
  }
  return Object.keys(filter).length > 1 ? filter : undefined
}
