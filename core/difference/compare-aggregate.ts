import { add, compare, multiply, fromInteger, type Rational, zero } from "../money/rational.ts"
import { aggregateOf } from "../table/aggregate.ts"
import { type Bitset, hasRow, intersected, meets, rowsOf, sameRows } from "../table/bitset.ts"
import type { Aggregate } from "../table/hit-policy.ts"
import { valueKey } from "../table/value-key.ts"
import { type ComparedRows, type Comparison, loneRows } from "./question.ts"

/** How much more one version comes to than the other: at least and at most. */
interface Shift {
  readonly least: Rational
  readonly most: Rational
}

const negative = (value: Rational): Rational => multiply(value, fromInteger(-1n))

/** Whether a shift may be this one. */
const mayBe = ({ least, most }: Shift, by: Rational): boolean =>
  compare(least, by) <= 0 && compare(by, most) <= 0

const isSure = ({ least, most }: Shift): boolean => compare(least, most) === 0

/**
 * Compares two versions of a table that makes one figure of the rows that accept. A change is by how
 * much a sum or a number moves where both versions have one, else what both come to.
 */
export const compareAggregate = (
  aggregate: Aggregate,
  rows: ComparedRows,
  figures: ReadonlyArray<Rational>,
): Comparison => {
  const lone = loneRows(rows)
  const figureAt = (row: number): Rational => figures[row] ?? zero
  const comesTo = (version: Bitset, candidates: Bitset): Rational | null =>
    aggregateOf(aggregate, rowsOf(intersected(candidates, version)).map(figureAt))
  const adds = aggregate === "sum" || aggregate === "count"

  const changeOf = (set: Bitset): string => {
    const [before, after] = [comesTo(rows.before, set), comesTo(rows.after, set)]
    if (!adds || before === null || after === null) return `${valueKey(before)} ${valueKey(after)}`
    return valueKey(add(after, negative(before)))
  }

  /** By how much a sum may move, as open rows fall. */
  const shiftOf = (candidates: Bitset, settled: Bitset): Shift => {
    let shift: Shift = { least: zero, most: zero }
    for (const row of rowsOf(intersected(candidates, lone))) {
      const figure = figureAt(row)
      const by = hasRow(rows.after, row) ? figure : negative(figure)
      const open = !hasRow(settled, row)
      const { least, most } = shift
      shift = {
        least: open && compare(by, zero) > 0 ? least : add(least, by),
        most: open && compare(by, zero) < 0 ? most : add(most, by),
      }
    }
    return shift
  }
  const bothAnswer = (settled: Bitset): boolean =>
    meets(settled, rows.before) && meets(settled, rows.after)
  const relevant = (candidates: Bitset): Bitset => candidates

  return {
    differ: {
      relevant,
      judge: (candidates, settled) => {
        if (!meets(candidates, lone)) return false
        if (sameRows(candidates, settled)) {
          const [before, after] = [comesTo(rows.before, settled), comesTo(rows.after, settled)]
          return valueKey(before) !== valueKey(after)
        }
        if (!adds) return undefined
        const shift = shiftOf(candidates, settled)
        if (!mayBe(shift, zero)) return true
        return isSure(shift) && bothAnswer(settled) ? false : undefined
      },
    },
    changeOf,
    otherThan: (change) => ({
      relevant,
      judge: (candidates, settled) => {
        if (!meets(candidates, lone)) return true
        if (sameRows(candidates, settled)) return changeOf(settled) !== change
        if (!adds || !bothAnswer(settled)) return undefined
        const shift = shiftOf(candidates, settled)
        return isSure(shift) ? valueKey(shift.least) !== change : undefined
      },
    }),
    refutes: () => false,
  }
}
