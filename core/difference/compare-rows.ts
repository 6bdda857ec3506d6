import type { Judge } from "../analysis/search.ts"
import { add, compare, fromInteger, multiply, type Rational, zero } from "../money/rational.ts"
import { aggregateOf } from "../table/aggregate.ts"
import {
  addRow,
  type Bitset,
  hasRow,
  intersected,
  isEmpty,
  meets,
  removeRow,
  rowsOf,
  sameRows,
  united,
} from "../table/bitset.ts"
import { type Aggregate, answersOne, type HitPolicy, policies } from "../table/hit-policy.ts"
import { valueKey } from "../table/value-key.ts"

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
const compareAggregate = (
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

/** The change where both versions list the same outcomes, in different orders. */
const orderOnly = ""

/** How many more times one version lists an outcome than the other: at least and at most. */
interface Surplus {
  least: number
  most: number
}

/** Outcomes that one version has listed and the other has not yet. */
interface Ahead {
  readonly version: "before" | "after"
  readonly outcomes: ReadonlyArray<number>
}

/** Where two lists have come to: even, one ahead of the other, or in different orders for good. */
type Progress = Ahead | "even" | "apart"

/** Above these, lists that are still open are too many to follow, or too far apart. */
const progressesMax = 64
const aheadMax = 16

const listed = (progress: Progress, version: Ahead["version"], outcome: number): Progress => {
  if (progress === "apart") return "apart"
  if (progress === "even") return { version, outcomes: [outcome] }
  if (progress.version === version) return { version, outcomes: [...progress.outcomes, outcome] }
  const [expected, ...rest] = progress.outcomes
  if (expected !== outcome) return "apart"
  return rest.length === 0 ? "even" : { version: progress.version, outcomes: rest }
}

const progressKey = (progress: Progress): string =>
  typeof progress === "string" ? progress : `${progress.version} ${progress.outcomes.join(" ")}`

/** Follows both lists through all ways in which open rows may fall; undefined where they are too many. */
const followLists = (
  { after, before, outcomes }: ComparedRows,
  candidates: Bitset,
  settled: Bitset,
): { readonly ends: ReadonlyArray<Progress>; readonly telling: Bitset } | undefined => {
  let open = new Map<string, Progress>([["even", "even"]])
  const telling: Bitset = new Int32Array(candidates.length)
  for (const row of rowsOf(candidates)) {
    const outcome = outcomes[row] ?? 0
    const [older, newer] = [hasRow(before, row), hasRow(after, row)]
    const isShared = older && newer
    if (isShared && open.size === 1 && open.has("even")) continue
    addRow(telling, row)
    const next = new Map<string, Progress>(hasRow(settled, row) ? [] : open)
    for (const progress of open.values()) {
      const once = older ? listed(progress, "before", outcome) : progress
      const both = newer ? listed(once, "after", outcome) : once
      if (typeof both === "object" && both.outcomes.length > aheadMax) return undefined
      next.set(progressKey(both), both)
    }
    if (next.size > progressesMax) return undefined
    open = next
  }
  return { ends: [...open.values()], telling }
}

/** Whether both versions list the same where exactly some rows accept. */
const listAlike = ({ after, before, outcomes }: ComparedRows, rows: Bitset): boolean => {
  const list = (version: Bitset): ReadonlyArray<number | undefined> =>
    rowsOf(intersected(rows, version)).map((row) => outcomes[row])
  const newer = list(after)
  const older = list(before)
  return older.length === newer.length && older.every((outcome, at) => outcome === newer[at])
}

const surpluses = (
  { before, outcomes }: ComparedRows,
  loners: Bitset,
  settled: Bitset,
): ReadonlyMap<number, Surplus> => {
  const found = new Map<number, Surplus>()
  for (const row of rowsOf(loners)) {
    const outcome = outcomes[row] ?? 0
    const surplus = found.get(outcome) ?? { least: 0, most: 0 }
    found.set(outcome, surplus)
    const certain = hasRow(settled, row)
    if (hasRow(before, row)) {
      surplus.most += 1
      if (certain) surplus.least += 1
    } else {
      surplus.least -= 1
      if (certain) surplus.most -= 1
    }
  }
  return found
}

/** Whether some outcome is listed more often by one version in any case. */
const neverEven = (counts: ReadonlyMap<number, Surplus>): boolean =>
  [...counts.values()].some(({ least, most }) => least > 0 || most < 0)

/** The surpluses of a change by outcome, and back. */
const changeText = (counts: Iterable<readonly [outcome: number, count: number]>): string =>
  [...counts]
    .filter(([, count]) => count !== 0)
    .sort(([left], [right]) => left - right)
    .map(([outcome, count]) => `${outcome}:${count}`)
    .join(" ")

const changeCounts = (change: string): ReadonlyMap<number, number> =>
  new Map(
    change.split(" ").flatMap((part): ReadonlyArray<readonly [number, number]> => {
      const [outcome, count] = part.split(":").map(Number)
      return outcome === undefined || count === undefined ? [] : [[outcome, count]]
    }),
  )

/** Asks whether both versions list the same outcomes in different orders. */
const askOrder = (rows: ComparedRows, lone: Bitset, negated: boolean): SearchQuestion => {
  /** The candidates from the first to the last that only one version has: the lists are even around them. */
  const middle = (candidates: Bitset): Bitset => {
    const loners = rowsOf(intersected(candidates, lone))
    return between(candidates, loners[0] ?? 0, loners.at(-1) ?? -1)
  }
  const differs = (candidates: Bitset, settled: Bitset): boolean | undefined => {
    if (sameRows(candidates, settled)) return !listAlike(rows, candidates)
    const followed = followLists(rows, middle(candidates), settled)
    const even = followed?.ends.filter((end) => end === "even").length
    if (even === 0) return true
    return even !== undefined && even === followed?.ends.length ? false : undefined
  }
  return {
    judge: (candidates, settled) => {
      const verdict = differs(candidates, settled)
      return verdict === undefined ? undefined : verdict !== negated
    },
    relevant: (candidates, settled) => {
      const all = middle(candidates)
      return followLists(rows, all, settled)?.telling ?? all
    },
  }
}

/**
 * Compares two versions of a table in which all rows that accept are the answer, in their order. A
 * change is what one version lists and the other does not; what both list does not count, unless
 * nothing but the order differs.
 */
const compareCollect = (rows: ComparedRows): Comparison => {
  const lone = loneRows(rows)
  const relevant = (candidates: Bitset): Bitset => intersected(candidates, lone)
  const countsOf = (candidates: Bitset, settled: Bitset): ReadonlyMap<number, Surplus> =>
    surpluses(rows, relevant(candidates), settled)

  return {
    differ: {
      relevant,
      judge: (candidates, settled) => {
        if (isEmpty(relevant(candidates))) return false
        return neverEven(countsOf(candidates, settled)) ? true : undefined
      },
      closer: askOrder(rows, lone, false),
    },
    changeOf: (set) =>
      changeText([...countsOf(set, set)].map(([outcome, { least }]) => [outcome, least] as const)),
    otherThan: (change) => {
      const expected = changeCounts(change)
      return {
        relevant,
        judge: (candidates, settled) => {
          const counts = countsOf(candidates, settled)
          const named = new Set([...counts.keys(), ...expected.keys()])
          let open = false
          for (const outcome of named) {
            const { least, most } = counts.get(outcome) ?? { least: 0, most: 0 }
            const count = expected.get(outcome) ?? 0
            if (count < least || count > most) return true
            if (least !== most) open = true
          }
          return open || change === orderOnly ? undefined : false
        },
        ...(change === orderOnly ? { closer: askOrder(rows, lone, true) } : {}),
      }
    },
    refutes: () => false,
  }
}

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
const compareFirst = (rows: ComparedRows): Comparison => {
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
const loneRows = ({ after, before }: ComparedRows): Bitset =>
  before.map((word, index) => word ^ (after[index] ?? 0))

/** The rows of a set from one row to another, both included. */
const between = (set: Bitset, first: number, last: number): Bitset => {
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
