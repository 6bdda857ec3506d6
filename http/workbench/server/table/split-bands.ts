import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { plainNumbers } from "../../../../core/spreadsheet-repairs/likely-cell.ts"
import { amountColumns } from "../../../../core/editing/scaled-cells.ts"
import { type BandProblem, mergeRows, splitRows } from "../../../../core/editing/split-rows.ts"
import type { Bench } from "../bench.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"
import type { Desk } from "../desk/desk.ts"
import type { EngineFailure } from "../engine/engine-thread.ts"
import type { MergeAsked, MergeDone, SplitAsked, SplitDone } from "../../protocol/table.ts"
import { editedText, editTable } from "./edit-table.ts"
import { scaledRows } from "./multiply-cells.ts"
import { recordsIn, shownTable } from "./shown-table.ts"

const shownMax = 8

/** Cuts rows in two where a number begins a band, with one change to what lies above, or shows it. */
export const splitBands = Effect.fnUntraced(function* (
  { checks, desk }: Bench,
  asked: SplitAsked,
): Effect.fn.Return<Omit<SplitDone, "revision">, EngineFailure> {
  const { column, file, lines, revision, step, upper } = asked
  const table = yield* shownTable(desk, asked)
  const [at = "", ...more] = plainNumbers(asked.at.trim())
  if (at === "" || more.length > 0) return yield* callRefused("NoCut", { written: asked.at })
  const cut = yield* bandsOf(splitRows(table, recordsIn(table, lines), { column, at: Number(at) }))
  const lifted = {
    lines: cut.rows.map(({ upperLine }) => upperLine),
    columns: amountColumns(table.definition),
  }
  const changed =
    upper === null ? undefined : yield* scaledRows({ ...table, source: cut.text }, lifted, upper)
  const operations = [...cut.operations, ...(changed === undefined ? [] : [changed.operation])]
  if (step === "write") yield* editTable(desk, { file, revision, action: "split", operations })
  const tried =
    step === "try" ? yield* editedText(table.source, table.definition, operations) : undefined
  return {
    rows: cut.rows
      .slice(0, shownMax)
      .map(({ before, line, lower, upper: above }) => ({ line, before, lower, upper: above })),
    count: cut.rows.length,
    cells: changed?.cells.slice(0, shownMax) ?? [],
    found: tried === undefined ? null : yield* checks.tried(file, tried),
  }
})

/** Merges rows that differ in nothing but bands that touch, as one step. */
export const mergeBands = Effect.fnUntraced(function* (
  desk: Desk,
  asked: MergeAsked,
): Effect.fn.Return<Omit<MergeDone, "revision">, CallRefused> {
  const { column, file, lines, revision } = asked
  const table = yield* shownTable(desk, asked)
  const { operations, rows } = yield* bandsOf(mergeRows(table, recordsIn(table, lines), column))
  yield* editTable(desk, { file, revision, action: "merge", operations })
  const before = rows.reduce((sum, row) => sum + row.lines.length, 0)
  return { before, after: rows.length }
})

const bandsOf = <Changed>(
  changed: Result.Result<Changed, BandProblem>,
): Effect.Effect<Changed, CallRefused> =>
  Effect.mapError(Effect.fromResult(changed), (problem) => callRefused("BandsStay", { problem }))
