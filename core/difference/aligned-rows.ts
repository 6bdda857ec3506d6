import { pairInOrder } from "./row-pairs.ts"

/** A row of two versions of a table: in both, gone, or new; places from 0. */
export interface AlignedRow {
  readonly before: number | undefined
  readonly after: number | undefined
}

/** Rows as the texts of their cells. */
type Rows = ReadonlyArray<ReadonlyArray<string>>

const keyOf = (row: ReadonlyArray<string>): string => row.join("\u0000")

/** How many cells two rows share, of those in which either says something. */
const likeness = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  let [same, said] = [0, 0]
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const [left = "", right = ""] = [one[index], other[index]]
    if (left === "" && right === "") continue
    said += 1
    if (left === right) same += 1
  }
  return said === 0 ? 1 : same / said
}

/** Rows that share less than this are not taken for one row that has changed. */
const likenessMin = 0.3

/** Beyond this a stretch is too long to hold each row against each other. */
const stretchMax = 200

interface Stretch {
  readonly before: ReadonlyArray<number>
  readonly after: ReadonlyArray<number>
}

const inSteps = ({ after, before }: Stretch): ReadonlyArray<AlignedRow> =>
  before.map((place, index) => ({ before: place, after: after[index] }))

const apart = ({ after, before }: Stretch): ReadonlyArray<AlignedRow> => [
  ...before.map((place) => ({ before: place, after: undefined })),
  ...after.map((place) => ({ before: undefined, after: place })),
]

/** Pairs rows between two rows that stay the same: each with the next one that is like it. */
const alignStretch = (stretch: Stretch, before: Rows, after: Rows): ReadonlyArray<AlignedRow> => {
  const like = (left: number, right: number): boolean =>
    likeness(before[left] ?? [], after[right] ?? []) >= likenessMin
  const length = stretch.before.length
  if (
    length === stretch.after.length &&
    stretch.before.every((place, index) => like(place, stretch.after[index] ?? -1))
  ) {
    return inSteps(stretch)
  }
  if (length * stretch.after.length > stretchMax * stretchMax) return apart(stretch)
  const aligned: Array<AlignedRow> = []
  let next = 0
  for (const place of stretch.before) {
    const found = stretch.after.findIndex((other, index) => index >= next && like(place, other))
    if (found < 0) aligned.push({ before: place, after: undefined })
    else {
      for (const other of stretch.after.slice(next, found)) {
        aligned.push({ before: undefined, after: other })
      }
      aligned.push({ before: place, after: stretch.after[found] })
      next = found + 1
    }
  }
  return [
    ...aligned,
    ...stretch.after.slice(next).map((other) => ({ before: undefined, after: other })),
  ]
}

const places = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

/**
 * The rows of two versions of a table in one order: equal rows are one, and between them rows that are
 * alike are taken for one that has changed.
 *
 * ```ts
 * import { alignRows } from "../core/difference/aligned-rows.ts"
 *
 * alignRows([["a", "1"], ["b", "2"]], [["a", "1"], ["b", "3"], ["c", "4"]]) // => [{ before: 0, after: 0 }, { before: 1, after: 1 }, { before: undefined, after: 2 }]
 * ```
 */
export const alignRows = (before: Rows, after: Rows): ReadonlyArray<AlignedRow> => {
  const pairs = pairInOrder(before.map(keyOf), after.map(keyOf))
  const aligned: Array<AlignedRow> = []
  let [left, right] = [0, 0]
  for (const [one, other] of [...pairs, [before.length, after.length] as const]) {
    const stretch = { before: places(left, one), after: places(right, other) }
    for (const row of alignStretch(stretch, before, after)) aligned.push(row)
    if (one < before.length) aligned.push({ before: one, after: other })
    left = one + 1
    right = other + 1
  }
  return aligned
}
