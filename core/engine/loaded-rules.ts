import * as Result from "effect/Result"
import type { NamedFacts } from "../analysis/region.ts"
import type { WordsOf } from "../analysis/space.ts"
import { type CheckedTable, loadedWords, type LoadedTable } from "../check/column-values.ts"
import { once } from "../memory.ts"
import type { Fact } from "../table/condition.ts"
import type { Decision, DecisionDefinition, FactsOf, Hit } from "../table/decision.ts"
import { type TableMistake, withMistakes } from "../table/error.ts"
import { type AnyDefinition, loadDefinitions, type TablesOf } from "../table/load.ts"
import { camelCase } from "../table/names.ts"

/** Tables by the names that one gives them, as declared. */
export type Definitions = Readonly<Record<string, AnyDefinition>>

/** The texts of tables, as CSV, by the file that each is declared to live in. */
export type TextsByFile = Readonly<Record<string, string>>

/** A set of tables without a mistake, with what they were declared as and read from. */
export interface LoadedRules<Declared extends Definitions = Definitions> {
  readonly definitions: Declared
  readonly texts: TextsByFile
  /** The tables: rows of a plain one by key, answers of a decision table by facts. */
  readonly tables: TablesOf<Declared>
}

/** The names of the decision tables among some definitions. */
export type DecisionNames<Declared extends Definitions> = {
  [Name in keyof Declared]: Declared[Name] extends DecisionDefinition ? Name : never
}[keyof Declared] &
  string

/** The facts that a decision table is asked with. */
export type FactsOfTable<Table> =
  Table extends DecisionDefinition<infer Conditions, infer _> ? FactsOf<Conditions> : never

/** The rows that a decision table answers: its outputs, and their line in the file. */
export type RowsOfTable<Table> =
  Table extends DecisionDefinition<infer _, infer Outputs> ? Hit<Outputs> : never

/**
 * Reads one's own tables from their texts: all of them, typed and compiled, or every mistake in them
 * at once, each with file, line, column, what is expected there and what was probably meant.
 *
 * ```ts
 * import { condition, column, defineDecision, describeMistake, load } from "../core/engine/index.ts"
 *
 * const fares = defineDecision({
 *   file: "fares.csv",
 *   about: "What a ride costs.",
 *   hitPolicy: "first",
 *   inputs: { zone: condition.enumeration(["city", "region"], { about: "Where it goes." }) },
 *   outputs: { fare_cents: column.integer({ about: "Its price.", unit: "cents" }) },
 * })
 * const rules = load({ fares }, { "fares.csv": "zone,fare_cents\ncity,250\n,400\n" })
 * rules._tag === "Success" ? rules.success.tables.fares.evaluate({ zone: "region" }) : [] // => [{ fareCents: 400, line: 3 }]
 *
 * const wrong = load({ fares }, { "fares.csv": "zone,fare_cents\nctiy,250\n,400\n" })
 * wrong._tag === "Failure" ? wrong.failure.map(describeMistake) : [] // => ['fares.csv:2:1 zone: "ctiy" should be one of city, region; did you mean "city"?']
 * ```
 */
export const load = <const Declared extends Definitions>(
  definitions: Declared,
  texts: TextsByFile,
): Result.Result<LoadedRules<Declared>, ReadonlyArray<TableMistake>> => {
  const read = withMistakes(loadDefinitions(definitions, new Map(Object.entries(texts))))
  return Result.map(read, (tables) => ({ definitions, texts, tables }))
}

const tablesByFile = ({
  definitions,
  tables,
  texts,
}: LoadedRules): ReadonlyMap<string, CheckedTable> => {
  const loaded: Readonly<Record<string, unknown>> = tables
  return new Map(
    Object.entries(definitions).map(([name, definition]) => [
      definition.file,
      { definition, table: loaded[name] as LoadedTable, source: texts[definition.file] ?? "" },
    ]),
  )
}

const knownWords = new WeakMap<LoadedRules, () => WordsOf>()

/** The words that conditions of a set of tables may name in others of it. */
export const wordsIn = (rules: LoadedRules): WordsOf => {
  const known = knownWords.get(rules) ?? once(() => loadedWords(tablesByFile(rules)))
  knownWords.set(rules, known)
  return known()
}

/** One of the decision tables of a set; a name that is not one is a mistake of the program. */
export const decisionNamed = (rules: LoadedRules, name: string): Decision => {
  const table = (rules.tables as Readonly<Record<string, LoadedTable | undefined>>)[name]
  if (table !== undefined && "tests" in table) return table
  const names = Object.entries(rules.definitions).flatMap(([each, { _tag }]) =>
    _tag === "DecisionDefinition" ? [each] : [],
  )
  throw new TypeError(`${name} is no decision table; there are ${names.join(", ")}`)
}

/** Facts under the names of their columns; null where one is unknown. */
export const factsByColumn = ({ definition }: Decision, facts: object): NamedFacts => {
  const given = facts as Readonly<Record<string, Fact | undefined>>
  return Object.fromEntries(
    Object.keys(definition.inputs).map((name) => [
      name,
      given[camelCase(name)] ?? given[name] ?? null,
    ]),
  )
}
