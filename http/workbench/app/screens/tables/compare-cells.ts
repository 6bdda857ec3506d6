import type { GridColumn } from "../../../../../rules/changes/grid/grid-view.ts"

/**
 * Compares cells of a column, figures and bounds by their size, words by what people call them; cells
 * without any come last either way.
 */
export const compareCells = (
  column: GridColumn,
  textOf: (column: GridColumn, cell: string) => string,
  isDown: boolean,
): ((left: string, right: string) => number) => {
  const known = new Map<string, Key>()
  const keyOf = (cell: string): Key => {
    const key = known.get(cell) ?? { ends: endsOf(column, cell), text: textOf(column, cell) }
    known.set(cell, key)
    return key
  }
  const way = isDown ? -1 : 1
  return (left, right) => {
    const [one, other] = [keyOf(left), keyOf(right)]
    if (one.ends !== undefined && other.ends !== undefined) {
      return way * compareEnds(one.ends, other.ends)
    }
    if (one.ends !== undefined || other.ends !== undefined) return one.ends === undefined ? 1 : -1
    return way * one.text.localeCompare(other.text, undefined, { numeric: true })
  }
}

interface Key {
  readonly ends: Ends | undefined
  readonly text: string
}

/** Where the numbers of a cell begin and end; an end that is left out is told apart from one that is not. */
type Ends = readonly [low: number, isBehind: number, high: number, isBefore: number]

/** The ends of the numbers that a cell says; undefined for words, for anything, and for nothing. */
const endsOf = (column: GridColumn, text: string): Ends | undefined => {
  if (text === "") return undefined
  const figure = Number(text)
  if (!Number.isNaN(figure)) return [figure, 0, figure, 0]
  const test = Object.hasOwn(column.tests, text) ? column.tests[text] : undefined
  if (test?._tag !== "Within") return undefined
  const [first] = test.intervals
  const last = test.intervals.at(-1)
  if (first === undefined || last === undefined) return undefined
  return [
    Number(first.low ?? Number.NEGATIVE_INFINITY),
    first.lowClosed ? 0 : 1,
    Number(last.high ?? Number.POSITIVE_INFINITY),
    last.highClosed ? 0 : -1,
  ]
}

const compareEnds = (left: Ends, right: Ends): number => {
  const at = left.findIndex((end, place) => end !== right[place])
  if (at < 0) return 0
  return (left[at] ?? 0) < (right[at] ?? 0) ? -1 : 1
}
