import {
  type Bitset,
  emptyBitset,
  fullBitset,
  hasRow,
  intersection,
} from "../../core/table/bitset.ts"
import type { Fact } from "../../core/table/condition.ts"
import { camelCase } from "../../core/table/names.ts"
import type { SegmentedColumn } from "../../core/table/segments.ts"
import type { AskedTable } from "./tables.ts"

/** A row that fails exactly one condition, and the name of that condition in the file. */
export interface NearMiss<Row> {
  readonly row: Row
  readonly condition: string
}

/** The rows that match a trip, and those that one relaxed condition keeps apart from it. */
export interface Eligible<Row> {
  readonly matched: ReadonlyArray<Row>
  readonly nearMisses: ReadonlyArray<NearMiss<Row>>
}

interface NamedCondition {
  readonly name: string
  readonly factName: string
  readonly column: SegmentedColumn
}

const without = (sets: ReadonlyArray<Bitset>, skipped: number): ReadonlyArray<Bitset> =>
  sets.filter((_, index) => index !== skipped)

/**
 * Prepares a decision table of who may buy what so that it also tells near misses: rows that fail
 * exactly one condition, and that one is among `relaxable` (column names). It asks the
 * columns of the table itself: a near miss of a condition is a row that all other conditions
 * accept and this one does not.
 */
export const prepareEligibility = <Facts, Row extends { readonly line: number }>(
  { columns, definition, rows }: Pick<AskedTable<Facts, Row>, "columns" | "definition" | "rows">,
  relaxable: ReadonlyArray<string>,
): ((facts: Facts) => Eligible<Row>) => {
  const conditions = Object.keys(definition.inputs).flatMap((name, index): NamedCondition | [] => {
    const column = columns[index]
    return column === undefined ? [] : { name, factName: camelCase(name), column }
  })
  const relaxed = conditions.flatMap(({ name }, index) =>
    relaxable.includes(name) ? { name, index } : [],
  )
  const all = fullBitset(rows.length)
  const none = emptyBitset(rows.length)
  const rowsAt = (numbers: ReadonlyArray<number>): ReadonlyArray<Row> =>
    numbers.flatMap((row) => rows[row] ?? [])
  return (facts) => {
    const asked = facts as Readonly<Record<string, unknown>>
    const sets = conditions.map(
      ({ column, factName }) =>
        column.rows[column.segmentOf((asked[factName] ?? null) as Fact)] ?? none,
    )
    const nearMisses = relaxed.flatMap(({ index, name }) => {
      const accepted = sets[index] ?? all
      const others = intersection(without(sets, index), all).filter((row) => !hasRow(accepted, row))
      return rowsAt(others).map((row) => ({ row, condition: name }))
    })
    return { matched: rowsAt(intersection(sets, all)), nearMisses }
  }
}
