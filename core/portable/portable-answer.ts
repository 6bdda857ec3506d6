import * as Result from "effect/Result"
import type { NamedFacts } from "../analysis/region.ts"
import { outcomeKey } from "../analysis/outcome-key.ts"
import { explain } from "../explain/explain.ts"
import type { Decision } from "../table/decision.ts"
import { answersOne, policies } from "../table/hit-policy.ts"
import { camelCase } from "../table/names.ts"
import { decidingColumns } from "../table/value-key.ts"
import type { PortableTable } from "./portable-table.ts"

/** The results of a row by column, as its cells read. */
export type ResultValues = Readonly<Record<string, unknown>>

/** What a portable table answers: one row, all that apply, a figure, or nothing as rows contradict. */
export type PortableAnswer =
  | { readonly _tag: "One"; readonly values: ResultValues | null }
  | { readonly _tag: "All"; readonly rows: ReadonlyArray<ResultValues> }
  | { readonly _tag: "Figure"; readonly figure: string | null }
  | { readonly _tag: "Conflict"; readonly lines: ReadonlyArray<number> }

/** The answer where no row applies: the defaults, where there are some. */
const defaults = ({ outputs }: PortableTable, { definition }: Decision): ResultValues | null => {
  if (outputs.every((output) => output.default === undefined)) return null
  return Object.fromEntries(
    outputs.map((output) => {
      const value = definition.outputs[output.name]?.parse(output.default ?? "")
      return [output.name, value !== undefined && Result.isSuccess(value) ? value.success : null]
    }),
  )
}

/** The rows that apply beside the one that answers and may not, by their lines. */
const contradicting = (decision: Decision, facts: NamedFacts): ReadonlyArray<number> => {
  const { hitPolicy, outputs } = decision.definition
  const { overlaps } = policies[hitPolicy]
  if (overlaps === "any") return []
  const { fired, masked } = explain(decision, facts, decision.rows.length)
  const lines = [...fired.shown, ...masked.shown].map(({ line }) => line)
  const columns = decidingColumns(outputs)
  const said = decision.rows
    .filter(({ line }) => lines.includes(line))
    .map((row) => outcomeKey(columns, row))
  const isOne = overlaps === "none" ? said.length <= 1 : new Set(said).size <= 1
  return isOne ? [] : lines
}

/**
 * What a portable table answers to facts by column, after its hit policy: DMN knows no answer where
 * rows apply that must not apply together.
 */
export const portableAnswer = (
  table: PortableTable,
  decision: Decision,
  facts: NamedFacts,
): PortableAnswer => {
  const { hitPolicy } = table
  const lines = contradicting(decision, facts)
  if (lines.length > 0) return { _tag: "Conflict", lines }
  const asked = Object.entries(facts).map(([name, fact]) => [camelCase(name), fact] as const)
  const hits = decision.evaluate(Object.fromEntries(asked))
  const rows = hits.map((hit): ResultValues => {
    const values: Readonly<Record<string, unknown>> = { ...hit }
    return Object.fromEntries(table.outputs.map(({ name }) => [name, values[camelCase(name)]]))
  })
  const otherwise = defaults(table, decision)
  if (policies[hitPolicy].aggregate !== undefined) {
    const [value] = hits.length === 0 && otherwise !== null ? table.outputs : []
    if (value !== undefined) return { _tag: "Figure", figure: value.default ?? null }
    return { _tag: "Figure", figure: explain(decision, facts, 0).aggregate ?? null }
  }
  if (answersOne(hitPolicy)) return { _tag: "One", values: rows[0] ?? otherwise }
  return { _tag: "All", rows: rows.length === 0 && otherwise !== null ? [otherwise] : rows }
}
