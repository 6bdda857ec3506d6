import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { plainNumbers } from "../../../../core/spreadsheet-repairs/likely-cell.ts"
import {
  add,
  compare,
  divide,
  fromInteger,
  parseDecimal,
  type Rational,
  zero,
} from "../../../../core/money/rational.ts"
import type { DeclaredText } from "../../../../core/editing/chosen-rows.ts"
import { type Scale, scaleCells, type ScaledCell } from "../../../../core/editing/scaled-cells.ts"
import type { TableOperation } from "../../../../core/editing/table-operations.ts"
import type { SourceRecord } from "../../../../core/table/source.ts"
import type { Desk } from "../desk/desk.ts"
import { editTable } from "./edit-table.ts"
import { recordsIn, shownTable } from "./shown-table.ts"
import type { AmountChange, MultiplyAsked, MultiplyDone } from "../../protocol/table.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"

const shownMax = 8

/** A number as people write it; of two ways to read it, the first. */
const decimalOf = (written: string): string | undefined =>
  plainNumbers(written.trim().replace(/%$/, ""))[0]

const positive = (written: string, value: Rational | undefined) =>
  value !== undefined && compare(value, zero) > 0
    ? Effect.succeed(value)
    : Effect.fail(callRefused("NoFactor", { written }))

const rationalOf = (written: string): Rational | undefined => {
  const number = decimalOf(written)
  return number === undefined ? undefined : Result.getOrUndefined(parseDecimal(number))
}

const changeOf = Effect.fnUntraced(function* ({
  by,
  byUnit,
}: AmountChange): Effect.fn.Return<Scale, CallRefused> {
  const figure = rationalOf(by)
  switch (byUnit) {
    case "factor":
      return { by: yield* positive(by, figure) }
    case "percent": {
      const share = figure && Result.getOrUndefined(divide(figure, fromInteger(100n)))
      return { by: yield* positive(by, share && add(fromInteger(1n), share)) }
    }
    case "add":
    case "set": {
      const plus = decimalOf(by)
      if (plus === undefined || figure === undefined) {
        return yield* callRefused("NoFactor", { written: by })
      }
      return { by: byUnit === "add" ? fromInteger(1n) : zero, plus }
    }
  }
})

/** What is done to each amount: by how much it is scaled, what is added, and how it is rounded. */
const scaleOf = Effect.fnUntraced(function* (
  change: AmountChange,
): Effect.fn.Return<Scale, CallRefused> {
  const scale = yield* changeOf(change)
  const { round } = change
  if (round === null) return scale
  yield* positive(round, rationalOf(round))
  return { ...scale, round: decimalOf(round) ?? round }
})

/** Cells that were scaled as an operation on their rows: a cell of several lines begins on one of them. */
const scaledSet = (
  cells: ReadonlyArray<ScaledCell>,
  records: ReadonlyArray<SourceRecord>,
): TableOperation => {
  const lineOf = new Map(
    records.flatMap(({ fields, line }) => fields.map((field) => [field?.line, line] as const)),
  )
  const set = cells.map(({ after, column, line }) => ({
    line: lineOf.get(line) ?? line,
    column,
    text: after,
  }))
  return { _tag: "Set", cells: set }
}

/** What a change of amounts makes of some rows: the cells that it changes, and the operation that does it. */
export const scaledRows = Effect.fnUntraced(function* (
  table: DeclaredText,
  { columns, lines }: { readonly lines: Iterable<number>; readonly columns: ReadonlyArray<string> },
  change: AmountChange,
) {
  const rows = recordsIn(table, lines)
  const { cells } = yield* Effect.mapError(
    Effect.fromResult(scaleCells(table, rows, columns, yield* scaleOf(change))),
    (cell) => callRefused("NotMultiplied", cell),
  )
  return { cells, operation: scaledSet(cells, rows) }
})

/** Changes amounts of some rows, or shows what that comes to. */
export const multiplyCells = Effect.fnUntraced(function* (
  desk: Desk,
  asked: MultiplyAsked,
): Effect.fn.Return<Omit<MultiplyDone, "revision">, CallRefused> {
  const { columns, file, lines, revision, write } = asked
  const table = yield* shownTable(desk, asked)
  const { cells, operation } = yield* scaledRows(table, { lines, columns }, asked)
  if (write) {
    yield* editTable(desk, { file, revision, action: "multiply", operations: [operation] })
  }
  return { cells: cells.slice(0, shownMax), count: cells.length }
})
