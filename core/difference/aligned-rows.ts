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

/** The likeness of all pairs of rows of a stretch, and what the best pairing from each pair on comes to. */
const weigh = ({ after: come, before: gone }: Stretch, before: Rows, after: Rows) => {
  const width = come.length + 1
  const pair = new Float64Array(gone.length * come.length)
  const best = new Float64Array((gone.length + 1) * width)
  for (let left = gone.length - 1; left >= 0; left -= 1) {
    for (let right = come.length - 1; right >= 0; right -= 1) {
      const like = likeness(before[gone[left] ?? -1] ?? [], after[come[right] ?? -1] ?? [])
      pair[left * come.length + right] = like
      const apart = Math.max(
        best[(left + 1) * width + right] ?? 0,
        best[left * width + right + 1] ?? 0,
      )
      const together = like < likenessMin ? 0 : like + (best[(left + 1) * width + right + 1] ?? 0)
      best[left * width + right] = Math.max(apart, together)
    }
  }
  return {
    likeOf: (left: number, right: number): number => pair[left * come.length + right] ?? 0,
    bestFrom: (left: number, right: number): number => best[left * width + right] ?? 0,
  }
}

/** Pairs rows between two rows that stay the same, so that all pairs together are as alike as can be. */
const alignStretch = (stretch: Stretch, before: Rows, after: Rows): ReadonlyArray<AlignedRow> => {
  const { after: come, before: gone } = stretch
  if (gone.length * come.length > stretchMax * stretchMax) {
    const isEdited =
      gone.length === come.length &&
      gone.every(
        (place, index) =>
          likeness(before[place] ?? [], after[come[index] ?? -1] ?? []) >= likenessMin,
      )
    return isEdited ? inSteps(stretch) : apart(stretch)
  }
  const { bestFrom, likeOf } = weigh(stretch, before, after)
  const aligned: Array<AlignedRow> = []
  let [left, right] = [0, 0]
  while (left < gone.length && right < come.length) {
    const like = likeOf(left, right)
    const best = bestFrom(left, right)
    if (like >= likenessMin && like + bestFrom(left + 1, right + 1) === best) {
      aligned.push({ before: gone[left], after: come[right] })
      left += 1
      right += 1
    } else if (bestFrom(left + 1, right) === best) {
      aligned.push({ before: gone[left], after: undefined })
      left += 1
    } else {
      aligned.push({ before: undefined, after: come[right] })
      right += 1
    }
  }
  return [...aligned, ...apart({ before: gone.slice(left), after: come.slice(right) })]
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
