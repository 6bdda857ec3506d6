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
import { type Scale, scaleCells } from "../../../../core/editing/scaled-cells.ts"
import { columnsOf } from "../../../../core/table/load.ts"
import { readSource } from "../../../../core/table/source.ts"
import type { Desk } from "../desk/desk.ts"
import { editTable } from "./edit-table.ts"
import { definitionOf } from "./table-definition.ts"
import type { MultiplyAsked, MultiplyDone } from "../../protocol/table.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"

const shownMax = 8

const decimalOf = (written: string): string | undefined => {
  const [number, ...others] = plainNumbers(written.replace(/%$/, ""))
  if (others.length > 0 || number === undefined) return others.length > 0 ? number : undefined
  return number
}

const positive = (written: string, value: Rational | undefined) =>
  value !== undefined && compare(value, zero) > 0
    ? Effect.succeed(value)
    : Effect.fail(callRefused("NoFactor", { written }))

const rationalOf = (written: string): Rational | undefined => {
  const number = decimalOf(written)
  return number === undefined ? undefined : Result.getOrUndefined(parseDecimal(number))
}

/** The factor that is asked for: itself, or what is added in per cent. */
const factorOf = (by: string, unit: MultiplyAsked["byUnit"]) => {
  const figure = rationalOf(by.trim())
  if (unit === "factor" || figure === undefined) return positive(by, figure)
  const share = Result.getOrUndefined(divide(figure, fromInteger(100n)))
  return positive(by, share && add(fromInteger(1n), share))
}

const scaleOf = Effect.fnUntraced(function* ({
  by,
  byUnit,
  round,
}: MultiplyAsked): Effect.fn.Return<Scale, CallRefused> {
  const factor = yield* factorOf(by, byUnit)
  if (round === null) return { by: factor }
  yield* positive(round, rationalOf(round))
  return { by: factor, round: decimalOf(round) ?? round }
})

/** Multiplies amounts of some rows, or shows what that comes to. */
export const multiplyCells = Effect.fnUntraced(function* (
  desk: Desk,
  asked: MultiplyAsked,
): Effect.fn.Return<Omit<MultiplyDone, "revision">, CallRefused> {
  const { columns, file, lines, revision, write } = asked
  const definition = yield* definitionOf(file)
  const source = desk.textAt(file, revision)
  if (source === undefined) return yield* callRefused("EditOutdated", { file })
  const scale = yield* scaleOf(asked)
  const wanted = new Set(lines)
  const { records } = readSource(file, source, Object.keys(columnsOf(definition)))
  const rows = records.filter(({ line }) => wanted.has(line))
  const { cells } = yield* Effect.mapError(
    Effect.fromResult(scaleCells({ definition, source }, rows, columns, scale)),
    (cell) => callRefused("NotMultiplied", cell),
  )
  if (write) {
    const lineOf = new Map(
      records.flatMap(({ fields, line }) => fields.map((field) => [field?.line, line] as const)),
    )
    const set = cells.map(({ after, column, line }) => ({
      line: lineOf.get(line) ?? line,
      column,
      text: after,
    }))
    const operations = [{ _tag: "Set", cells: set } as const]
    yield* editTable(desk, { file, revision, action: "multiply", operations })
  }
  return { cells: cells.slice(0, shownMax), count: cells.length }
})
