import {
  type EvaluateFeel,
  type FeelValues,
  prepareFeel,
} from "../../../../core/engine/ask-with-feel.ts"
import { explain } from "../../../../core/explain/explain.ts"
import { plainValue, type ResultValues } from "../../../../core/portable/portable-table.ts"
import { answersOne, policies } from "../../../../core/table/hit-policy.ts"
import { camelCase } from "../../../../core/table/names.ts"
import type { LoadedPortable } from "../portable/portable-files.ts"

/**
 * What a decision of a model comes to by its table, as FEEL: one result is a value, several a context
 * by their labels; `null` where no row answers, and where rows contradict.
 */
export const askWithFeel = (
  { decision, table }: Pick<LoadedPortable, "decision" | "table">,
  { evaluate }: { readonly evaluate: EvaluateFeel },
  values: FeelValues,
): unknown => {
  const prepared = prepareFeel(table, decision, evaluate)
  const columns = prepared.columnsOf(values)
  const answer = prepared.answer({ columns, values })
  if (answer._tag === "Failure") return null
  const rows = answer.success.map((row): ResultValues => {
    const found: Readonly<Record<string, unknown>> = { ...row }
    return Object.fromEntries(table.outputs.map(({ name }) => [name, found[camelCase(name)]]))
  })
  const otherwise = rows.length === 0 ? prepared.otherwise(values) : null
  const resultOf = (row: ResultValues | null): unknown => {
    if (row === null) return null
    const results = table.outputs.map(({ label, name }) => [label, plainValue(row[name])] as const)
    const [only, ...others] = results
    return only !== undefined && others.length === 0 ? only[1] : Object.fromEntries(results)
  }
  if (policies[table.hitPolicy].aggregate !== undefined) {
    if (otherwise !== null) return resultOf(otherwise)
    const named = table.inputs.map(({ name }) => [name, columns[camelCase(name)] ?? null] as const)
    const figure = explain(decision, Object.fromEntries(named), 0).aggregate ?? null
    return figure === null ? null : Number(figure)
  }
  if (answersOne(table.hitPolicy)) return resultOf(rows[0] ?? otherwise)
  return (otherwise === null ? rows : [otherwise]).map(resultOf)
}
