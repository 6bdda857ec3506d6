import { outcomeKey } from "../../core/analysis/outcome-key.ts"
import type { CellDifference } from "../../core/difference/plain-table-difference.ts"
import { groupBy } from "../../core/group-by.ts"
import type { Decision } from "../../core/table/decision.ts"
import { decidingColumns } from "../../core/table/definition.ts"

/** A row of which something changed, came or went: what tells it from others, and its cells. */
export interface FoldableRow {
  readonly where: Readonly<Record<string, string>>
  readonly before: number | undefined
  readonly after: number | undefined
  readonly cells: ReadonlyArray<CellDifference>
}

/** Rows that changed in one way. */
export interface FoldedRows {
  readonly what: "changed" | "added" | "removed"
  readonly rows: ReadonlyArray<FoldableRow>
  /** What all of them have in common. */
  readonly where: Readonly<Record<string, string>>
  readonly changes: ReadonlyArray<ColumnChange>
}

/**
 * Folds rows that changed in one way into one: a factor that all share, as far as they are rounded, an
 * amount, or the same words.
 *
 * ```ts
 * import { foldRows } from "../rules/changes/fold-rows.ts"
 *
 * const row = (zone: string, before: string, after: string) => ({ where: { tariff: "a", zone }, before: 1, after: 1, cells: [{ column: "rate", before, after }] })
 * const [folded] = foldRows({ changed: [row("x", "8.64", "9.07"), row("y", "0.92", "0.97")], added: [], removed: [] })
 * folded?.changes // => [{ change: { _tag: "Factor", factor: "1.05" }, columns: ["rate"] }]
 * folded?.where // => { tariff: "a" }
 * ```
 */
export const foldRows = (rows: {
  readonly changed: ReadonlyArray<FoldableRow>
  readonly added: ReadonlyArray<FoldableRow>
  readonly removed: ReadonlyArray<FoldableRow>
}): ReadonlyArray<FoldedRows> => [
  ...[...groupBy(rows.changed, columnsOf).values()].flatMap((some) => foldChanged(some)),
  ...foldWhole("removed", rows.removed),
  ...foldWhole("added", rows.added),
]

/**
 * Pairs the rows of two versions of a decision table: those with the same conditions, then those in
 * which one condition alone is another.
 */
export const decisionRows = (before: Decision, after: Decision): DecisionRows => {
  const same = pairBy(
    placed(before),
    placed(after),
    (row) => `${conditionsKey(row)} ${outcomeOf(row)}`,
  )
  const byConditions = pairBy(same.gone, same.come, conditionsKey)
  const { come, gone } = byConditions
  const rest =
    gone.length + come.length > leftMax ? { pairs: [], gone, come } : pairByCondition(gone, come)
  return {
    changed: [...byConditions.pairs, ...rest.pairs]
      .map(([older, newer]) => {
        const cells = cellsBetween(older, newer)
        const changed = new Set(cells.map(({ column }) => column))
        const where = Object.entries(whereOf(newer)).filter(([name]) => !changed.has(name))
        return {
          where: Object.fromEntries(where),
          before: lineOf(older),
          after: lineOf(newer),
          cells,
        }
      })
      .sort((left, right) => left.after - right.after),
    removed: rest.gone.map((row) => ({
      where: whereOf(row),
      before: lineOf(row),
      after: undefined,
      cells: wholeCells(row, "before"),
    })),
    added: rest.come.map((row) => ({
      where: whereOf(row),
      before: undefined,
      after: lineOf(row),
      cells: wholeCells(row, "after"),
    })),
  }
}

/** What became of the cells of a column in all of some rows. */
export type CellsChange =
  | { readonly _tag: "Factor"; readonly factor: string }
  /** By how much, without a sign. */
  | { readonly _tag: "Grew" | "Fell"; readonly by: string }
  /** The same cell in place of the same one, as they are written. */
  | { readonly _tag: "Exchanged"; readonly before: string; readonly after: string }
  /** The rows have nothing in common. */
  | { readonly _tag: "Various" }

/** What became of the same columns in several rows. */
interface ColumnChange {
  readonly columns: ReadonlyArray<string>
  readonly change: CellsChange
}

const number = /^-?\d+(?:\.\d+)?$/

const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0

const isNumber = ({ after, before }: CellDifference): boolean =>
  number.test(before) && number.test(after)

const factorDecimalsMax = 3

/** The simplest factor that gives every value after, as rounded there, from the value before. */
const commonFactor = (cells: ReadonlyArray<CellDifference>): string | undefined => {
  let [low, high] = [0, Number.POSITIVE_INFINITY]
  for (const { after, before } of cells) {
    if (Number(before) === 0) return undefined
    const half = 0.5001 * 10 ** -decimalsOf(after)
    const ends = [(Number(after) - half) / Number(before), (Number(after) + half) / Number(before)]
    low = Math.max(low, Math.min(...ends))
    high = Math.min(high, Math.max(...ends))
  }
  for (let decimals = 0; decimals <= factorDecimalsMax; decimals += 1) {
    const least = Math.ceil(low * 10 ** decimals)
    const most = Math.floor(high * 10 ** decimals)
    const middle = Math.round(((low + high) / 2) * 10 ** decimals)
    const chosen = Math.min(Math.max(middle, least), most)
    if (least <= most && chosen > 0 && chosen !== 10 ** decimals) {
      return String(chosen / 10 ** decimals)
    }
  }
  return undefined
}

/** The amount that every value grew or fell by. */
const commonShift = (cells: ReadonlyArray<CellDifference>): CellsChange | undefined => {
  const decimals = Math.max(
    ...cells.flatMap(({ after, before }) => [after, before].map(decimalsOf)),
  )
  const shifts = new Set(
    cells.map(({ after, before }) => (Number(after) - Number(before)).toFixed(decimals)),
  )
  const [shift] = shifts
  if (shift === undefined || shifts.size > 1) return undefined
  return shift.startsWith("-") ? { _tag: "Fell", by: shift.slice(1) } : { _tag: "Grew", by: shift }
}

/** What became of one column in all of some rows; undefined where they have nothing in common. */
const commonChange = (cells: ReadonlyArray<CellDifference>): CellsChange | undefined => {
  const [first, ...others] = cells
  if (first === undefined) return undefined
  const { after, before } = first
  if (others.every((each) => each.before === before && each.after === after)) {
    return { _tag: "Exchanged", before, after }
  }
  if (!cells.every(isNumber)) return undefined
  const factor = commonFactor(cells)
  return factor === undefined ? commonShift(cells) : { _tag: "Factor", factor }
}

const columnsOf = ({ cells }: FoldableRow): string => cells.map(({ column }) => column).join(" ")

const joinedChanges = (
  changes: ReadonlyArray<readonly [column: string, change: CellsChange]>,
): ReadonlyArray<ColumnChange> =>
  [...groupBy(changes, ([, change]) => JSON.stringify(change)).values()].flatMap((some) => {
    const [first] = some
    return first === undefined
      ? []
      : [{ change: first[1], columns: some.map(([column]) => column) }]
  })

/** The changes that all of some rows with the same columns share; undefined where they do not. */
const sharedChanges = (
  rows: ReadonlyArray<FoldableRow>,
): ReadonlyArray<ColumnChange> | undefined => {
  const [first] = rows
  const found = (first?.cells ?? []).map(({ column }, index) => {
    const change = commonChange(rows.flatMap(({ cells }) => cells[index] ?? []))
    return change === undefined ? undefined : ([column, change] as const)
  })
  const told = found.filter((each) => each !== undefined)
  return told.length === found.length ? joinedChanges(told) : undefined
}

/** What all of some rows have in common. */
const commonWhere = (rows: ReadonlyArray<FoldableRow>): Readonly<Record<string, string>> => {
  const [first, ...others] = rows
  return Object.fromEntries(
    Object.entries(first?.where ?? {}).filter(([name, value]) =>
      others.every(({ where }) => where[name] === value),
    ),
  )
}

/** Rows by the value of the column that tells the fewest groups apart, but more than one. */
const splitRows = (rows: ReadonlyArray<FoldableRow>): ReadonlyArray<ReadonlyArray<FoldableRow>> => {
  const names = Object.keys(rows[0]?.where ?? {})
  const splits = names
    .map((name) => [...groupBy(rows, ({ where }) => where[name] ?? "").values()])
    .filter((groups) => groups.length > 1 && groups.length < rows.length)
    .sort((left, right) => left.length - right.length)
  return splits[0] ?? []
}

const foldChanged = (rows: ReadonlyArray<FoldableRow>, depth = 0): ReadonlyArray<FoldedRows> => {
  const changes = sharedChanges(rows)
  const where = commonWhere(rows)
  if (changes !== undefined) return [{ what: "changed", rows, where, changes }]
  const parts = depth < 2 ? splitRows(rows) : []
  if (parts.length > 0) {
    const folded = parts.flatMap((part) => foldChanged(part, depth + 1))
    if (folded.length * 2 <= rows.length) return folded
  }
  const columns = (rows[0]?.cells ?? []).map(({ column }) => column)
  return [{ what: "changed", rows, where, changes: [{ columns, change: { _tag: "Various" } }] }]
}

/** Rows that came or went, by the first of their columns in which several agree. */
const foldWhole = (
  what: "added" | "removed",
  rows: ReadonlyArray<FoldableRow>,
): ReadonlyArray<FoldedRows> => {
  if (rows.length === 0) return []
  const parts = splitRows(rows)
  const groups = Object.keys(commonWhere(rows)).length > 0 || parts.length === 0 ? [rows] : parts
  return groups.map((some) => ({ what, rows: some, where: commonWhere(some), changes: [] }))
}

/** The rows of a decision table that changed, came or went between two versions. */
interface DecisionRows {
  readonly changed: ReadonlyArray<FoldableRow>
  readonly added: ReadonlyArray<FoldableRow>
  readonly removed: ReadonlyArray<FoldableRow>
}

interface PlacedRow {
  readonly decision: Decision
  readonly place: number
}

const textAt = ({ decision, place }: PlacedRow, column: number): string =>
  decision.fields[place]?.[column]?.text ?? ""

const lineOf = ({ decision, place }: PlacedRow): number => decision.rows[place]?.line ?? 0

/** The conditions of a row, and where it has none its outcome's references, so that it can be told from others. */
const whereOf = (row: PlacedRow): Readonly<Record<string, string>> => {
  const { inputs, outputs } = row.decision.definition
  const names = Object.keys(inputs)
  const conditions = names.flatMap((name, index) => {
    const text = textAt(row, index)
    return text === "" ? [] : [[name, text] as const]
  })
  const [output] = Object.keys(outputs)
  const isReference = output !== undefined && (output.endsWith("_id") || output === "id")
  return Object.fromEntries([
    ...(isReference ? [[output, textAt(row, names.length)] as const] : []),
    ...conditions,
  ])
}

const cellsBetween = (before: PlacedRow, after: PlacedRow): ReadonlyArray<CellDifference> => {
  const { inputs, outputs } = after.decision.definition
  const names = [...Object.keys(inputs), ...Object.keys(outputs)]
  const noted = new Set(Object.keys(outputs).filter((name) => outputs[name]?.note === true))
  return names.flatMap((column, index) => {
    const [older, newer] = [textAt(before, index), textAt(after, index)]
    return older === newer || noted.has(column) ? [] : [{ column, before: older, after: newer }]
  })
}

const conditionsKey = ({ decision, place }: PlacedRow): string =>
  JSON.stringify(decision.tests[place])

const outcomeOf = ({ decision, place }: PlacedRow): string =>
  outcomeKey(decidingColumns(decision.definition.outputs), decision.rows[place] ?? {})

type Pairs = ReadonlyArray<readonly [before: PlacedRow, after: PlacedRow]>

/** Pairs rows of both versions that have the same key, each once and in order; and those that are left. */
const pairBy = (
  before: ReadonlyArray<PlacedRow>,
  after: ReadonlyArray<PlacedRow>,
  keyOf: (row: PlacedRow) => string,
) => {
  const waiting = new Map<string, Array<PlacedRow>>()
  for (const row of before) {
    const key = keyOf(row)
    waiting.set(key, [...(waiting.get(key) ?? []), row])
  }
  const pairs: Array<readonly [PlacedRow, PlacedRow]> = []
  const come = after.filter((row) => {
    const partner = waiting.get(keyOf(row))?.shift()
    if (partner !== undefined) pairs.push([partner, row])
    return partner === undefined
  })
  return { pairs: pairs as Pairs, gone: [...waiting.values()].flat(), come }
}

/** Pairs what is left where one condition alone differs and the outcome is the same. */
const pairByCondition = (gone: ReadonlyArray<PlacedRow>, come: ReadonlyArray<PlacedRow>) => {
  const left = new Set(gone)
  const pairs: Array<readonly [PlacedRow, PlacedRow]> = []
  const others = come.filter((row) => {
    const outcome = outcomeOf(row)
    const partner = [...left].find(
      (each) => outcomeOf(each) === outcome && cellsBetween(each, row).length === 1,
    )
    if (partner === undefined) return true
    left.delete(partner)
    pairs.push([partner, row])
    return false
  })
  return { pairs: pairs as Pairs, gone: [...left], come: others }
}

const placed = (decision: Decision): ReadonlyArray<PlacedRow> =>
  decision.rows.map((_, place) => ({ decision, place }))

const wholeCells = (row: PlacedRow, version: "before" | "after"): ReadonlyArray<CellDifference> => {
  const { inputs, outputs } = row.decision.definition
  const start = Object.keys(inputs).length
  return Object.keys(outputs).flatMap((column, index) => {
    const text = textAt(row, start + index)
    if (outputs[column]?.note === true || text === "") return []
    return [{ column, before: "", after: "", [version]: text }]
  })
}

/** Rows paired by one condition are looked for among so many at most. */
const leftMax = 400
