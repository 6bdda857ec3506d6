import {
  ANY,
  type DuckDBConnection,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBScalarFunction,
  DuckDBStructValue,
  type DuckDBValue,
  VARCHAR,
} from "@duckdb/node-api"
import * as Result from "effect/Result"
import { type AnswerTable, makeAnswer } from "../../../core/engine/answer-table.ts"
import { evaluatorOf, type FeelInterpreter } from "../../../core/engine/ask-with-feel.ts"
import { makeMemory } from "../../../core/memory.ts"
import { plainFailure, plainSuccess } from "../../../core/plain-result.ts"
import { describeFeelProblem, feelProblem } from "../../../core/portable/read-portable.ts"
import { describeTableError } from "../../../core/table/error.ts"
import { nearest } from "../../../core/table/nearest.ts"
import { describePortableFault, loadPortable } from "../../tables/forms/portable/portable-files.ts"

/** A table that was imported from DMN or JDM: its `.table.json`, parsed, and its rows as CSV. */
export interface ImportedTable {
  readonly definition: unknown
  readonly csv: string
}

/** How tables of one's own answer. */
export interface TablesOptions {
  /** What evaluates expressions of FEEL in them: the npm package `feelin`. */
  readonly feel?: FeelInterpreter
}

/**
 * Gives a connection of DuckDB the function `evaluate(table, facts)` over tables that were imported from
 * DMN or JDM, by the names that they are given here. Facts are a structure, a whole row or JSON; the
 * answer is JSON: the rows that apply as `hits`, or their `figure`, or `error` and `detail`. Tables with
 * mistakes are told instead, and nothing is registered.
 *
 * ```js
 * import { registerTables } from "viatica/duckdb"
 *
 * registerTables(connection, { fares: { definition: JSON.parse(readFileSync("fares.table.json")), csv } })
 * await connection.run("SELECT evaluate('fares', riders)->>'$.hits[0].fare' FROM riders")
 * ```
 */
export const registerTables = (
  connection: DuckDBConnection,
  tables: Readonly<Record<string, ImportedTable>>,
  { feel }: TablesOptions = {},
): Result.Result<void, ReadonlyArray<string>> => {
  const prepared = Object.entries(tables).map(
    ([name, table]) => [name, prepareTable(name, table, feel)] as const,
  )
  const mistakes = prepared.flatMap(([, read]) => (Result.isFailure(read) ? read.failure : []))
  if (mistakes.length > 0) return plainFailure(mistakes)
  const answers = prepared.flatMap(([name, read]) =>
    Result.isSuccess(read) ? [[name, read.success] as const] : [],
  )
  connection.registerScalarFunction(evaluateFunction(new Map(answers)))
  return plainSuccess(undefined)
}

/** Prepares a table under a name; fails with all that is wrong in it, a sentence each. */
const prepareTable = (
  name: string,
  { csv, definition }: ImportedTable,
  feel: FeelInterpreter | undefined,
): Result.Result<AnswerTable, ReadonlyArray<string>> => {
  const read = loadPortable(`${name}.csv`, JSON.stringify(definition) ?? "", csv)
  if (Result.isFailure(read))
    return Result.fail([`${name}: ${describePortableFault(read.failure)}`])
  const { decision, errors, table } = read.success
  if (errors.length > 0) return Result.fail(errors.map(describeTableError))
  const problem = feelProblem(table, feel !== undefined)
  if (problem !== undefined) {
    return Result.fail([`${name}: ${describeFeelProblem(problem, howFeel)}`])
  }
  return Result.succeed(makeAnswer(table, decision, feel && evaluatorOf(feel)))
}

const howFeel = "registerTables(connection, tables, { feel: feelin })"

/**
 * The function `evaluate(table, facts)` of SQL: facts are a structure, a whole row or JSON, the answer is
 * JSON.
 */
const evaluateFunction = (tables: ReadonlyMap<string, AnswerTable>): DuckDBScalarFunction => {
  const answerOf = (name: string, facts: unknown): string => {
    const answer = tables.get(name)
    if (answer === undefined) {
      const close = nearest(name, tables.keys())
      const hint = close === undefined ? "" : `; did you mean "${close}"?`
      return JSON.stringify({ error: "NO_TABLE", detail: `no table is called "${name}"${hint}` })
    }
    const found = answer(facts)
    return JSON.stringify(Result.isSuccess(found) ? found.success : found.failure)
  }
  const known = makeMemory<string, string>(answersMax)
  return DuckDBScalarFunction.create({
    name: "evaluate",
    parameterTypes: [VARCHAR, ANY],
    returnType: VARCHAR,
    specialHandling: true,
    mainFunction: (_, input, output) => {
      const [names, facts] = [input.getColumnVector(0), input.getColumnVector(1)]
      for (let row = 0; row < input.rowCount; row += 1) {
        const [name, given] = [names.getItem(row), facts.getItem(row)]
        if (typeof name !== "string" || given === null) {
          output.setItem(row, null)
          continue
        }
        const asked = typeof given === "string" ? given : JSON.stringify(plainValue(given))
        output.setItem(
          row,
          known.get(`${name}\n${asked}`, () => answerOf(name, parsed(asked))),
        )
      }
      output.flush()
    },
  })
}

/** So many answers are kept. */
const answersMax = 16_384

/** What a text holds as JSON; a text that is none is no fact of a table, and refused as such. */
const parsed = (text: string): unknown =>
  Result.getOrElse(
    Result.try((): unknown => JSON.parse(text)),
    () => text,
  )

/** A value of SQL as JSON has it: whole numbers and decimals are numbers, days and durations texts. */
const plainValue = (value: DuckDBValue): unknown => {
  if (typeof value === "bigint") return Number(value)
  if (typeof value !== "object" || value === null) return value
  if (value instanceof DuckDBDecimalValue) return value.toDouble()
  if (value instanceof DuckDBListValue) return value.items.map(plainValue)
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(
      Object.entries(value.entries).map(([name, entry]) => [name, plainValue(entry)]),
    )
  }
  return String(value)
}
