import { type Bitset, emptyBitset, fullBitset, rowsOf } from "../../core/table/bitset.ts"
import { type AskedFacts, shareAnswers } from "../../core/table/evaluate.ts"
import { findFailures } from "../../core/table/failures.ts"
import { camelCase } from "../../core/table/names.ts"
import type { SegmentedColumn } from "../../core/table/segments.ts"
import type { AskedTable } from "./pricing-tables.ts"

/** A row that fails exactly one condition, and the name of that condition in the file. */
export interface NearMiss<Row> {
  readonly row: Row
  readonly condition: string
}

/** The rows that match a trip, and those that would match it with one condition relaxed. */
export interface Eligible<Row> {
  readonly matched: ReadonlyArray<Row>
  readonly nearMisses: ReadonlyArray<NearMiss<Row>>
}

interface NamedCondition {
  readonly name: string
  readonly factName: string
  readonly column: SegmentedColumn
}

type Eligibility<Facts, Row extends { readonly line: number }> = Pick<
  AskedTable<Facts, Row>,
  "columns" | "definition" | "rows"
>

const conditionsOf = <Facts, Row extends { readonly line: number }>({
  columns,
  definition,
}: Eligibility<Facts, Row>): ReadonlyArray<NamedCondition> =>
  Object.keys(definition.inputs).flatMap((name, index): NamedCondition | [] => {
    const column = columns[index]
    const factName = camelCase(name)
    return column === undefined ? [] : { name, factName, column }
  })

/**
 * Prepares a decision table of who may buy what to find near misses, too: rows that fail exactly
 * one condition, which is among `relaxable` (column names). It uses the columns of the table
 * itself: all other conditions accept such a row. All facts that find the same rows share what
 * `answer` makes of them, which is frozen.
 */
export const prepareEligibility = <
  Facts,
  Row extends { readonly line: number },
  Answer extends object = Eligible<Row>,
>(
  table: Eligibility<Facts, Row>,
  relaxable: ReadonlyArray<string>,
  answer: (eligible: Eligible<Row>) => Answer,
): ((facts: Facts) => Answer) => {
  const { rows } = table
  const conditions = conditionsOf(table)
  const relaxed = conditions.flatMap(({ name }, index) => (relaxable.includes(name) ? index : []))
  const every = fullBitset(rows.length)
  const none = emptyBitset(rows.length)
  const width = every.length
  const accepted = conditions.map(() => none)
  const found = new Int32Array((1 + relaxed.length) * width)
  const rowsAt = (sets: Bitset, place: number): ReadonlyArray<Row> =>
    rowsOf(sets.subarray(place * width, (place + 1) * width)).flatMap((row) => rows[row] ?? [])
  const answerOf = shareAnswers(found.length, (sets) => {
    const nearMisses = relaxed.flatMap((index, place) => {
      const condition = conditions[index]?.name ?? ""
      return rowsAt(sets, place + 1).map((row) => ({ row, condition }))
    })
    return answer({ matched: rowsAt(sets, 0), nearMisses })
  })
  return (facts) => {
    const asked = facts as AskedFacts
    for (let index = 0; index < conditions.length; index += 1) {
      const condition = conditions[index]
      if (condition === undefined) break
      const { column, factName } = condition
      const segment = column.segmentOf(asked[factName] ?? null)
      accepted[index] = column.rows[segment] ?? none
    }
    findFailures(accepted, every, relaxed, found)
    return answerOf(found)
  }
}
