import * as Result from "effect/Result"
import { outcomeKey } from "../analysis/outcome-key.ts"
import { applyEdits, fieldEdit, prepareEdits } from "../editing/table-edits.ts"
import { type Rational, zero } from "../money/rational.ts"
import { figuresOf } from "../table/aggregate.ts"
import type { ConditionTest } from "../table/condition.ts"
import type { Decision } from "../table/decision.ts"
import { policies } from "../table/hit-policy.ts"
import { layoutOf, type Piece } from "../table/layout.ts"
import { decidingColumns } from "../table/definition.ts"

/** A row in which two versions have changed one cell in different ways, as texts of its cells; null where it is gone. */
export interface RowConflict {
  /** Its line in the version that others wrote; that of the row before it where they took it away. */
  readonly line: number
  readonly base: ReadonlyArray<string>
  readonly mine: ReadonlyArray<string> | null
  readonly theirs: ReadonlyArray<string> | null
}

/** Which version of a row is kept. */
type MergeChoice = "mine" | "theirs"

/** What a merge came to: a text, or the rows that it cannot decide on. */
interface MergedTables {
  readonly text: string
  readonly conflicts: ReadonlyArray<RowConflict>
}

/** What a version makes of one part of the base: the part that stands there, and those behind it. */
interface Becoming {
  own: Piece | undefined
  readonly added: Array<Piece>
}

/** What a version makes of each part of the base; the first entry is what it puts before them all. */
const becomings = (
  base: ReadonlyArray<Piece>,
  version: ReadonlyArray<Piece>,
): ReadonlyArray<Becoming> => {
  const found: Array<Becoming> = [{ own: undefined, added: [] }]
  const cellsOf = ({ kind, raw, texts }: Piece): ReadonlyArray<string> =>
    kind === "row" ? texts : [kind, raw]
  for (const { after, before } of alignRows(base.map(cellsOf), version.map(cellsOf))) {
    const piece = after === undefined ? undefined : version[after]
    if (before !== undefined) found.push({ own: piece, added: [] })
    else if (piece !== undefined) found.at(-1)?.added.push(piece)
  }
  return found
}

const sameParts = (one: ReadonlyArray<Piece>, other: ReadonlyArray<Piece>): boolean =>
  one.length === other.length && one.every(({ raw }, index) => raw === other[index]?.raw)

const cellsOf = (piece: Piece | undefined): ReadonlyArray<string> | null =>
  piece === undefined ? null : piece.texts.length > 0 ? piece.texts : [piece.raw]

/**
 * Merges two versions of a table that come from one base: each cell is what the version says that has
 * changed it. Rows with a cell that both have changed, in different ways, are conflicts; `choose` says
 * whose cells are in the text. Undefined where a text is no table.
 *
 * ```ts
 * import { mergeTables } from "../core/difference/merge-tables.ts"
 *
 * const texts = { base: "a,b\n1,2\n3,4\n", mine: "a,b\n1,5\n3,4\n", theirs: "a,b\n9,2\n3,6\n7,8\n" }
 * mergeTables(texts, 2)?.text // => "a,b\n9,5\n3,6\n7,8\n"
 * mergeTables({ ...texts, theirs: "a,b\n1,9\n3,4\n" }, 2)?.conflicts // => [{ line: 2, base: ["1", "2"], mine: ["1", "5"], theirs: ["1", "9"] }]
 * ```
 */
export const mergeTables = (
  texts: { readonly base: string; readonly mine: string; readonly theirs: string },
  columns: number,
  choose: (conflict: number) => MergeChoice = () => "theirs",
): MergedTables | undefined => {
  const layouts = Result.all([
    layoutOf(texts.base, columns),
    layoutOf(texts.mine, columns),
    layoutOf(texts.theirs, columns),
  ])
  if (Result.isFailure(layouts)) return undefined
  const [base, mine, theirs] = layouts.success
  const [my, their] = [becomings(base, mine), becomings(base, theirs)]
  const parts: Array<Piece> = []
  const conflicts: Array<RowConflict> = []
  let line = 1
  for (const [index, own] of my.entries()) {
    const other = their[index] ?? { own: undefined, added: [] }
    const was = base[index - 1]
    if (other.own !== undefined) line = other.own.line
    if (was !== undefined) {
      const kept = keptPart(was, own.own, other.own)
      if (kept.isConflict) {
        const [before, ours, others] = [cellsOf(was) ?? [], cellsOf(own.own), cellsOf(other.own)]
        const chosen = kept[choose(conflicts.length)]
        conflicts.push({ line, base: before, mine: ours, theirs: others })
        if (chosen !== undefined) parts.push(chosen)
      } else if (kept.mine !== undefined) parts.push(kept.mine)
    }
    parts.push(...other.added)
    if (!sameParts(own.added, other.added)) parts.push(...own.added)
  }
  const end = texts.theirs.endsWith("\n") || parts.length === 0 ? "\n" : ""
  return { text: `${parts.map(({ raw }) => raw).join("\n")}${end}`, conflicts }
}

/** What becomes of a part of the base under each choice, undefined where it goes; the same unless both clash. */
interface KeptPart {
  readonly isConflict: boolean
  readonly mine: Piece | undefined
  readonly theirs: Piece | undefined
}

const keptPart = (was: Piece, mine: Piece | undefined, theirs: Piece | undefined): KeptPart => {
  const agreed = (part: Piece | undefined) => ({ isConflict: false, mine: part, theirs: part })
  if (mine?.raw === theirs?.raw || theirs?.raw === was.raw) return agreed(mine)
  if (mine?.raw === was.raw) return agreed(theirs)
  if (mine === undefined || theirs === undefined) return { isConflict: true, mine, theirs }
  return keptCells(was, mine, theirs)
}

/** Two versions of one row, cell by cell: they clash only where both have changed the same cell. */
const keptCells = (was: Piece, mine: Piece, theirs: Piece): KeptPart => {
  const width = was.texts.length
  const areRows = [was, mine, theirs].every(
    ({ kind, texts }) => kind === "row" && texts.length === width,
  )
  if (!areRows) return { isConflict: true, mine, theirs }
  const places = was.texts.flatMap((text, at) => (mine.texts[at] === text ? [] : [at]))
  const clashing = places.filter(
    (at) => theirs.texts[at] !== was.texts[at] && theirs.texts[at] !== mine.texts[at],
  )
  const withMine = (at: ReadonlyArray<number>): Piece => withCells(theirs, mine.texts, at)
  return {
    isConflict: clashing.length > 0,
    mine: withMine(places),
    theirs: withMine(places.filter((at) => !clashing.includes(at))),
  }
}

/** A row with some cells of another one; what else it says stays as it is written. */
const withCells = (
  row: Piece,
  texts: ReadonlyArray<string>,
  places: ReadonlyArray<number>,
): Piece => {
  const table = prepareEdits(row.raw)
  const fields = table.recordAt.get(1)?.fields ?? []
  const edits = places.flatMap((at) => {
    const [field, text = ""] = [fields[at], texts[at]]
    return field === undefined || field.text === text ? [] : [fieldEdit(table, field, text)]
  })
  return {
    ...row,
    raw: applyEdits(row.raw, edits),
    texts: row.texts.map((text, at) => (places.includes(at) ? (texts[at] ?? text) : text)),
  }
}

/** A row of one version of a table, or one that both versions have in the same place among such rows. */
export interface MergedRow {
  readonly tests: ReadonlyArray<ConditionTest>
  /** A number for what the row says; rows that say the same have the same. */
  readonly outcome: number
  /** What it adds to an aggregate, where its table makes one. */
  readonly figure: Rational
  /** Its place among the rows of a version, from 0; undefined where that version lacks it. */
  readonly before: number | undefined
  readonly after: number | undefined
}

const rowKeys = ({ definition, rows, tests }: Decision) => {
  const columns = decidingColumns(definition.outputs)
  const { aggregate } = policies[definition.hitPolicy]
  const figures = aggregate === undefined ? [] : figuresOf(aggregate, definition.outputs, rows)
  return rows.map((row, index) => {
    const outcome = outcomeKey(columns, row)
    return {
      outcome,
      figure: figures[index] ?? zero,
      whole: `${JSON.stringify(tests[index])} ${outcome}`,
    }
  })
}

/**
 * The rows of two versions of a decision table as one list that keeps the order of both. Two
 * versions can only differ where a row accepts that one of them has alone.
 */
export const mergeRows = (before: Decision, after: Decision): ReadonlyArray<MergedRow> => {
  const outcomes = new Map<string, number>()
  const numberOf = (outcome: string): number => {
    const number = outcomes.get(outcome) ?? outcomes.size
    outcomes.set(outcome, number)
    return number
  }
  const [older, newer] = [rowKeys(before), rowKeys(after)]
  const oldRow = (place: number, partner?: number): MergedRow => ({
    tests: before.tests[place] ?? [],
    outcome: numberOf(older[place]?.outcome ?? ""),
    figure: older[place]?.figure ?? zero,
    before: place,
    after: partner,
  })
  const newRow = (place: number): MergedRow => ({
    tests: after.tests[place] ?? [],
    outcome: numberOf(newer[place]?.outcome ?? ""),
    figure: newer[place]?.figure ?? zero,
    before: undefined,
    after: place,
  })

  const merged: Array<MergedRow> = []
  let [left, right] = [0, 0]
  const pairs = pairInOrder(
    older.map(({ whole }) => whole),
    newer.map(({ whole }) => whole),
  )
  for (const pair of [...pairs, undefined]) {
    const [leftEnd, rightEnd] = pair ?? [older.length, newer.length]
    for (; left < leftEnd; left += 1) merged.push(oldRow(left))
    for (; right < rightEnd; right += 1) merged.push(newRow(right))
    if (pair === undefined) break
    merged.push(oldRow(left, right))
    left += 1
    right += 1
  }
  return merged
}

/** An entry of one list and the same entry in another, by their places from 0. */
type Pair = readonly [before: number, after: number]

/** For every key where it stands, in order. */
const placesOf = (keys: ReadonlyArray<string>, start: number, end: number) => {
  const places = new Map<string, Array<number>>()
  for (let place = start; place < end; place += 1) {
    const key = keys[place] ?? ""
    const known = places.get(key)
    if (known === undefined) places.set(key, [place])
    else known.push(place)
  }
  return places
}

/** A longest choice of pairs whose second places rise, given pairs whose first places rise. */
const longestRising = (pairs: ReadonlyArray<Pair>): ReadonlyArray<Pair> => {
  const ends: Array<number> = []
  const earlier: Array<number> = []
  for (const [index, [, place]] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1
      else high = middle
    }
    earlier.push(low === 0 ? -1 : (ends[low - 1] ?? -1))
    ends[low] = index
  }
  const chosen: Array<Pair> = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = earlier[index] ?? -1) {
    const pair = pairs[index]
    if (pair !== undefined) chosen.push(pair)
  }
  return chosen.reverse()
}

/**
 * Pairs equal entries of two lists so that both places rise from pair to pair: what stays where it
 * was. Of repeated entries the first goes with the first, and so on.
 *
 * ```ts
 * import { pairInOrder } from "../core/difference/merge-tables.ts"
 *
 * pairInOrder(["a", "b", "c"], ["b", "c", "a"]) // => [[1, 0], [2, 1]]
 * ```
 */
export const pairInOrder = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>,
): ReadonlyArray<Pair> => {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let tail = 0
  while (
    tail < shorter - start &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1
  }
  const places = placesOf(after, start, after.length - tail)
  const candidates: Array<Pair> = []
  for (let place = start; place < before.length - tail; place += 1) {
    const partner = places.get(before[place] ?? "")?.shift()
    if (partner !== undefined) candidates.push([place, partner])
  }
  return [
    ...Array.from({ length: start }, (_, place): Pair => [place, place]),
    ...longestRising(candidates),
    ...Array.from({ length: tail }, (_, step): Pair => [
      before.length - tail + step,
      after.length - tail + step,
    ]),
  ]
}

/** A row of two versions of a table: in both, gone, or new; places from 0. */
interface AlignedRow {
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
 * import { alignRows } from "../core/difference/merge-tables.ts"
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
