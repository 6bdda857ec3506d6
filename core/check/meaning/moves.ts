import type { Bps } from "../../money/minor.ts"
import { type Rational } from "../../money/rational.ts"
import type { AnyDefinition } from "../../table/load.ts"
import type { Steady } from "../../table/meaning.ts"
import { daysInclusive } from "../../vocabulary/day.ts"
import { figureIn, tellingColumns, type MeantRow, writtenRows } from "./table-cells.ts"
import { movesBeyond } from "../../money/moves-beyond.ts"

/** A figure that moved further than it may since an earlier version of its table. */
export interface Move {
  readonly row: MeantRow
  readonly before: string
  /** The days between the two that count. */
  readonly days: number
  /** Basis points of what it was that it may move in so many days. */
  readonly boundBps: Bps
  /** Basis points that it moved by, rounded down. */
  readonly movedBps: Bps
}

const movedBps = (before: Rational, after: Rational): number => {
  const was = before.numerator * after.denominator
  const is = after.numerator * before.denominator
  return Number(((is > was ? is - was : was - is) * 10_000n) / was)
}

/** How far figures may move: basis points a day, and the days that count at most. */
export interface MoveLimits {
  readonly bps: Bps
  readonly days: number
}

/** The days between two that count: one at least, as a figure may be corrected on its day. */
const countedDays = (before: string, after: string, most: number): number => {
  const apart = Math.abs(daysInclusive(before, after) - 1)
  return Number.isNaN(apart) ? 1 : Math.max(1, Math.min(most, apart))
}

/**
 * Finds the figures of a column that moved further than they may since an earlier text of the table;
 * rows are told apart by their keys. A text that is no such table has nothing to compare with.
 */
export const findMoves = (
  { column, day }: Steady,
  definition: AnyDefinition,
  rows: ReadonlyArray<MeantRow>,
  before: string,
  limits: MoveLimits,
): ReadonlyArray<Move> => {
  const telling = tellingColumns(definition)
  const keyOf = (row: MeantRow) => telling.map((name) => row.cell(name)).join("\u0000")
  const earlier = new Map(writtenRows(definition, before).map((row) => [keyOf(row), row]))
  return rows.flatMap((row): ReadonlyArray<Move> => {
    const then = earlier.get(keyOf(row))
    const was = then && figureIn(then.cell(column))
    const is = figureIn(row.cell(column))
    if (then === undefined || was === undefined || is === undefined) return []
    if (was.numerator <= 0n) return []
    const days = countedDays(then.cell(day), row.cell(day), limits.days)
    const boundBps = limits.bps * days
    if (!movesBeyond({ before: was, after: is, boundBps })) return []
    return [{ row, before: then.cell(column), days, boundBps, movedBps: movedBps(was, is) }]
  })
}
