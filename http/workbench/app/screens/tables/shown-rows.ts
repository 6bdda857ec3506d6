import { computed } from "@preact/signals"
import type { WorkbenchFinding } from "../../../protocol/check.ts"
import type { GridColumn, GridRow, TableGrid } from "../../../../../rules/changes/grid/grid-view.ts"
import { findingsIn } from "../../kit/table-marks.ts"
import { cellText } from "./cell-text.ts"
import type { CommentFolds, CommentRow } from "./comment-folds.ts"
import type { GridFilter, GridSort, GridState } from "./grid-state.ts"

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
  { filters, grid, sort }: GridState,
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
    wanted: ReadonlyArray<GridFilter>,
    order: GridSort | null,
  ): ReadonlyArray<ShownRow> => {
    const { columns, headerLine } = table
    const marks = marksIn(findings)
    const matches = matcher(columns, wanted)
    const some = wanted.length === 0 ? table.rows : table.rows.filter(({ texts }) => matches(texts))
    const rows = order === null ? some : inOrder(some, columns, order)
    const shown: Array<ShownRow> = []
    const others = order === null ? behind(table, findings) : new Map<number, Array<ShownRow>>()
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
    return table === null ? [] : rowsOf(table, findingsIn(table.file), filters.value, sort.value)
  })

  /** How many rows of the file are shown. */
  const shownCount = computed(() => shownRows.value.filter(({ kind }) => kind === "row").length)

  return { shownRows, shownCount }
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

const matcher = (
  columns: ReadonlyArray<GridColumn>,
  wanted: ReadonlyArray<GridFilter>,
): ((texts: ReadonlyArray<string>) => boolean) => {
  const parts = wanted.map(({ column, text }) => {
    const asked = text.toLowerCase()
    const at = columns.findIndex(({ name }) => name === column)
    return (texts: ReadonlyArray<string>): boolean =>
      at >= 0
        ? texts[at] === text
        : columns.some((each, place) => {
            const cell = texts[place] ?? ""
            return (
              cell.toLowerCase().includes(asked) ||
              cellText(each, cell).toLowerCase().includes(asked)
            )
          })
  })
  return (texts) => parts.every((part) => part(texts))
}

const inOrder = (
  rows: ReadonlyArray<GridRow>,
  columns: ReadonlyArray<GridColumn>,
  order: GridSort,
): ReadonlyArray<GridRow> => {
  const at = columns.findIndex(({ name }) => name === order.column)
  const column = columns[at]
  if (column === undefined) return rows
  const keyOf = (row: GridRow) => {
    const text = row.texts[at] ?? ""
    return { row, number: text === "" ? Number.NaN : Number(text), text: cellText(column, text) }
  }
  const way = order.isDown ? -1 : 1
  return rows
    .map(keyOf)
    .toSorted((left, right) => {
      const [one, other] = [Number.isNaN(left.number), Number.isNaN(right.number)]
      if (!one && !other) return way * (left.number - right.number)
      if (one !== other) return one ? 1 : -1
      return way * left.text.localeCompare(right.text, undefined, { numeric: true })
    })
    .map(({ row }) => row)
}

/** The line of a shown row; undefined for what is no row of the file. */
export const fileLineOf = (shown: ShownRow | undefined): number | undefined =>
  shown?.kind === "row" ? shown.line : undefined
