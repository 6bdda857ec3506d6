import { type Bitset, emptyBitset, fullBitset, intersection } from "../../core/table/bitset.ts"
import type { Fact } from "../../core/table/condition.ts"
import type {
  Decision,
  DecisionDefinition,
  FactsOf,
  Hit,
  Inputs,
} from "../../core/table/decision.ts"
import type { Columns } from "../../core/table/definition.ts"
import { camelCase } from "../../core/table/names.ts"
import type { SegmentedColumn } from "../../core/table/segments.ts"

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
export const prepareEligibility = <Conditions extends Inputs, Outputs extends Columns>(
  definition: Pick<DecisionDefinition<Conditions, Outputs>, "inputs">,
  decision: Decision<Conditions, Outputs>,
  relaxable: ReadonlyArray<string>,
): ((facts: FactsOf<Conditions>) => Eligible<Hit<Outputs>>) => {
  const { columns, rows } = decision
  const conditions = Object.keys(definition.inputs).flatMap((name, index): NamedCondition | [] => {
    const column = columns[index]
    return column === undefined ? [] : { name, factName: camelCase(name), column }
  })
  const all = fullBitset(rows.length)
  const none = emptyBitset(rows.length)
  const rowsIn = (sets: ReadonlyArray<Bitset>): ReadonlyArray<number> => intersection(sets, all)
  return (facts) => {
    const asked: Readonly<Record<string, unknown>> = facts
    const sets = conditions.map(
      ({ column, factName }) =>
        column.rows[column.segmentOf((asked[factName] ?? null) as Fact)] ?? none,
    )
    const matched = rowsIn(sets)
    const nearMisses = conditions.flatMap(({ name }, index) =>
      relaxable.includes(name)
        ? rowsIn(without(sets, index))
            .filter((row) => !matched.includes(row))
            .flatMap((row) => (rows[row] === undefined ? [] : { row: rows[row], condition: name }))
        : [],
    )
    return { matched: matched.flatMap((row) => rows[row] ?? []), nearMisses }
  }
}
