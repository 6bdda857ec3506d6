import { addRow, type Bitset, emptyBitset, intersect, meets, unite } from "../table/bitset.ts"
import { type DecisionGround, gapsMax } from "./decision-ground.ts"
import { cellFor } from "../analysis/region-cells.ts"
import { type Region, rowRegion, wholeRegion } from "../analysis/region.ts"
import { type Budget, findUncovered } from "../analysis/search.ts"
import type { Dimension, Space } from "../analysis/space.ts"

/** The gaps of a decision table. */
export interface GapSearch {
  /** Regions without a row that share nothing with each other; none can be made larger. */
  readonly gaps: ReadonlyArray<Region>
  /** Whether there are more than those; undefined when the search was cut short. */
  readonly more: boolean | undefined
}

const unionAt = (
  { rows }: Dimension,
  segments: ReadonlyArray<number>,
  rowCount: number,
): Bitset => {
  const union = emptyBitset(rowCount)
  for (const segment of segments) {
    const set = rows[segment]
    if (set !== undefined) unite(union, set)
  }
  return union
}

/** The neighbours of a stretch among some segments, the stretch included. */
const stretchAround = (
  stretch: ReadonlyArray<number>,
  free: ReadonlySet<number>,
): ReadonlyArray<number> => {
  let [first, last] = [stretch[0] ?? 0, stretch.at(-1) ?? 0]
  while (free.has(first - 1)) first -= 1
  while (free.has(last + 1)) last += 1
  return Array.from({ length: last - first + 1 }, (_, step) => first + step)
}

const isUnknown = ({ segments }: Dimension, segment: number | undefined): boolean =>
  segments[segment ?? 0]?._tag === "Unknown"

/** The first segments that follow one another without a hole. */
const firstStretch = (segments: ReadonlyArray<number>): ReadonlyArray<number> => {
  const first = segments[0] ?? 0
  const end = segments.findIndex((segment, step) => segment !== first + step)
  return end < 0 ? segments : segments.slice(0, end)
}

/** What a cell can say of some segments: all of them, or else what is known, or else one stretch. */
const sayable = (dimension: Dimension, segments: ReadonlyArray<number>): ReadonlyArray<number> => {
  if (segments.length === dimension.segments.length || dimension.input.kind === "words") {
    return segments
  }
  const known = segments.filter((segment) => !isUnknown(dimension, segment))
  if (known.length === 0) return segments
  if (dimension.input.kind === "boolean") return known.slice(0, 1)
  return firstStretch(known)
}

/**
 * Makes an uncovered region as large as it can be, one dimension after the other, keeping to what
 * cells can say. A segment may join when no row accepts it together with the rest of the region.
 */
const growGap = ({ dimensions, rowCount }: Space, start: Region, all: Bitset): Region => {
  const region = start.map((segments, index) => {
    const dimension = dimensions[index]
    return dimension === undefined ? segments : sayable(dimension, segments)
  })
  for (const [index, dimension] of dimensions.entries()) {
    const others = all.slice()
    for (const [at, other] of dimensions.entries()) {
      if (at !== index) intersect(others, unionAt(other, region[at] ?? [], rowCount))
    }
    const free = [...dimension.rows.keys()].filter(
      (segment) => !meets(dimension.rows[segment] ?? all, others),
    )
    const own = region[index] ?? []
    if (dimension.input.kind === "words" || free.length === dimension.segments.length) {
      region[index] = sayable(dimension, free)
    } else if (dimension.input.kind === "number" && !isUnknown(dimension, own[0])) {
      const known = free.filter((segment) => !isUnknown(dimension, segment))
      region[index] = stretchAround(own, new Set(known))
    }
  }
  return region
}

const addRegion = ({ dimensions }: Space, row: number, region: Region): void => {
  for (const [index, { rows }] of dimensions.entries()) {
    for (const segment of region[index] ?? []) {
      const set = rows[segment]
      if (set !== undefined) addRow(set, row)
    }
  }
}

/**
 * Finds the facts that no row of a table applies to and no comment declares as intended: largest
 * regions, one after the other, each of them a row for the next search. At most {@link gapsMax}.
 */
export const findGaps = (ground: DecisionGround, budget: Budget): GapSearch => {
  const { decision, intended } = ground
  const first = decision.rows.length + intended.length
  // Found gaps become rows of this space, which must not show in the one that others ask.
  const space: Space = {
    ...ground.space,
    dimensions: ground.space.dimensions.map((dimension) => ({
      ...dimension,
      rows: dimension.rows.map((set) => set.slice()),
    })),
  }
  const gaps: Array<Region> = []
  for (;;) {
    const search = findUncovered(space, wholeRegion(space), space.all, budget)
    if (search._tag === "Unknown") return { gaps, more: undefined }
    if (search._tag === "Nothing") return { gaps, more: false }
    if (gaps.length === gapsMax) return { gaps, more: true }
    const gap = growGap(space, search.region, space.all)
    addRegion(space, first + gaps.length, gap)
    gaps.push(gap)
  }
}

/** Whether a declared gap holds facts that no row applies to; undefined when the search was cut short. */
export const holdsGap = (
  { decision, rows, space }: DecisionGround,
  intended: number,
  budget: Budget,
): boolean | undefined => {
  const region = rowRegion(space, decision.rows.length + intended)
  if (region === undefined) return false
  const search = findUncovered(space, region, rows, budget)
  return search._tag === "Unknown" ? undefined : search._tag === "Found"
}

/** A cell for all numbers that are known, where a fact may also be unknown. */
const anyNumber = ({ input }: Dimension): string => {
  if (input.kind !== "number") return ""
  if (input.minimum !== undefined) return `>=${input.minimum}`
  return input.maximum === undefined ? "<0|>=0" : `<=${input.maximum}`
}

/**
 * The cells of a row that accepts exactly a gap, by column, those that accept anything left out;
 * undefined where no row does, since no cell says `unknown`.
 */
export const gapCells = (
  { dimensions }: Space,
  gap: Region,
): Readonly<Record<string, string>> | undefined => {
  const cells: Record<string, string> = {}
  for (const [index, dimension] of dimensions.entries()) {
    const segments = gap[index] ?? []
    const knownOnly = !segments.some((segment) => isUnknown(dimension, segment))
    const cell =
      cellFor(dimension, segments) ??
      (knownOnly && dimension.input.kind === "number" ? anyNumber(dimension) : undefined)
    if (cell === undefined) return undefined
    if (cell !== "") cells[dimension.name] = cell
  }
  return cells
}
