import { minorToDecimal } from "../money/minor.ts"
import * as Result from "effect/Result"
import {
  add,
  divide,
  fromInteger,
  multiply,
  parseDecimal,
  powerOfTen,
  type Rational,
  roundHalfUp,
} from "../money/rational.ts"
import { type AnyDefinition, columnsOf } from "../table/load.ts"
import type { SourceRecord } from "../table/source.ts"
import { applyEdits, fieldEdit, prepareEdits } from "./table-edits.ts"

/** A cell that was scaled. */
export interface ScaledCell {
  readonly line: number
  readonly column: string
  readonly before: string
  readonly after: string
}

/** How amounts are scaled: by an exact factor, then by what is added, then to the nearest multiple of a step. */
export interface Scale {
  readonly by: Rational
  /** A decimal as it is written, `-0.50`. */
  readonly plus?: string
  /** A decimal as it is written, `0.01`; left out, each cell keeps its decimals, or has those of what is added. */
  readonly round?: string
}

const decimalsOf = (written: string): number => written.split(".")[1]?.length ?? 0

/**
 * A decimal times a factor and more, half up to the nearest step, with the step's decimals; undefined for
 * what is no decimal.
 *
 * ```ts
 * import { fraction } from "../core/money/rational.ts"
 * import * as Result from "effect/Result"
 * import { scaledDecimal } from "../core/editing/scaled-cells.ts"
 *
 * const by = Result.getOrThrow(fraction(105n, 100n))
 * scaledDecimal("5.46", { by, round: "0.01" }) // => "5.73"
 * scaledDecimal("5.50", { by, round: "0.05" }) // => "5.80"
 * scaledDecimal("1000", { by }) // => "1050"
 * scaledDecimal("1000", { by, plus: "0.5" }) // => "1050.5"
 * scaledDecimal("", { by }) // => undefined
 * ```
 */
export const scaledDecimal = (
  cell: string,
  { by, plus = "0", round }: Scale,
): string | undefined => {
  const [value, more] = [cell, plus].map((each) => Result.getOrUndefined(parseDecimal(each)))
  if (value === undefined || more === undefined) return undefined
  const written = round ?? minorToDecimal(1n, Math.max(decimalsOf(cell), decimalsOf(plus)))
  const decimals = decimalsOf(written)
  const step = Result.getOrUndefined(parseDecimal(written))
  if (step === undefined) return undefined
  const steps = Result.getOrUndefined(divide(add(multiply(value, by), more), step))
  if (steps === undefined) return undefined
  const units = multiply(step, fromInteger(powerOfTen(decimals)))
  return minorToDecimal(roundHalfUp(steps) * units.numerator, decimals)
}

/** A unit of money, and no rate between two of them. */
const amountUnit = /\bcurrency\b|^[A-Z]{3}\b/

/** The columns of a table that hold amounts of money, by their units; conditions are none. */
export const amountColumns = (definition: AnyDefinition): ReadonlyArray<string> => {
  const columns = definition._tag === "TableDefinition" ? definition.columns : definition.outputs
  return Object.entries(columns).flatMap(([name, { unit = "" }]) =>
    amountUnit.test(unit) ? [name] : [],
  )
}

/** A table's text after its amounts were scaled, and the cells that it changed. */
export interface ScaledText {
  readonly text: string
  readonly cells: ReadonlyArray<ScaledCell>
}

/** A cell that is to be scaled, and is no decimal. */
export interface NoDecimal {
  readonly line: number
  readonly column: string
  readonly text: string
}

/**
 * Scales the decimals of some columns in some rows of a table; nothing else of its text changes.
 * Empty cells stay empty; a cell that is no decimal fails.
 */
export const scaleCells = (
  { definition, source }: { readonly definition: AnyDefinition; readonly source: string },
  rows: ReadonlyArray<SourceRecord>,
  columns: ReadonlyArray<string>,
  scale: Scale,
): Result.Result<ScaledText, NoDecimal> => {
  const names = Object.keys(columnsOf(definition))
  const cells: Array<ScaledCell & { readonly character: number }> = []
  for (const { fields } of rows) {
    for (const column of columns) {
      const field = fields[names.indexOf(column)]
      if (field === undefined || field.text === "") continue
      const { character, line, text: before } = field
      const after = scaledDecimal(before, scale)
      if (after === undefined) {
        return Result.fail({ line, column, text: before })
      }
      if (after !== before) cells.push({ line, character, column, before, after })
    }
  }
  const table = prepareEdits(source)
  const text = applyEdits(
    source,
    cells.map((cell) => fieldEdit(table, cell, cell.after)),
  )
  const changes = cells.map(({ after, before, column, line }) => ({ line, column, before, after }))
  return Result.succeed({ text, cells: changes })
}
