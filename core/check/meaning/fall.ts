import { commonReach, type Reach, type Stretch } from "./reach.ts"
import type { OrderedCase } from "./ordered-case.ts"

/** A place at which the sum of a row is higher than that of a row that lies further on. */
export interface Fall {
  readonly lower: OrderedCase
  readonly higher: OrderedCase
  /** Where the two lie on the column that rises. */
  readonly lowerAt: number
  readonly higherAt: number
  /** What the other columns hold in both. */
  readonly facts: ReadonlyMap<string, string | number>
  /** By how much it falls. */
  readonly by: bigint
}

/** A choice that makes the sum fall most: how much of it, and by how much more with each unit further. */
interface Farthest<Choice> {
  readonly choice: Choice
  readonly by: bigint
  /** Units that can be added without end, and what each adds; 0 where there are none. */
  readonly rises: bigint
}

/** Where two rows lie on the column that rises. */
interface Ends {
  readonly lowerAt: number
  readonly higherAt: number
}

const within = ({ high, low }: Stretch, value: number): boolean =>
  Number.isFinite(value) && value >= low && value <= high

/** The ends of two stretches between which a sum that grows by `up` and `down` falls most. */
const farthestEnds = (
  lower: Stretch,
  higher: Stretch,
  up: bigint,
  down: bigint,
): Farthest<Ends> | undefined => {
  const starts = [lower.high, higher.high - 1, lower.low, higher.low - 1]
  const pairs = starts
    .filter((start) => within(lower, start))
    .flatMap((lowerAt) =>
      [lowerAt + 1, higher.low, higher.high]
        .filter((end) => end > lowerAt && within(higher, end))
        .map((higherAt) => ({ lowerAt, higherAt })),
    )
  const [first, ...rest] = pairs.map((choice) => ({
    choice,
    by: up * BigInt(choice.lowerAt) - down * BigInt(choice.higherAt),
  }))
  if (first === undefined) return undefined
  const most = rest.reduce((best, one) => (one.by > best.by ? one : best), first)
  const bothEndless = lower.high === Number.POSITIVE_INFINITY && higher.high === lower.high
  return { ...most, rises: bothEndless ? up - down : 0n }
}

/** The fact of a column in both rows at which a sum that grows by `slope` with it falls most. */
const farthestFact = (reach: Reach, slope: bigint): Farthest<string | number> | undefined => {
  if (reach._tag === "Words") {
    const [choice] = reach.words
    return choice === undefined ? undefined : { choice, by: 0n, rises: 0n }
  }
  const [first] = reach.stretches
  const last = reach.stretches.at(-1)
  if (first === undefined || last === undefined) return undefined
  const endless = last.high === Number.POSITIVE_INFINITY
  const ends = [first.low, slope > 0n ? last.high : first.low, last.low, 0]
  const wanted = slope > 0n ? (endless ? last.low : last.high) : first.low
  const choice = [wanted, ...ends].find(Number.isFinite) ?? 0
  return { choice, by: slope * BigInt(choice), rises: slope > 0n && endless ? slope : 0n }
}

const difference = ({ higher, lower }: Pick<Fall, "higher" | "lower">, column: string): bigint =>
  (lower.slopes.get(column) ?? 0n) - (higher.slopes.get(column) ?? 0n)

/** What two rows have in common beside the column that rises; undefined where that is nothing. */
const commonFacts = (
  pair: Pick<Fall, "higher" | "lower">,
): ReadonlyMap<string, Farthest<string | number>> | undefined => {
  const facts = new Map<string, Farthest<string | number>>()
  for (const [column, reach] of pair.lower.others) {
    const other = pair.higher.others.get(column)
    const common = other === undefined ? undefined : commonReach(reach, other)
    const fact = common === undefined ? undefined : farthestFact(common, difference(pair, column))
    if (fact === undefined) return undefined
    facts.set(column, fact)
  }
  return facts
}

/** How many more units it takes until a sum that rises by `rises` with each is above zero. */
const unitsUntilPositive = (by: bigint, rises: bigint): number => Number((0n - by) / rises) + 1

/** Where the rising column begins and ends for a row. */
const first = ({ over }: OrderedCase): number => over[0]?.low ?? Number.POSITIVE_INFINITY
const last = ({ over }: OrderedCase): number => over.at(-1)?.high ?? Number.NEGATIVE_INFINITY

/**
 * Whether the sum of the first row is at most that of the second by each of its parts, as it nearly
 * always is: then it falls nowhere, for parts that grow with no negative number.
 */
const risesThroughout = (over: string, lower: OrderedCase, higher: OrderedCase): boolean => {
  if (lower.flat > higher.flat || first(lower) < 0) return false
  for (const [column, slope] of lower.slopes) {
    const other = higher.slopes.get(column) ?? 0n
    if (slope > other || (column === over && other < 0n)) return false
    const reach = column === over ? undefined : lower.others.get(column)
    if (reach?._tag === "Numbers" && (reach.stretches[0]?.low ?? 0) < 0) return false
  }
  return true
}

/**
 * Finds where the sum of a row that lies lower on a column is higher than that of one that lies
 * further on, over all facts that both let through: exact, and where it falls most. A row may be
 * paired with itself.
 */
export const findFall = (
  over: string,
  lower: OrderedCase,
  higher: OrderedCase,
): Fall | undefined => {
  if (first(lower) >= last(higher) || risesThroughout(over, lower, higher)) return undefined
  const common = commonFacts({ lower, higher })
  if (common === undefined) return undefined
  const [up, down] = [lower.slopes.get(over) ?? 0n, higher.slopes.get(over) ?? 0n]
  const ends = lower.over
    .flatMap((from) => higher.over.flatMap((to) => farthestEnds(from, to, up, down) ?? []))
    .toSorted((left, right) => (left.by < right.by ? 1 : -1))
  const way = ends.find(({ rises }) => rises > 0n) ?? ends[0]
  if (way === undefined) return undefined
  const parts = [...common.values()]
  const by = parts.reduce((sum, part) => sum + part.by, lower.flat - higher.flat + way.by)
  const facts = new Map([...common].map(([column, { choice }]) => [column, choice] as const))
  const found = { lower, higher, facts, ...way.choice }
  if (by > 0n) return { ...found, by }
  if (way.rises > 0n) {
    const further = unitsUntilPositive(by, way.rises)
    const { higherAt, lowerAt } = way.choice
    return {
      ...found,
      lowerAt: lowerAt + further,
      higherAt: higherAt + further,
      by: by + way.rises * BigInt(further),
    }
  }
  const endless = [...common].find(([, { rises }]) => rises > 0n)
  if (endless === undefined) return undefined
  const [column, { choice, rises }] = endless
  const further = unitsUntilPositive(by, rises)
  facts.set(column, Number(choice) + further)
  return { ...found, by: by + rises * BigInt(further) }
}
