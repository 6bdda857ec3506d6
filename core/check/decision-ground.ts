import type { ConditionTest } from "../table/condition.ts"
import { addRow, type Bitset, emptyBitset } from "../table/bitset.ts"
import type { Rational } from "../money/rational.ts"
import { figuresOf } from "../table/aggregate.ts"
import type { Decision } from "../table/decision.ts"
import { policies } from "../table/hit-policy.ts"
import type { IntendedGap } from "./intended-gap.ts"
import { memo } from "../memory.ts"
import { camelCase } from "../table/names.ts"
import { type RowRegions, rowRegions } from "./row-regions.ts"
import { makeSpace, type Space, type WordsOf } from "../analysis/space.ts"
import { decidingColumns } from "../table/definition.ts"
import { valueKey } from "../table/value-key.ts"

/** More gaps than this are not listed one by one; the space has this many rows to spare for them. */
export const gapsMax = 20

/** A decision table as verification asks it, prepared once for all questions. */
export interface DecisionGround {
  readonly decision: Decision
  /** Its rows, then its declared gaps as rows, then {@link gapsMax} rows that accept nothing. */
  readonly space: Space
  /** The rows of the table alone. */
  readonly rows: Bitset
  readonly regions: RowRegions
  /** The declared gaps that only conditions describe, in the order of their rows in the space. */
  readonly intended: ReadonlyArray<IntendedGap>
  /** A number for what each row says; rows that say the same have the same. */
  readonly outcomes: ReadonlyArray<number>
  /** What each row adds to an aggregate; none where the table makes none. */
  readonly figures: ReadonlyArray<Rational>
}

/** A condition that no fact meets. */
const never: ConditionTest = { _tag: "AnyOf", words: [] }

const outcomesOf = ({ definition, rows }: Decision): ReadonlyArray<number> => {
  const columns = decidingColumns(definition.outputs).map(camelCase)
  // Cells that are written alike read to one value.
  const keyOf = memo(valueKey)
  const numbers = new Map<string, number>()
  return rows.map((row) => {
    const values: Readonly<Record<string, unknown>> = row
    const key = columns.map((name) => keyOf(values[name])).join(";")
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  })
}

/** The numbers from one to before another, as rows. */
export const rowsFrom = (first: number, end: number, rowCount: number): Bitset => {
  const rows = emptyBitset(rowCount)
  for (let row = first; row < end; row += 1) addRow(rows, row)
  return rows
}

/** Prepares a decision table and the gaps that it declares for verification. */
export const prepareDecision = (
  decision: Decision,
  declared: ReadonlyArray<IntendedGap>,
  wordsOf: WordsOf,
): DecisionGround => {
  const { definition, fields, rows, tests } = decision
  const names = Object.keys(definition.inputs)
  const intended = declared.filter((gap) =>
    [...gap.tests.keys()].every((name) => names.includes(name)),
  )
  const gapTests = intended.map((gap) =>
    names.map((name): ConditionTest => gap.tests.get(name) ?? { _tag: "Any" }),
  )
  const spare = Array.from({ length: gapsMax }, () => names.map(() => never))
  const space = makeSpace(definition.inputs, [...tests, ...gapTests, ...spare], wordsOf)
  const { aggregate } = policies[definition.hitPolicy]
  const cells = fields.map((row) => row.map(({ text }) => text))
  return {
    decision,
    space,
    rows: rowsFrom(0, rows.length, space.rowCount),
    regions: rowRegions(space, cells),
    intended,
    outcomes: outcomesOf(decision),
    figures: aggregate === undefined ? [] : figuresOf(aggregate, definition.outputs, rows),
  }
}
