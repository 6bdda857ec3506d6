import { outcomeKey } from "../../core/analysis/outcome-key.ts"
import { decidingColumns } from "../../core/table/value-key.ts"
import type { CellDifference } from "../../core/difference/table-difference.ts"
import type { Decision } from "../../core/table/decision.ts"
import type { FoldableRow } from "./fold-rows.ts"

/** The rows of a decision table that changed, came or went between two versions. */
export interface DecisionRows {
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
