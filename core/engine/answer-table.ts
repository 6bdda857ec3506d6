import type * as Result from "effect/Result"
import type { WordsOf } from "../analysis/space.ts"
import { nearestNumber } from "../money/rational.ts"
import { plainFailure, plainMap, plainSuccess } from "../plain-result.ts"
import {
  defaultResults,
  plainValue,
  type PortableTable,
  type ResultValues,
} from "../portable/portable-table.ts"
import { columnsOfFeel } from "../portable/read-portable.ts"
import { aggregateOf, figureOf, figuresOf } from "../table/aggregate.ts"
import type { Decision, Hit } from "../table/decision.ts"
import type { Columns } from "../table/definition.ts"
import { policies } from "../table/hit-policy.ts"
import { camelCase } from "../table/names.ts"
import { type EvaluateFeel, plainResults, prepareFeel } from "./ask-with-feel.ts"
import { makeAsk, readAsked } from "./asker.ts"

/** What an imported table answers to facts: the rows that apply, or the figure that they come to. */
export type TableAnswer =
  | { readonly hits: ReadonlyArray<Readonly<Record<string, unknown>>> }
  | { readonly figure: number | null }

/** Why an imported table does not answer. */
export interface TableRefusal {
  readonly error: "BAD_FACTS" | "ROWS_CLASH"
  readonly detail: string
}

/** Answers one object of facts. */
export type AnswerTable = (facts: unknown) => Result.Result<TableAnswer, TableRefusal>

/**
 * What makes the answer of an imported table to one object of facts, named as in the file or in camelCase;
 * as in its model where an interpreter of FEEL evaluates what the table holds as expressions.
 */
export const makeAnswer = (
  table: PortableTable,
  decision: Decision,
  evaluate?: EvaluateFeel,
): AnswerTable => {
  const answer =
    evaluate === undefined || columnsOfFeel(table).length === 0
      ? plainAnswers(table, decision)
      : feelAnswers(table, decision, evaluate)
  const results = table.outputs.map(({ name }) => [name, camelCase(name)] as const)
  const { aggregate } = policies[table.hitPolicy]
  return (facts) => {
    if (typeof facts !== "object" || facts === null || Array.isArray(facts)) {
      return refused("BAD_FACTS", ["facts: an object"])
    }
    return plainMap(answer(facts), ({ otherwise, rows }): TableAnswer => {
      const isDefault = rows.length === 0 && otherwise !== null
      if (aggregate !== undefined) {
        const [name] = isDefault ? results.map(([each]) => each) : []
        const figure =
          name === undefined
            ? aggregateOf(aggregate, figuresOf(aggregate, decision.definition.outputs, rows))
            : figureOf(otherwise?.[name])
        return { figure: figure === undefined || figure === null ? null : nearestNumber(figure) }
      }
      if (isDefault) return { hits: [withValues(results, (name) => otherwise[name], null)] }
      return {
        hits: rows.map((row) => {
          const values: Readonly<Record<string, unknown>> = { ...row }
          return withValues(results, (_, key) => values[key], row.line)
        }),
      }
    })
  }
}

/** The rows that apply, and the answer where none does. */
interface AnsweredRows {
  readonly rows: ReadonlyArray<Hit<Columns>>
  readonly otherwise: ResultValues | null
}

type AnswerRows = (facts: object) => Result.Result<AnsweredRows, TableRefusal>

const plainAnswers = (table: PortableTable, decision: Decision): AnswerRows => {
  const ask = makeAsk(decision, noWords)
  const inputs = Object.keys(decision.definition.inputs)
  const asked = new Map(inputs.map((name) => [name, camelCase(name)]))
  const otherwise = defaultResults(table, decision)
  return (facts) => {
    const named = Object.entries(facts).flatMap(([name, fact]) =>
      // The id of a line is the command's own.
      name === "id" && !asked.has(name) ? [] : [[asked.get(name) ?? name, fact]],
    )
    const asking: Readonly<Record<string, unknown>> = Object.fromEntries(named)
    const answer = ask(asking)
    if (answer._tag === "Success") return plainSuccess({ rows: answer.success, otherwise })
    const areFacts = readAsked(decision, asking, noWords)._tag === "Success"
    return refused(areFacts ? "ROWS_CLASH" : "BAD_FACTS", answer.failure)
  }
}

const feelAnswers = (
  table: PortableTable,
  decision: Decision,
  evaluate: EvaluateFeel,
): AnswerRows => {
  const { answer, otherwise, read } = prepareFeel(table, decision, evaluate)
  const isKnown = [...(table.facts ?? []), ...table.inputs].some(({ name }) => name === "id")
  return (facts) => {
    // The id of a line is the command's own.
    const known = read(isKnown ? facts : { ...facts, id: undefined })
    if (known._tag === "Failure") return refused("BAD_FACTS", known.failure)
    const found = answer(known.success)
    if (found._tag === "Failure") return refused("ROWS_CLASH", found.failure)
    const instead = found.success.length > 0 ? null : otherwise(known.success.values)
    return plainSuccess({
      rows: found.success.map(plainResults),
      otherwise: instead && plainResults(instead),
    })
  }
}

const refused = (
  error: TableRefusal["error"],
  told: ReadonlyArray<string>,
): Result.Result<never, TableRefusal> => plainFailure({ error, detail: told.join("; ") })

/** The words of an imported table stand in its definition: no other table lists them. */
const noWords: WordsOf = () => undefined

/** The results of a row under their names in the file, behind the line that it stands in; decimals as numbers. */
const withValues = (
  results: ReadonlyArray<readonly [name: string, key: string]>,
  valueOf: (name: string, key: string) => unknown,
  line: number | null,
): Readonly<Record<string, unknown>> => ({
  line,
  ...Object.fromEntries(results.map(([name, key]) => [name, plainValue(valueOf(name, key))])),
})
