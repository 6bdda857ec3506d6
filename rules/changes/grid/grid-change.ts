import type { GridColumn, GridRow, TableGrid } from "./grid-view.ts"

/** What becomes of the grid of a table from one revision to another. */
export interface GridChange {
  /** The revision that it changes. */
  readonly from: number
  /** All of the grid but its rows and columns; comments only where they are others. */
  readonly facts: Omit<TableGrid, "asides" | "columns" | "rows"> &
    Partial<Pick<TableGrid, "asides">>
  /** Columns that are others, by their places. */
  readonly columns: ReadonlyArray<readonly [place: number, column: GridColumn]>
  /** So many rows stay at the start, and at the end, where all lines move by so much. */
  readonly first: number
  readonly last: number
  readonly moved: number
  /** The rows between those. */
  readonly rows: ReadonlyArray<GridRow>
}

/**
 * What becomes of a grid; undefined where it is another table, or has other columns. An edit changes a
 * few rows of thousands: they alone are told.
 */
export const gridChange = (before: TableGrid, after: TableGrid): GridChange | undefined => {
  if (before.file !== after.file || !hasSameColumns(before, after)) return undefined
  const { asides, columns, rows, ...facts } = after
  const { first, last, moved } = changedRows(before.rows, rows)
  return {
    from: before.revision,
    facts: JSON.stringify(before.asides) === JSON.stringify(asides) ? facts : { ...facts, asides },
    columns: [...columns.entries()].filter(
      ([place, column]) => JSON.stringify(before.columns[place]) !== JSON.stringify(column),
    ),
    first,
    last,
    moved,
    rows: rows.slice(first, rows.length - last),
  }
}

/** How many rows stay at the start, and at the end, where all lines move by so much. */
const changedRows = (
  before: ReadonlyArray<GridRow>,
  rows: ReadonlyArray<GridRow>,
): Pick<GridChange, "first" | "last" | "moved"> => {
  const shared = Math.min(before.length, rows.length)
  let first = 0
  while (first < shared && isSame(before[first], rows[first], 0)) first += 1
  const moved = (rows.at(-1)?.line ?? 0) - (before.at(-1)?.line ?? 0)
  let last = 0
  while (last < shared - first && isSame(before.at(-1 - last), rows.at(-1 - last), moved)) last += 1
  return { first, last, moved: last === 0 ? 0 : moved }
}

/** Where the row of a line stands now; undefined where it is no longer known. */
export type LineMove = (line: number) => number | undefined

/** Where the rows of a table stand once others have come or gone. */
export const lineMove = (
  before: Pick<TableGrid, "rows">,
  { rows }: Pick<TableGrid, "rows">,
): LineMove => {
  const { first, last, moved } = changedRows(before.rows, rows)
  const place = new Map(before.rows.map(({ line }, at) => [line, at]))
  return (line) => {
    const at = place.get(line)
    if (at === undefined) return undefined
    if (at < first) return line
    if (at >= before.rows.length - last) return line + moved
    // As many rows as before: each is what its own has become.
    return rows.length === before.rows.length ? rows[at]?.line : undefined
  }
}

/** A grid with a change made in it; undefined where it is not the one that changes. */
export const changedGrid = (grid: TableGrid, change: GridChange): TableGrid | undefined => {
  if (grid.revision !== change.from || grid.file !== change.facts.file) return undefined
  const { facts, first, last, moved } = change
  const kept = grid.rows.slice(grid.rows.length - last)
  const changed = new Map(change.columns)
  return {
    asides: grid.asides,
    ...facts,
    columns: grid.columns.map((column, place) => changed.get(place) ?? column),
    rows: [
      ...grid.rows.slice(0, first),
      ...change.rows,
      ...(moved === 0 ? kept : kept.map((row) => ({ ...row, line: row.line + moved }))),
    ],
  }
}

const hasSameColumns = (before: TableGrid, after: TableGrid): boolean =>
  before.columns.length === after.columns.length &&
  before.columns.every(({ name }, place) => after.columns[place]?.name === name)

const isSameText = (
  one: ReadonlyArray<string> | "none" | undefined,
  other: ReadonlyArray<string> | "none" | undefined,
): boolean =>
  one === other ||
  (typeof one === "object" &&
    typeof other === "object" &&
    one.length === other.length &&
    one.every((text, place) => text === other[place]))

/** Whether a row says the same as another, so many lines further down. */
const isSame = (one: GridRow | undefined, other: GridRow | undefined, moved: number): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.line + moved === other.line &&
  isSameText(one.texts, other.texts) &&
  isSameText(one.before, other.before)
