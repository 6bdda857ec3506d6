import type { Budget } from "../../analysis/search.ts"
import { groupBy } from "../../group-by.ts"
import { type Fall, findFall } from "./fall.ts"
import type { OrderedCase } from "./ordered-case.ts"
import { haveCommon, type Reach } from "./reach.ts"
import type { MeantRow } from "./table-cells.ts"

/** A row that breaks a promise: where it does most, and the other rows that contradict it. */
export interface BrokenPromise {
  /** The row that is told: the one that most others contradict, else the one further down. */
  readonly row: OrderedCase
  readonly fall: Fall
  /** The lines that contradict it, in the order of the file. */
  readonly lines: ReadonlyArray<number>
}

/** More different cells than this are not told apart: comparing each with each takes time. */
const differentMax = 200

/** Columns whose different cells have nothing in common: rows that differ there never meet. */
const apartColumns = (cases: ReadonlyArray<OrderedCase>): ReadonlyArray<string> =>
  [...(cases[0]?.others.keys() ?? [])].filter((name) => {
    // Cells that are written alike are one object.
    const reaches = [...new Set(cases.flatMap(({ others }) => others.get(name) ?? []))]
    return (
      reaches.length <= differentMax &&
      reaches.every((reach, index) =>
        reaches.slice(0, index).every((other) => !haveCommon(reach, other)),
      )
    )
  })

/** Rows in groups, none of which meets a row of another. */
const groupsApart = (
  cases: ReadonlyArray<OrderedCase>,
): ReadonlyArray<ReadonlyArray<OrderedCase>> => {
  const numbers = new Map<Reach | undefined, number>()
  const numberOf = (reach: Reach | undefined): number => {
    const number = numbers.get(reach) ?? numbers.size
    numbers.set(reach, number)
    return number
  }
  const apart = apartColumns(cases)
  const groups = groupBy(cases, ({ others }) =>
    apart.map((column) => numberOf(others.get(column))).join(" "),
  )
  // Bands of one tariff lie apart, though those of all tariffs do not.
  return groups.size <= 1 ? [cases] : [...groups.values()].flatMap(groupsApart)
}

/** Every pair of rows between which a sum falls, rows paired with themselves among them; or undefined. */
const fallsAmong = (
  over: string,
  cases: ReadonlyArray<OrderedCase>,
  budget: Budget,
): ReadonlyArray<Fall> | undefined => {
  const falls: Array<Fall> = []
  for (const group of groupsApart(cases)) {
    budget.left -= 20 * group.length * group.length
    if (budget.left < 0) return undefined
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

/** How many falls each row is part of. */
const countFalls = (falls: ReadonlyArray<Fall>): ReadonlyMap<MeantRow, number> => {
  const counts = new Map<MeantRow, number>()
  for (const { higher, lower } of falls) {
    for (const row of new Set([lower.row, higher.row])) counts.set(row, (counts.get(row) ?? 0) + 1)
  }
  return counts
}

/**
 * The row that most falls are about; of equals the one that all promises together blame most, and of
 * equals the one further down.
 */
const mostBlamed = (
  falls: ReadonlyArray<Fall>,
  blame: ReadonlyMap<MeantRow, number>,
): MeantRow | undefined => {
  const [first] = [...countFalls(falls)].toSorted(
    ([left, few], [right, many]) =>
      many - few || (blame.get(right) ?? 0) - (blame.get(left) ?? 0) || right.line - left.line,
  )
  return first?.[0]
}

/** Tells each row once: a slip in one contradicts many others. */
const toldOnce = (
  all: ReadonlyArray<Fall>,
  blame: ReadonlyMap<MeantRow, number>,
): ReadonlyArray<BrokenPromise> => {
  const broken: Array<BrokenPromise> = []
  let falls = all
  for (;;) {
    const told = mostBlamed(falls, blame)
    const its = falls.filter(({ higher, lower }) => lower.row === told || higher.row === told)
    const [fall] = its.toSorted(byMost)
    if (fall === undefined) return broken
    const row = fall.lower.row === told ? fall.lower : fall.higher
    const lines = [...new Set(its.map((one) => otherOf(one, row).row.line))]
    broken.push({ row, fall, lines: lines.toSorted((left, right) => left - right) })
    falls = falls.filter((one) => !its.includes(one))
  }
}

/** The rows of a table as one of its promises sees them, and the column that rises. */
export interface Promised {
  readonly over: string
  readonly cases: ReadonlyArray<OrderedCase>
}

/**
 * Finds for each promise of a table the rows by which its sum falls as a column rises, over all facts
 * that two rows share; undefined where the search was cut short.
 */
export const findBrokenPromises = (
  promises: ReadonlyArray<Promised>,
  budget: () => Budget,
): ReadonlyArray<ReadonlyArray<BrokenPromise> | undefined> => {
  const falls = promises.map(({ cases, over }) => fallsAmong(over, cases, budget()))
  const blame = countFalls(falls.flatMap((some) => some ?? []))
  return falls.map((some) => some && toldOnce(some, blame))
}
