import { type Bitset, hasRow, intersect, isEmpty, unite } from "../table/bitset.ts"
import type { Fact } from "../table/condition.ts"
import type { Dimension, Space } from "./space.ts"

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

/** The region of the one combination of segments in which facts lie; undefined when they are not allowed. */
export const regionOf = (
  { dimensions }: Space,
  segmentOf: (dimension: Dimension, index: number) => number | undefined,
): Region | undefined => {
  const region: Array<ReadonlyArray<number>> = []
  for (const [index, dimension] of dimensions.entries()) {
    const segment = segmentOf(dimension, index)
    if (segment === undefined) return undefined
    region.push([segment])
  }
  return region
}

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

/**
 * Makes a region larger while `holds` stays true of all of it: dimension by dimension, first to
 * everything there, else by neighbouring segments. The order of the dimensions decides which of
 * several largest regions is found.
 */
export const growRegion = (
  { dimensions }: Space,
  seed: Region,
  holds: (region: Region) => boolean,
): Region => {
  let region = seed
  const attempt = (index: number, segments: ReadonlyArray<number>): boolean => {
    const larger = region.map((own, at) => (at === index ? segments : own))
    if (!holds(larger)) return false
    region = larger
    return true
  }
  for (const [index, { segments }] of dimensions.entries()) {
    const start = region[index] ?? []
    if (start.length === segments.length || attempt(index, [...segments.keys()])) continue
    const last = start.at(-1) ?? 0
    const first = start[0] ?? 0
    const above = Array.from({ length: segments.length - last - 1 }, (_, step) => last + 1 + step)
    const below = Array.from({ length: first }, (_, step) => first - 1 - step)
    for (const side of [above, below]) {
      for (const segment of side) {
        const larger = [...(region[index] ?? []), segment].sort((left, right) => left - right)
        if (!attempt(index, larger) && dimensions[index]?.input.kind === "number") break
      }
    }
  }
  return region
}

/** Whether a region has no combination in common with any row of a set. */
export const misses = (space: Space, region: Region, rows: Bitset): boolean => {
  const meeting = rowsMeeting(space, region)
  intersect(meeting, rows)
  return isEmpty(meeting)
}
