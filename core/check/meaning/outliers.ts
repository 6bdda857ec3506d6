import { groupBy } from "../../group-by.ts"
import { compare, fromInteger, multiply, type Rational } from "../../money/rational.ts"
import type { Neighbours } from "../../table/meaning.ts"
import { figureIn, type MeantRow } from "./table-cells.ts"

/** A figure that lies far from those of its group. */
export interface Outlier {
  readonly row: MeantRow
  readonly is: "above" | "below"
  /** The median of the other figures of its group: of two in the middle the one that lies nearer. */
  readonly median: Rational
  /** How many other figures the group has. */
  readonly others: number
}

interface Figure {
  readonly row: MeantRow
  readonly value: Rational
}

/** Fewer neighbours than this have no median that says anything. */
const neighboursMin = 2

const outlierAmong = (
  rising: ReadonlyArray<Figure>,
  place: number,
  times: Rational,
): Outlier | undefined => {
  const figure = rising[place]
  const others = rising.length - 1
  // Positions among the others: those after the figure itself move up by one.
  const other = (index: number) => rising[index < place ? index : index + 1]?.value
  const lower = other((others - 1) >> 1)
  const upper = other(others >> 1)
  if (figure === undefined || lower === undefined || upper === undefined) return undefined
  const { row, value } = figure
  if (compare(value, multiply(upper, times)) > 0) {
    return { row, is: "above", median: upper, others }
  }
  return compare(multiply(value, times), lower) < 0
    ? { row, is: "below", median: lower, others }
    : undefined
}

/**
 * Finds the figures of a column that are more than so many times the median of their neighbours, or
 * less than one of as many parts of it. Empty cells and zeros are none, and have no neighbours.
 */
export const findOutliers = (
  { column, per, times }: Neighbours,
  rows: ReadonlyArray<MeantRow>,
): ReadonlyArray<Outlier> => {
  const figures = rows.flatMap((row): ReadonlyArray<Figure> => {
    const value = figureIn(row.cell(column))
    return value === undefined || value.numerator <= 0n ? [] : [{ row, value }]
  })
  const groups = groupBy(figures, ({ row }) => per.map((name) => row.cell(name)).join("\u0000"))
  const most = fromInteger(BigInt(times))
  return [...groups.values()].flatMap((group) => {
    if (group.length <= neighboursMin) return []
    const rising = group.toSorted((left, right) => compare(left.value, right.value))
    return rising.flatMap((_, place) => outlierAmong(rising, place, most) ?? [])
  })
}
