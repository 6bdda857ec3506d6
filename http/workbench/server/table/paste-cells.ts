import type { CallRefused } from "../call-refused.ts"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { TableOperation } from "../../../../core/editing/table-operations.ts"
import { readClipboard } from "../../../../core/table/clipboard.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import { tidyCell } from "../../../../core/table/tidy.ts"
import type { Desk } from "../desk/desk.ts"
import { readUnder } from "../../../../rules/changes/grid/cell-views.ts"
import { editTable } from "./edit-table.ts"
import { definitionOf } from "./table-definition.ts"
import type { PasteAsked, PasteDone, RewrittenCell } from "../../protocol/table.ts"

const examplesMax = 5

/** A single cell that is pasted fills all that is selected. */
const filled = (
  cells: ReadonlyArray<ReadonlyArray<string>>,
  { columns, rows }: PasteAsked["selected"],
): ReadonlyArray<ReadonlyArray<string>> => {
  const [first = []] = cells
  if (cells.length > 1 || first.length > 1) return cells
  return Array.from({ length: rows }, () => Array<string>(columns).fill(first[0] ?? ""))
}

/** Whether numbers among the cells have a comma that parts no thousands: then no comma there does. */
const hasDecimalCommas = (cells: ReadonlyArray<ReadonlyArray<string>>): boolean =>
  cells.some((row) => row.some((cell) => /^-?\d+,(?:\d{1,2}|\d{4,})$/.test(cell.trim())))

/** What a paste does to a table, and what of it was read in another way than it was written. */
interface PlannedPaste extends Omit<PasteDone, "revision"> {
  readonly operations: ReadonlyArray<TableOperation>
}

const planPaste = (
  definition: AnyDefinition,
  { columns: names, isOpenEnded, lines, selected, text }: PasteAsked,
): PlannedPaste => {
  const cells = filled(readClipboard(text), selected)
  const columns = columnsOf(definition)
  const decimalComma = hasDecimalCommas(cells)
  const rewritten: Array<RewrittenCell> = []
  let [count, leftOut, refusedCount] = [0, 0, 0]
  const read = (cell: string, name: string): string => {
    const column = columns[name]
    const after = column === undefined ? cell : tidyCell(column, cell, decimalComma)
    if (after !== cell) rewritten.push({ before: cell, after })
    if (column !== undefined && Result.isFailure(readUnder(column, after))) refusedCount += 1
    count += 1
    return after
  }
  const set: Array<{ line: number; column: string; text: string }> = []
  const added: Array<Record<string, string>> = []
  for (const [index, row] of cells.entries()) {
    const line = lines[index]
    leftOut += Math.max(0, row.length - names.length)
    if (line === undefined && !isOpenEnded) {
      leftOut += Math.min(row.length, names.length)
      continue
    }
    const own = row
      .slice(0, names.length)
      .map((cell, at) => [names[at] ?? "", read(cell, names[at] ?? "")] as const)
    if (line === undefined) added.push(Object.fromEntries(own))
    else set.push(...own.map(([column, after]) => ({ line, column, text: after })))
  }
  const last = lines.at(-1)
  const operations: Array<TableOperation> = []
  // Rows go behind the last one first, so that its line is still its own.
  if (added.length > 0 && last !== undefined) {
    operations.push({ _tag: "Insert", afterLine: last, rows: added })
  }
  operations.push({ _tag: "Set", cells: set })
  return {
    operations,
    cells: count,
    addedRows: added.length,
    leftOut,
    rewrittenCount: rewritten.length,
    rewritten: rewritten.slice(0, examplesMax),
    refusedCount,
  }
}

/** Pastes cells of a spreadsheet as one step, read as `tables tidy` reads them. */
export const pasteCells = Effect.fnUntraced(function* (
  desk: Desk,
  asked: PasteAsked,
): Effect.fn.Return<Omit<PasteDone, "revision">, CallRefused> {
  const definition = yield* definitionOf(desk.state(), asked.file)
  const { operations, ...told } = planPaste(definition, asked)
  const { file, revision } = asked
  yield* editTable(desk, { file, revision, action: "paste", operations })
  return told
})
