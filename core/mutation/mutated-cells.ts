import { minorToDecimal } from "../money/minor.ts"
import { cellParts, readTruth } from "../table/cell.ts"
import * as Result from "effect/Result"
import type { Column } from "../table/column.ts"
import type { Input } from "../table/input.ts"

/** A small change of one cell: what kind of slip it is, and the cell after it. */
export interface CellMutation {
  readonly kind: "bound" | "end" | "any" | "word" | "negation" | "figure" | "neighbour" | "empty"
  readonly to: string
}

const scaled = (digits: string, step: bigint): string => {
  const negative = digits.startsWith("-")
  const [whole = "0", fraction] = digits.replace("-", "").split(".")
  const decimals = fraction?.length ?? 0
  const unscaled = BigInt(whole + (fraction ?? "")) * (negative ? -1n : 1n) + step
  return minorToDecimal(unscaled, decimals)
}

/**
 * A figure as written, moved by units of its last place.
 *
 * ```ts
 * import { nudged } from "../core/mutation/mutated-cells.ts"
 *
 * nudged("9.10", 1) // => "9.11"
 * nudged("0", -1) // => "-1"
 * nudged("-0.05", 6) // => "0.01"
 * ```
 */
export const nudged = (digits: string, units: number): string => scaled(digits, BigInt(units))

const figures = /-?\d+(?:\.\d+)?/g

/** The cell once for every figure in it, moved up or down by one unit of its last place. */
const movedBounds = (cell: string): ReadonlyArray<CellMutation> =>
  [...cell.matchAll(figures)].flatMap(({ 0: digits, index }) =>
    [1, -1].map((units): CellMutation => {
      const moved = nudged(digits, units)
      const to = cell.slice(0, index) + moved + cell.slice(index + digits.length)
      return { kind: "bound", to }
    }),
  )

const otherEnds: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "[": "(",
  "]": ")",
}

/** The cell once for every end of an interval in it, open instead of closed or the reverse. */
const turnedEnds = (cell: string): ReadonlyArray<CellMutation> => {
  const inner = /^not\((.*)\)$/.exec(cell)?.[1]
  const from = inner === undefined ? 0 : "not(".length
  const items = inner ?? cell
  return [...items.matchAll(/<=|>=|<|>|\[|\]|\((?=-?\d)|\)(?=\||$)/g)].map(
    ({ 0: end, index }): CellMutation => {
      const turned = otherEnds[end] ?? (end === "(" ? "[" : "]")
      const at = from + index
      return { kind: "end", to: cell.slice(0, at) + turned + cell.slice(at + end.length) }
    },
  )
}

/** The cell once for every one of several alternatives in it, without that one. */
const droppedItems = (cell: string): ReadonlyArray<CellMutation> => {
  const { items, negated } = cellParts(cell)
  if (items.length < 2) return []
  return items.map((_, left): CellMutation => {
    const rest = items.filter((__, index) => index !== left).join("|")
    return { kind: "word", to: negated ? `not(${rest})` : rest }
  })
}

const negated = (input: Input<unknown>, cell: string): CellMutation => {
  if (input.kind === "boolean") {
    return { kind: "negation", to: String(readTruth(cell) !== true) }
  }
  const parts = cellParts(cell)
  const to = parts.negated ? parts.items.join("|") : `not(${cell})`
  return { kind: "negation", to }
}

/**
 * The slips that an analyst can make in a condition cell: a bound moved by one unit of its last
 * place, an end open instead of closed, one alternative less, the reverse, or no condition at all.
 *
 * ```ts
 * import { mutatedCondition } from "../core/mutation/mutated-cells.ts"
 * import * as Input from "../core/table/input.ts"
 *
 * const days = Input.integer({ about: "Days." })
 * mutatedCondition(days, "<=8").map(({ to }) => to) // => ["<=9", "<=7", "<8", "not(<=8)", ""]
 * ```
 */
export const mutatedCondition = (
  input: Input<unknown>,
  cell: string,
): ReadonlyArray<CellMutation> => {
  if (cell === "") return []
  const numbers = input.kind === "number" ? [...movedBounds(cell), ...turnedEnds(cell)] : []
  const any: CellMutation = { kind: "any", to: "" }
  return [...numbers, ...droppedItems(cell), negated(input, cell), any]
}

/** No cell holds this, so a column that refuses it names what it allows. */
const noCell = "\u0000"

const allowedBy = (column: Column<unknown>): ReadonlyArray<string> => {
  const refused = column.parse(noCell)
  return Result.isFailure(refused) ? [...(refused.failure.allowed ?? [])] : []
}

const after = (word: string, words: ReadonlyArray<string>): string | undefined => {
  const next = words[words.indexOf(word) + 1] ?? words[0]
  return next === word ? undefined : next
}

const isOfFigures = ({ kind }: Column<unknown>): boolean => /^(?:integer|decimal)/.test(kind)

/**
 * The slips that an analyst can make in a cell that is no condition: a figure off by one unit of its
 * last place, the next word instead of this one, or nothing where that is allowed. `others` are the
 * words to take where the column lists none.
 *
 * ```ts
 * import { mutatedValue } from "../core/mutation/mutated-cells.ts"
 * import * as Column from "../core/table/column.ts"
 *
 * mutatedValue(Column.optional(Column.decimal({ about: "Euros." })), "9.10", []).map(({ to }) => to) // => ["9.11", ""]
 * mutatedValue(Column.enumeration(["low", "mid", "high"], { about: "Cost." }), "high", []).map(({ to }) => to) // => ["low"]
 * ```
 */
export const mutatedValue = (
  column: Column<unknown>,
  cell: string,
  others: ReadonlyArray<string>,
): ReadonlyArray<CellMutation> => {
  if (cell === "" || column.note === true) return []
  const reads = (text: string): boolean => Result.isSuccess(column.parse(text))
  const empty: ReadonlyArray<CellMutation> = reads("") ? [{ kind: "empty", to: "" }] : []
  if (isOfFigures(column)) {
    const moved = [nudged(cell, 1), nudged(cell, -1)].find(reads)
    return moved === undefined ? empty : [{ kind: "figure", to: moved }, ...empty]
  }
  const allowed = allowedBy(column)
  const next = after(cell, allowed.length > 0 ? allowed : others)
  return next === undefined ? empty : [{ kind: "neighbour", to: next }, ...empty]
}
