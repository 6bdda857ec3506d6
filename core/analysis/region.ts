import { type Bitset, hasRow, intersect, unite } from "../table/bitset.ts"
import type { Fact } from "../table/condition.ts"
import type { Space } from "./space.ts"

/** Facts that lie in one of some segments of every dimension: their numbers, rising, never none. */
export type Region = ReadonlyArray<ReadonlyArray<number>>

/** Facts by the names of the condition columns; null is unknown. */
export type NamedFacts = Readonly<Record<string, Fact>>

/** Everything that a table can be asked with. */
export const wholeRegion = ({ dimensions }: Space): Region =>
  dimensions.map(({ segments }) => [...segments.keys()])

/** How many combinations of segments a region holds. */
export const regionSize = (region: Region): number =>
  region.reduce((size, segments) => size * segments.length, 1)

/** The facts that a row accepts; undefined when the inputs allow none of them. */
export const rowRegion = ({ dimensions }: Space, row: number): Region | undefined => {
  const region = dimensions.map(({ rows }) =>
    rows.flatMap((set, index) => (hasRow(set, row) ? [index] : [])),
  )
  return region.every((segments) => segments.length > 0) ? region : undefined
}

/** One combination of facts of a region, by column. */
export const witnessOf = ({ dimensions }: Space, region: Region): NamedFacts =>
  Object.fromEntries(
    dimensions.map(({ name, witnesses }, index) => [
      name,
      witnesses[region[index]?.[0] ?? 0] ?? null,
    ]),
  )

/** The rows that accept some combination of a region's facts. */
export const rowsMeeting = (space: Space, region: Region): Bitset => {
  const rows = space.all.slice()
  for (const [index, { rows: sets }] of space.dimensions.entries()) {
    const some = new Int32Array(rows.length)
    for (const segment of region[index] ?? []) {
      const set = sets[segment]
      if (set !== undefined) unite(some, set)
    }
    intersect(rows, some)
  }
  return rows
}

/** The rows that accept every combination of a region's facts. */
export const rowsCovering = (space: Space, region: Region): Bitset => {
  const rows = space.all.slice()
  for (const [index, { rows: sets }] of space.dimensions.entries()) {
    for (const segment of region[index] ?? []) {
      const set = sets[segment]
      if (set !== undefined) intersect(rows, set)
    }
  }
  return rows
}

/** The facts that two regions share; undefined when there are none. */
export const commonRegion = (left: Region, right: Region): Region | undefined => {
  const region = left.map((segments, index) =>
    segments.filter((segment) => right[index]?.includes(segment) === true),
  )
  return region.every((segments) => segments.length > 0) ? region : undefined
}
