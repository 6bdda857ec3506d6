import type { Fact } from "../table/condition.ts"
import { type NamedFacts, type Region, witnessOf } from "../analysis/region.ts"
import type { Dimension, Space } from "../analysis/space.ts"

/** What some columns have to keep to together: facts that do not hold cannot be met at once. */
export interface Together {
  readonly columns: ReadonlyArray<string>
  readonly holds: (facts: NamedFacts) => boolean
}

/** Facts of a region that can be met together, and the part of the region that they stand for. */
export interface PossibleFacts {
  readonly facts: NamedFacts
  readonly region: Region
}

/** The lowest and the highest number of a segment, where a whole number lies in it. */
const endsOf = (
  { input, segments, witnesses }: Dimension,
  segment: number,
): readonly [number, number] | undefined => {
  const found = segments[segment]
  const witness = witnesses[segment]
  if (typeof witness !== "number" || input.kind !== "number") return undefined
  if (found?._tag !== "Between" || !input.whole) return [witness, witness]
  const { maximum = Number.POSITIVE_INFINITY, minimum = Number.NEGATIVE_INFINITY } = input
  const low = Math.max(Math.floor(found.low) + 1, Math.ceil(minimum))
  const high = Math.min(Math.ceil(found.high) - 1, Math.floor(maximum))
  return [Number.isFinite(low) ? low : witness, Number.isFinite(high) ? high : witness]
}

/** A column that has to keep to something, by its place, and the facts of its segments to try. */
interface Choice {
  readonly index: number
  readonly name: string
  readonly options: ReadonlyArray<readonly [segment: number, fact: Fact]>
}

/**
 * The facts of a column to try, the usual one of each segment first. Of numbers these are the ends of
 * its own segments and those of the other columns that lie in them: where ranges have an order or an
 * equal number between them, they have it there.
 */
const choiceOf = (
  space: Space,
  region: Region,
  index: number,
  ends: ReadonlyArray<number>,
): Choice => {
  const dimension = space.dimensions[index] as Dimension
  const { name, otherWords, segments, witnesses } = dimension
  const options = (region[index] ?? []).flatMap((segment) => {
    const usual = witnesses[segment] ?? null
    if (segments[segment]?._tag === "OtherWords" && otherWords.length > 0)
      return otherWords.map((word) => [segment, word] as const)
    const own = endsOf(dimension, segment)
    const between = own === undefined ? [] : ends.filter((end) => end >= own[0] && end <= own[1])
    return [...new Set([usual, ...between])].map((fact) => [segment, fact] as const)
  })
  return { index, name, options }
}

const choicesOf = (
  space: Space,
  region: Region,
  together: ReadonlyArray<Together>,
): ReadonlyArray<Choice> => {
  const names = [...new Set(together.flatMap(({ columns }) => columns))]
  const places = names.map((name) => space.dimensions.findIndex((one) => one.name === name))
  const ends = places.flatMap((index) =>
    (region[index] ?? []).flatMap(
      (segment) => endsOf(space.dimensions[index] as Dimension, segment) ?? [],
    ),
  )
  return places.map((index) => choiceOf(space, region, index, ends))
}

// Every way to choose, in which what is chosen so far holds.
function* waysToChoose(
  choices: ReadonlyArray<Choice>,
  together: ReadonlyArray<Together>,
  chosen: NamedFacts = {},
  segments: ReadonlyMap<number, number> = new Map(),
): Generator<readonly [NamedFacts, ReadonlyMap<number, number>]> {
  const [choice, ...rest] = choices
  if (choice === undefined) {
    yield [chosen, segments]
    return
  }
  for (const [segment, fact] of choice.options) {
    const facts = { ...chosen, [choice.name]: fact }
    const holds = together.every(
      (one) =>
        !one.columns.includes(choice.name) ||
        one.columns.some((name) => !(name in facts)) ||
        one.holds(facts),
    )
    if (holds)
      yield* waysToChoose(rest, together, facts, new Map(segments).set(choice.index, segment))
  }
}

/** Declarations in groups that share no column, so that each group is settled by itself. */
const grouped = (together: ReadonlyArray<Together>): ReadonlyArray<ReadonlyArray<Together>> => {
  let groups: ReadonlyArray<ReadonlyArray<Together>> = []
  for (const one of together) {
    const shares = (group: ReadonlyArray<Together>): boolean =>
      group.some(({ columns }) => columns.some((name) => one.columns.includes(name)))
    groups = [...groups.filter((group) => !shares(group)), [...groups.filter(shares).flat(), one]]
  }
  return groups
}

// Every way in which all groups hold.
function* waysOfAll(
  groups: ReadonlyArray<() => ReturnType<typeof waysToChoose>>,
): ReturnType<typeof waysToChoose> {
  const [group, ...rest] = groups
  if (group === undefined) {
    yield [{}, new Map()]
    return
  }
  for (const [facts, segments] of group())
    for (const [more, others] of waysOfAll(rest))
      yield [{ ...facts, ...more }, new Map([...segments, ...others])]
}

/**
 * Facts of a region that can be met together. A declaration counts where a table has all its columns.
 *
 * @yields facts and the part of the region that they lie in; nothing where no facts hold together
 */
export function* possibleFacts(
  space: Space,
  region: Region,
  declared: ReadonlyArray<Together>,
): Generator<PossibleFacts> {
  const names = new Set(space.dimensions.map(({ name }) => name))
  const together = declared.filter(({ columns }) => columns.every((name) => names.has(name)))
  const groups = grouped(together).map((group) => {
    const choices = choicesOf(space, region, group)
    return () => waysToChoose(choices, group)
  })
  // A group that never holds ends it before the others are tried one with another.
  if (groups.some((ways) => ways().next().done === true)) return
  for (const [facts, segments] of waysOfAll(groups)) {
    const part = region.map((all, index) => {
      const segment = segments.get(index)
      return segment === undefined ? all : [segment]
    })
    yield { facts: { ...witnessOf(space, part), ...facts }, region: part }
  }
}
