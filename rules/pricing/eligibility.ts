import { addRow, type Bitset, emptyBitset, intersection } from "../../core/table/bitset.ts"
import {
  compileCondition,
  type CompiledCondition,
  type ConditionTest,
  type Fact,
} from "../../core/table/condition.ts"
import type {
  Decision,
  DecisionDefinition,
  FactsOf,
  Hit,
  Inputs,
} from "../../core/table/decision.ts"
import type { Columns } from "../../core/table/definition.ts"
import { camelCase } from "../../core/table/names.ts"

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
  readonly rowsFor: CompiledCondition
}

const compiledConditions = (
  inputs: Inputs,
  tests: ReadonlyArray<ReadonlyArray<ConditionTest>>,
): ReadonlyArray<NamedCondition> =>
  Object.entries(inputs).flatMap(([name, input], index) => {
    const column = tests.map((row): ConditionTest => row[index] ?? { _tag: "Any" })
    const rowsFor = compileCondition(input, column)
    return rowsFor === undefined ? [] : [{ name, factName: camelCase(name), rowsFor }]
  })

const allRows = (size: number): Bitset => {
  const rows = emptyBitset(size)
  for (let row = 0; row < size; row += 1) addRow(rows, row)
  return rows
}

const without = (sets: ReadonlyArray<Bitset>, skipped: number): ReadonlyArray<Bitset> =>
  sets.filter((_, index) => index !== skipped)

/**
 * Prepares a decision table of who may buy what so that it also tells near misses: rows that fail
 * exactly one condition, and that one is among `relaxable` (column names). It asks the same
 * compiled bitsets as the table: a near miss of a condition is a row that all other conditions
 * accept and this one does not.
 */
export const prepareEligibility = <Conditions extends Inputs, Outputs extends Columns>(
  definition: Pick<DecisionDefinition<Conditions, Outputs>, "inputs">,
  decision: Decision<Conditions, Outputs>,
  relaxable: ReadonlyArray<string>,
): ((facts: FactsOf<Conditions>) => Eligible<Hit<Outputs>>) => {
  const { rows, tests } = decision
  const conditions = compiledConditions(definition.inputs, tests)
  const all = allRows(rows.length)
  const rowsIn = (sets: ReadonlyArray<Bitset>): ReadonlyArray<number> =>
    intersection(sets, all, Number.POSITIVE_INFINITY)
  return (facts) => {
    const asked: Readonly<Record<string, unknown>> = facts
    const sets = conditions.map(({ factName, rowsFor }) =>
      rowsFor((asked[factName] ?? null) as Fact),
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
