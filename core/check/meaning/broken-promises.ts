import type { Budget } from "../../analysis/search.ts"
import { groupBy } from "../../group-by.ts"
import { type Fall, findFall } from "./fall.ts"
import type { OrderedCase } from "./ordered-case.ts"
import type { Reach } from "./reach.ts"

/** A row that breaks a promise: where it does most, and the other rows that contradict it. */
export interface BrokenPromise {
  /** The row that is told: the one that most others contradict, else the one further down. */
  readonly row: OrderedCase
  readonly fall: Fall
  /** The lines that contradict it, in the order of the file. */
  readonly lines: ReadonlyArray<number>
}

/** The rows that break a promise; undefined where the search was cut short. */
export type BrokenPromises = ReadonlyArray<BrokenPromise> | undefined

const partition = "\u0000"

const keyOf = (reach: Reach | undefined): string =>
  reach?._tag === "Words" ? reach.words.toSorted().join(partition) : ""

/** Columns whose different cells have nothing in common: rows that differ there never meet. */
const apartColumns = (cases: ReadonlyArray<OrderedCase>): ReadonlyArray<string> => {
  const names = [...(cases[0]?.others.keys() ?? [])]
  return names.filter((name) => {
    const reaches = [...new Set(cases.flatMap(({ others }) => others.get(name) ?? []))]
    if (reaches.some(({ _tag }) => _tag === "Numbers")) return false
    const seen = new Set<string>()
    return [...new Set(reaches.map(keyOf))].every((key) =>
      key.split(partition).every((word) => {
        const isNew = !seen.has(word)
        seen.add(word)
        return isNew
      }),
    )
  })
}

/** Every pair of rows between which a sum falls, rows held against themselves among them. */
const fallsAmong = (
  over: string,
  cases: ReadonlyArray<OrderedCase>,
  budget: Budget,
): ReadonlyArray<Fall> => {
  const apart = apartColumns(cases)
  const groups = groupBy(cases, ({ others }) =>
    apart.map((column) => keyOf(others.get(column))).join("\u0001"),
  )
  const falls: Array<Fall> = []
  for (const group of groups.values()) {
    budget.left -= 20 * group.length * group.length
    if (budget.left < 0) return falls
    for (const lower of group) {
      for (const higher of group) {
        const fall = findFall(over, lower, higher)
        if (fall !== undefined) falls.push(fall)
      }
    }
  }
  return falls
}

const byMost = (left: Fall, right: Fall): number => (left.by < right.by ? 1 : -1)

const otherOf = ({ higher, lower }: Fall, row: OrderedCase): OrderedCase =>
  lower === row ? higher : lower

/** The row that most falls are about, of equals the one further down. */
const mostBlamed = (falls: ReadonlyArray<Fall>): OrderedCase | undefined => {
  const counts = new Map<OrderedCase, number>()
  for (const { higher, lower } of falls) {
    for (const row of new Set([lower, higher])) counts.set(row, (counts.get(row) ?? 0) + 1)
  }
  const [first] = [...counts].toSorted(
    ([left, few], [right, many]) => many - few || right.row.line - left.row.line,
  )
  return first?.[0]
}

/**
 * Finds the rows by which a sum falls as a column rises, over all facts that two rows share. A slip in
 * one row contradicts many others: each row is told once, those that most others contradict first.
 */
export const findBrokenPromises = (
  over: string,
  cases: ReadonlyArray<OrderedCase>,
  budget: Budget,
): BrokenPromises => {
  let falls = fallsAmong(over, cases, budget)
  if (budget.left < 0) return undefined
  const broken: Array<BrokenPromise> = []
  for (;;) {
    const row = mostBlamed(falls)
    if (row === undefined) return broken
    const its = falls.filter(({ higher, lower }) => lower === row || higher === row)
    const [fall] = its.toSorted(byMost)
    if (fall === undefined) return broken
    const lines = [...new Set(its.map((one) => otherOf(one, row).row.line))]
    broken.push({ row, fall, lines: lines.toSorted((left, right) => left - right) })
    falls = falls.filter((one) => !its.includes(one))
  }
}
