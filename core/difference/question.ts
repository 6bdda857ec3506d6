import { type Bitset, intersected, meets, removeRow, rowsOf, united } from "../table/bitset.ts"
import type { Judge } from "../analysis/search.ts"

/** What a search asks of every combination of facts, and the rows that the answer depends on. */
export interface SearchQuestion {
  readonly judge: Judge
  /** The candidates that can still change the answer; the others need not be told apart. */
  readonly relevant: (candidates: Bitset, settled: Bitset) => Bitset
  /** What to ask of all rows where the relevant ones are settled and still do not decide. */
  readonly closer?: SearchQuestion
}

/**
 * How two versions of a table answer the same facts, told from the rows of both. A change is a text
 * that is the same where the versions differ in the same way.
 */
export interface Comparison {
  /** Whether the versions differ. */
  readonly differ: SearchQuestion
  /** The change where exactly some rows accept. */
  readonly changeOf: (rows: Bitset) => string
  /** Whether the versions differ in another way than the given change, or not at all. */
  readonly otherThan: (change: string) => SearchQuestion
  /** Whether candidates show that the change is another one somewhere; false decides nothing. */
  readonly refutes: (change: string, candidates: Bitset) => boolean
}

/** Rows of both versions in one list: which version has them, and what they say. */
export interface ComparedRows {
  readonly before: Bitset
  readonly after: Bitset
  readonly outcomes: ReadonlyArray<number>
}

/** The rows that only one version has. */
export const loneRows = ({ after, before }: ComparedRows): Bitset =>
  before.map((word, index) => word ^ (after[index] ?? 0))

/** The rows of a set from one row to another, both included. */
export const between = (set: Bitset, first: number, last: number): Bitset => {
  const rows = set.slice()
  for (const row of rowsOf(set)) {
    if (row < first || row > last) removeRow(rows, row)
  }
  return rows
}

/** Leaves out what is known already: combinations that a row of `known` accepts are answered no. */
export const exceptIn = (
  { closer, judge, relevant }: SearchQuestion,
  known: Bitset,
): SearchQuestion => {
  const unknown = known.map((word) => ~word)
  const without = (rows: Bitset): Bitset => intersected(rows, unknown)
  return {
    judge: (candidates, settled) => {
      if (meets(settled, known)) return false
      const verdict = judge(without(candidates), without(settled))
      return verdict === true && meets(candidates, known) ? undefined : verdict
    },
    relevant: (candidates, settled) => {
      const rows = relevant(without(candidates), without(settled))
      return united(rows, intersected(candidates, known))
    },
    ...(closer === undefined ? {} : { closer: exceptIn(closer, known) }),
  }
}
