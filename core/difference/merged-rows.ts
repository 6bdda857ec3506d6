import type { ConditionTest } from "../table/condition.ts"
import { type Rational, zero } from "../money/rational.ts"
import { figuresOf } from "../table/aggregate.ts"
import type { Decision } from "../table/decision.ts"
import { policies } from "../table/hit-policy.ts"
import { outcomeKey } from "../analysis/outcome-key.ts"
import { decidingColumns } from "../table/value-key.ts"
import { pairInOrder } from "./row-pairs.ts"

/** A row of one version of a table, or one that both versions have in the same place among such rows. */
export interface MergedRow {
  readonly tests: ReadonlyArray<ConditionTest>
  /** A number for what the row says; rows that say the same have the same. */
  readonly outcome: number
  /** What it adds to an aggregate, where its table makes one. */
  readonly figure: Rational
  /** Its place among the rows of a version, from 0; undefined where that version lacks it. */
  readonly before: number | undefined
  readonly after: number | undefined
}

const rowKeys = ({ definition, rows, tests }: Decision) => {
  const columns = decidingColumns(definition.outputs)
  const { aggregate } = policies[definition.hitPolicy]
  const figures = aggregate === undefined ? [] : figuresOf(aggregate, definition.outputs, rows)
  return rows.map((row, index) => {
    const outcome = outcomeKey(columns, row)
    return {
      outcome,
      figure: figures[index] ?? zero,
      whole: `${JSON.stringify(tests[index])} ${outcome}`,
    }
  })
}

/**
 * The rows of two versions of a decision table as one list that keeps the order of both. Two
 * versions can only differ where a row accepts that one of them has alone.
 */
export const mergeRows = (before: Decision, after: Decision): ReadonlyArray<MergedRow> => {
  const outcomes = new Map<string, number>()
  const numberOf = (outcome: string): number => {
    const number = outcomes.get(outcome) ?? outcomes.size
    outcomes.set(outcome, number)
    return number
  }
  const [older, newer] = [rowKeys(before), rowKeys(after)]
  const oldRow = (place: number, partner?: number): MergedRow => ({
    tests: before.tests[place] ?? [],
    outcome: numberOf(older[place]?.outcome ?? ""),
    figure: older[place]?.figure ?? zero,
    before: place,
    after: partner,
  })
  const newRow = (place: number): MergedRow => ({
    tests: after.tests[place] ?? [],
    outcome: numberOf(newer[place]?.outcome ?? ""),
    figure: newer[place]?.figure ?? zero,
    before: undefined,
    after: place,
  })

  const merged: Array<MergedRow> = []
  let [left, right] = [0, 0]
  const pairs = pairInOrder(
    older.map(({ whole }) => whole),
    newer.map(({ whole }) => whole),
  )
  for (const pair of [...pairs, undefined]) {
    const [leftEnd, rightEnd] = pair ?? [older.length, newer.length]
    for (; left < leftEnd; left += 1) merged.push(oldRow(left))
    for (; right < rightEnd; right += 1) merged.push(newRow(right))
    if (pair === undefined) break
    merged.push(oldRow(left, right))
    left += 1
    right += 1
  }
  return merged
}
