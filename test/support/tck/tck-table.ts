import * as Result from "effect/Result"
import { nearestNumber, type Rational } from "../../../core/money/rational.ts"
import { dayNumber } from "../../../core/portable/feel-cells.ts"
import {
  portableAnswer,
  type PortableInput,
  type PortableTable,
  type ResultValues,
} from "../../../core/portable/portable-table.ts"
import type { Fact } from "../../../core/table/condition.ts"
import { loadPortable } from "../../../http/tables/forms/portable/portable-files.ts"
import type { ReadTable } from "../../../http/tables/forms/dmn/read-decision-table.ts"

/** A value of FEEL as the fact of a column; a value of another kind is unknown. */
const factOf = ({ type }: PortableInput, value: unknown): Fact => {
  switch (type) {
    case "words":
      return typeof value === "string" ? value : null
    case "number":
      return typeof value === "number" ? value : null
    case "boolean":
      return typeof value === "boolean" ? value : null
    case "day":
      return typeof value === "object" && value !== null
        ? Number(dayNumber(String(value).slice(0, 10)))
        : null
  }
}

const isRational = (value: unknown): value is Rational =>
  typeof value === "object" && value !== null && "numerator" in value

const feelValue = (value: unknown): unknown => (isRational(value) ? nearestNumber(value) : value)

/** The results of a row as FEEL: the only one, or all of them by their names in the model. */
const resultIn = ({ outputs }: PortableTable, values: ResultValues | null): unknown => {
  if (values === null) return null
  const [only, ...others] = outputs
  if (only !== undefined && others.length === 0) return feelValue(values[only.name])
  return Object.fromEntries(outputs.map(({ label, name }) => [label, feelValue(values[name])]))
}

/** Prepares a table of a model to be asked in our engine, given the values of its input expressions. */
export const makeTable = ({ csv, table }: ReadTable) => {
  const loaded = Result.getOrThrow(loadPortable("table.csv", JSON.stringify(table), csv))
  if (loaded.errors.length > 0) throw new Error(JSON.stringify(loaded.errors))
  const ask = (values: ReadonlyArray<unknown>): unknown => {
    const facts = Object.fromEntries(
      table.inputs.map((input, index) => [input.name, factOf(input, values[index])]),
    )
    const answer = portableAnswer(table, loaded.decision, facts)
    switch (answer._tag) {
      case "One":
        return resultIn(table, answer.values)
      case "All":
        return answer.rows.map((row) => resultIn(table, row))
      case "Figure":
        return answer.figure === null ? null : Number(answer.figure)
      case "Conflict":
        return null
    }
  }
  return { inputs: table.inputs, ask }
}
