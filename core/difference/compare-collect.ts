import {
  addRow,
  type Bitset,
  hasRow,
  intersected,
  isEmpty,
  rowsOf,
  sameRows,
} from "../table/bitset.ts"
import {
  between,
  type ComparedRows,
  type Comparison,
  loneRows,
  type SearchQuestion,
} from "./question.ts"

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
export const compareCollect = (rows: ComparedRows): Comparison => {
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
