import type { Rational } from "../money/rational.ts"
import { answersOne, type HitPolicy, policies } from "../table/hit-policy.ts"
import { compareAggregate } from "./compare-aggregate.ts"
import { compareCollect } from "./compare-collect.ts"
import { compareFirst } from "./compare-first.ts"
import type { ComparedRows, Comparison } from "./question.ts"

/** Compares two versions of a table by its hit policy; `figures` are what the rows add to an aggregate. */
export const compareRows = (
  hitPolicy: HitPolicy,
  rows: ComparedRows,
  figures: ReadonlyArray<Rational>,
): Comparison => {
  const { aggregate } = policies[hitPolicy]
  if (aggregate !== undefined) return compareAggregate(aggregate, rows, figures)
  return answersOne(hitPolicy) ? compareFirst(rows) : compareCollect(rows)
}
