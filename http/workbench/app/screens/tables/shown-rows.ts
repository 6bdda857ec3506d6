import { computed } from "@preact/signals"
import type { WorkbenchFinding } from "../../../protocol/check.ts"
import { rowFilter } from "../../../../../rules/changes/grid/column-filters.ts"
import type { GridColumn, GridRow, TableGrid } from "../../../../../rules/changes/grid/grid-view.ts"
import { findingsIn } from "../../kit/table-marks.ts"
import { cellText } from "./cell-text.ts"
import type { ColumnState } from "./column-state.ts"
import type { CommentFolds, CommentRow } from "./comment-folds.ts"
import { compareCells } from "./compare-cells.ts"
import {
  byHits,
  type GridFilters,
  type GridSort,
  type GridState,
  type HitsByLine,
} from "./grid-state.ts"

/** What findings say of a row. */
export interface RowMarks {
  readonly findings: ReadonlyArray<WorkbenchFinding>
  readonly hasRail: boolean
  /** Rows that take everything that this one could answer. */
  readonly takenBy: ReadonlyArray<number>
}

/** One row as the grid shows it. */
export type ShownRow = { readonly rowClass: string } & (
  | CommentRow
  | {
      readonly kind: "row"
      readonly line: number
      readonly row: GridRow
      readonly marks: RowMarks | undefined
    }
  | { readonly kind: "gone"; readonly texts: ReadonlyArray<string> }
  | { readonly kind: "ghost"; readonly finding: WorkbenchFinding }
  | { readonly kind: "remedies"; readonly finding: WorkbenchFinding }
)

/** Keeps which rows a grid shows, from top to bottom. */
export const makeShownRows = (
  { commentRows }: CommentFolds,
  { grid, hits, isFiltered, shownFilters, sort }: GridState,
  { columnsHidden, shown: shownPlaces }: ColumnState,
) => {
  /** What stands behind each line of the file besides its row. */
  const behind = (
    { asides, file }: TableGrid,
    findings: ReadonlyArray<WorkbenchFinding>,
  ): ReadonlyMap<number, ReadonlyArray<ShownRow>> => {
    const found = new Map<number, Array<ShownRow>>()
    const put = (line: number, row: ShownRow): void => {
      const known = found.get(line)
      if (known === undefined) found.set(line, [row])
      else known.push(row)
    }
    for (const finding of findings.filter(hasOwnRows)) {
      const line = lineOf(finding)
      if (finding.ghost !== null) put(line, { kind: "ghost", finding, rowClass: "ghost" })
      const rail = isOverlap(finding) ? "remedies rail" : "remedies"
      put(line, { kind: "remedies", finding, rowClass: rail })
    }
    for (const [line, rows] of commentRows(file, asides)) for (const row of rows) put(line, row)
    for (const { afterLine, gone } of asides) {
      if (gone !== null) put(afterLine, { kind: "gone", texts: gone, rowClass: "gone" })
    }
    return found
  }

  /** The rows that the grid shows, from top to bottom. */
  const rowsOf = (
    table: TableGrid,
    findings: ReadonlyArray<WorkbenchFinding>,
    wanted: GridFilters,
    order: ReadonlyArray<GridSort>,
  ): ReadonlyArray<ShownRow> => {
    const { columns, headerLine } = table
    const marks = marksIn(findings)
    const matches = matcher(columns, wanted)
    const counts = hits.value
    const isCounted = countedAs(counts, wanted.hits)
    const some = isFiltered.value
      ? table.rows.filter(({ line, texts }) => isCounted(line) && matches(texts))
      : table.rows
    const isSorted = order.length > 0
    const rows = isSorted ? inOrder(some, columns, order, counts) : some
    const shown: Array<ShownRow> = []
    const others = isSorted ? new Map<number, Array<ShownRow>>() : behind(table, findings)
    shown.push(...(others.get(headerLine) ?? []).filter(({ kind }) => kind !== "remedies"))
    for (const row of rows) {
      const { line } = row
      const own = marks.get(line)
      shown.push({ kind: "row", line, row, marks: own, rowClass: rowClassOf(row, own) })
      for (const other of others.get(line) ?? []) {
        if (other.kind === "gone" && !matches(other.texts)) continue
        shown.push(other)
      }
    }
    return shown
  }

  /** The rows that are shown. */
  const shownRows = computed<ReadonlyArray<ShownRow>>(() => {
    const table = grid.value
    return table === null
      ? []
      : rowsOf(table, findingsIn(table.file), shownFilters.value, sort.value)
  })

  /** How many rows of the file are shown. */
  const shownCount = computed(() => shownRows.value.filter(({ kind }) => kind === "row").length)

  /** Hidden columns in which alone a text was found that rows are shown for. */
  const foundHidden = computed<ReadonlyArray<GridColumn>>(() => {
    const { texts: asked } = shownFilters.value
    const [all, hidden] = [grid.value?.columns ?? [], columnsHidden.value]
    if (asked.length === 0 || hidden.length === 0) return []
    const seen = shownPlaces.value
    const found = new Set<GridColumn>()
    for (const text of asked.map((each) => each.toLowerCase())) {
      for (const shown of shownRows.value) {
        if (shown.kind !== "row") continue
        const { texts } = shown.row
        if (seen.some(({ at, column }) => cellSays(column, texts[at] ?? "", text))) continue
        for (const column of hidden) {
          if (cellSays(column, texts[all.indexOf(column)] ?? "", text)) found.add(column)
        }
      }
    }
    return [...found]
  })

  return { shownRows, shownCount, foundHidden }
}

/** The rows that a grid shows. */
export type ShownRows = ReturnType<typeof makeShownRows>

/** Whether two rows answer the same: it is about several rows, and none of them takes all. */
const isOverlap = ({ ghost, lines, takenBy }: WorkbenchFinding): boolean =>
  ghost === null && takenBy.length === 0 && lines.length > 1

const marksIn = (findings: ReadonlyArray<WorkbenchFinding>): ReadonlyMap<number, RowMarks> => {
  const marks = new Map<number, RowMarks>()
  for (const finding of findings) {
    if (finding.ghost !== null) continue
    const lines = isOverlap(finding) ? finding.lines : [finding.line]
    for (const line of new Set(lines)) {
      const known = marks.get(line) ?? { findings: [], hasRail: false, takenBy: [] }
      marks.set(line, {
        findings: [...known.findings, finding],
        hasRail: known.hasRail || isOverlap(finding),
        takenBy: [...known.takenBy, ...finding.takenBy],
      })
    }
  }
  return marks
}

/** The line of the row below which a finding shows its ghost and its remedies. */
const lineOf = ({ ghost, lines, line }: WorkbenchFinding): number =>
  ghost?.afterLine ?? Math.max(line, ...lines)

const hasOwnRows = ({ ghost, remedies, takenBy }: WorkbenchFinding): boolean =>
  ghost !== null || remedies.length > 0 || takenBy.length > 0

const rowClassOf = (row: GridRow, marks: RowMarks | undefined): string =>
  [
    marks?.hasRail === true ? "rail" : "",
    marks !== undefined && marks.takenBy.length > 0 ? "unreachable" : "",
    row.before === "none" ? "come" : "",
  ]
    .filter((name) => name !== "")
    .join(" ")

/** Whether a row says all texts, each in any of its cells, and the filters of all columns let it through. */
export const matcher = (
  columns: ReadonlyArray<GridColumn>,
  { columns: inColumns, texts: asked }: Pick<GridFilters, "columns" | "texts">,
): ((texts: ReadonlyArray<string>) => boolean) => {
  const lets = rowFilter(columns, inColumns, cellText)
  const wanted = asked.map((text) => text.toLowerCase())
  return (texts) =>
    lets(texts) &&
    wanted.every((text) => columns.some((each, place) => cellSays(each, texts[place] ?? "", text)))
}

/** Whether a cell contains a text of small letters, as it is written or as people read it. */
const cellSays = (column: GridColumn, cell: string, text: string): boolean =>
  cell.toLowerCase().includes(text) || cellText(column, cell).toLowerCase().includes(text)

/** Rows by the first column, those that say the same there by the next one. */
const inOrder = (
  rows: ReadonlyArray<GridRow>,
  columns: ReadonlyArray<GridColumn>,
  order: ReadonlyArray<GridSort>,
  counts: HitsByLine | null,
): ReadonlyArray<GridRow> => {
  const parts = order.flatMap(
    ({ column: name, isDown }): ReadonlyArray<(left: GridRow, right: GridRow) => number> => {
      const way = isDown ? -1 : 1
      if (name === byHits) {
        return [({ line }, other) => way * (hitsOf(counts, line) - hitsOf(counts, other.line))]
      }
      const at = columns.findIndex((each) => each.name === name)
      const column = columns[at]
      if (column === undefined) return []
      const compare = compareCells(column, cellText, isDown)
      return [({ texts }, other) => compare(texts[at] ?? "", other.texts[at] ?? "")]
    },
  )
  return rows.toSorted((left, right) => {
    for (const compare of parts) {
      const by = compare(left, right)
      if (by !== 0) return by
    }
    return 0
  })
}

/** In how many situations a row counts. */
export const hitsOf = (counts: HitsByLine | null, line: number): number => {
  const known = counts?.get(line)
  return known === undefined ? 0 : known.cases + known.corpus
}

/** Whether a row is shown by how often it counts; all are until that has been counted. */
const countedAs =
  (counts: HitsByLine | null, wanted: GridFilters["hits"]) =>
  (line: number): boolean => {
    if (wanted === null || counts === null) return true
    return wanted === "never" ? hitsOf(counts, line) === 0 : (counts.get(line)?.cases ?? 0) === 0
  }

/** The line of a shown row; undefined for what is no row of the file. */
export const fileLineOf = (shown: ShownRow | undefined): number | undefined =>
  shown?.kind === "row" ? shown.line : undefined
