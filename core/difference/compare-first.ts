import { type Bitset, hasRow, intersected, meets, rowsOf, united } from "../table/bitset.ts"
import { between, type ComparedRows, type Comparison, loneRows } from "./question.ts"

/** The number of no outcome: no row accepts. */
const nothing = -1

/** What one version may answer, and the row after which its rows no longer count. */
interface Answers {
  readonly outcomes: ReadonlySet<number>
  readonly end: number
}

const only = ({ outcomes }: Answers): number | undefined =>
  outcomes.size === 1 ? [...outcomes][0] : undefined

/** Compares two versions of a table in which the first row that accepts is the answer. */
export const compareFirst = (rows: ComparedRows): Comparison => {
  const lone = loneRows(rows)
  const outcomeOf = (row: number): number => rows.outcomes[row] ?? nothing

  const answers = (version: Bitset, candidates: Bitset, settled: Bitset): Answers => {
    const outcomes = new Set<number>()
    for (const row of rowsOf(intersected(candidates, version))) {
      outcomes.add(outcomeOf(row))
      if (hasRow(settled, row)) return { outcomes, end: row }
    }
    return { outcomes: outcomes.add(nothing), end: Number.POSITIVE_INFINITY }
  }
  const both = (candidates: Bitset, settled: Bitset) => ({
    before: answers(rows.before, candidates, settled),
    after: answers(rows.after, candidates, settled),
  })
  const relevantTo = ({ after, before }: ReturnType<typeof both>, candidates: Bitset): Bitset => {
    const older = between(intersected(candidates, rows.before), 0, before.end)
    const newer = between(intersected(candidates, rows.after), 0, after.end)
    return united(older, newer)
  }
  const relevant = (candidates: Bitset, settled: Bitset): Bitset =>
    relevantTo(both(candidates, settled), candidates)
  const first = (version: Bitset, candidates: Bitset): number =>
    outcomeOf(rowsOf(intersected(candidates, version))[0] ?? -1)

  return {
    differ: {
      relevant,
      judge: (candidates, settled) => {
        const answered = both(candidates, settled)
        const { after, before } = answered
        if (![...before.outcomes].some((outcome) => after.outcomes.has(outcome))) return true
        const [left, right] = [only(before), only(after)]
        if (left !== undefined && left === right) return false
        return meets(lone, relevantTo(answered, candidates)) ? undefined : false
      },
    },
    changeOf: (set) => `${first(rows.before, set)} ${first(rows.after, set)}`,
    otherThan: (change) => ({
      relevant,
      judge: (candidates, settled) => {
        const { after, before } = both(candidates, settled)
        const [left, right] = change.split(" ").map(Number)
        if (!before.outcomes.has(left ?? nothing) || !after.outcomes.has(right ?? nothing)) {
          return true
        }
        return only(before) === undefined || only(after) === undefined ? undefined : false
      },
    }),
    refutes: (change, candidates) => {
      const [left, right] = change.split(" ").map(Number)
      return (
        (meets(candidates, rows.before) && first(rows.before, candidates) !== left) ||
        (meets(candidates, rows.after) && first(rows.after, candidates) !== right)
      )
    },
  }
}
