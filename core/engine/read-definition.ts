import { columnName, definitionOf, type PortableTable } from "../portable/portable-table.ts"
import {
  columnsOfFeel,
  describeFeelProblem,
  type FeelProblem,
  feelProblem,
  readPortable,
  repeatedColumn,
} from "../portable/read-portable.ts"
import { plainFailure, plainSuccess } from "../plain-result.ts"
import type { DecisionDefinition } from "../table/decision.ts"
import { evaluatorOf, type FeelInterpreter } from "./ask-with-feel.ts"
import type { Answered } from "./asker.ts"
import { evaluatedBy } from "./loaded-rules.ts"
import { printing } from "./printed.ts"

/**
 * Reads what a decision table is declared as from JSON: the `.table.json` that `viatica tables import`
 * writes of a DMN or JDM model, beside the CSV of its rows. What is wrong in it is told, each with its
 * place.
 *
 * ```ts
 * import { evaluate, load, readDefinition } from "../core/engine/index.ts"
 *
 * const json = {
 *   format: "viatica table 1",
 *   name: "Fare",
 *   about: "What a ride costs.",
 *   hitPolicy: "unique",
 *   inputs: [{ name: "age", label: "Age", expression: "age", type: "number", minimum: 0 }],
 *   outputs: [{ name: "fare", label: "Fare", type: "number" }],
 *   annotations: [],
 *   from: { format: "dmn", version: "1.3", id: "fare" },
 * }
 * const read = readDefinition(json)
 * const rules = read._tag === "Success" ? load([{ definition: read.success, csv: "age,fare\n<65,2.50\n>=65,1.25\n" }]) : undefined
 * const answer = rules?._tag === "Success" ? evaluate(rules.success, "fare", { age: 70 }) : undefined
 * JSON.stringify(answer) // => '{"_tag":"Success","success":[{"fare":"1.25","line":3}]}'
 *
 * const wrong = readDefinition({ ...json, hitPolicy: "uniqe" })
 * wrong._tag === "Failure" ? wrong.failure : [] // => ['hitPolicy: "uniqe" should be one of unique, any, priority, first, rule order, output order, collect, sum, min, max, count; did you mean "unique"?']
 * ```
 */
export const readDefinition = (
  json: unknown,
  { feel }: DefinitionOptions = {},
): Answered<DecisionDefinition> => {
  const read = readPortable(json)
  if (read._tag === "Failure") return plainFailure(read.failure)
  const problems = problemsOf(read.success, feel !== undefined)
  if (problems.length > 0) return plainFailure(problems.map(describeProblem))
  const definition = definitionOf(read.success, `${columnName(read.success.name)}.csv`)
  const outputs = Object.entries(definition.outputs).map(([name, column]) => [
    name,
    printing(column),
  ])
  const named = { ...definition, outputs: Object.fromEntries(outputs) }
  const isOfFeel = feel !== undefined && columnsOfFeel(read.success).length > 0
  return plainSuccess(
    isOfFeel ? evaluatedBy(named, { table: read.success, evaluate: evaluatorOf(feel) }) : named,
  )
}

/** How a definition is read. */
export interface DefinitionOptions {
  /** What evaluates expressions of FEEL in it: the npm package `feelin`, as `import * as feelin` gives it. */
  readonly feel?: FeelInterpreter
}

/** Why a definition cannot be asked, though it is one: its columns hide each other, or want FEEL. */
type DefinitionProblem = { readonly _tag: "ColumnTwice"; readonly name: string } | FeelProblem

const problemsOf = (table: PortableTable, hasFeel: boolean): ReadonlyArray<DefinitionProblem> => {
  const repeated = repeatedColumn(table)
  const ofFeel = feelProblem(table, hasFeel)
  return [
    ...(repeated === undefined ? [] : [{ _tag: "ColumnTwice", name: repeated } as const]),
    ...(ofFeel === undefined ? [] : [ofFeel]),
  ]
}

const describeProblem = (problem: DefinitionProblem): string =>
  problem._tag === "ColumnTwice"
    ? `${problem.name}: is the name of two columns`
    : describeFeelProblem(problem, "readDefinition(json, { feel: feelin })")
