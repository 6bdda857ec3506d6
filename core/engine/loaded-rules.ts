import type * as Result from "effect/Result"
import type { NamedFacts } from "../analysis/region.ts"
import type { WordsOf } from "../analysis/space.ts"
import { type CheckedTable, loadedWords, type LoadedTable } from "../check/column-values.ts"
import { once } from "../memory.ts"
import { plainMap } from "../plain-result.ts"
import type { Decision, DecisionDefinition, FactsOf, Hit } from "../table/decision.ts"
import type { RowOfColumns, TableDefinition } from "../table/definition.ts"
import { type TableMistake, withMistakes } from "../table/error.ts"
import { type AnyDefinition, loadDefinitions } from "../table/load.ts"
import type { ConditionTest, Fact } from "../table/condition.ts"
import type { Table } from "../table/loaded.ts"
import { camelCase } from "../table/names.ts"
import type { PortableTable } from "../portable/portable-table.ts"
import { askFeel, type EvaluateFeel, type FeelTable, prepareFeel } from "./ask-with-feel.ts"
import { type Answered, type Ask, makeAsk, readAsked } from "./asker.ts"

/** Tables by the names that one gives them, as declared. */
export type Definitions = Readonly<Record<string, AnyDefinition>>

/** The texts of tables, as CSV, by the file that each is declared to live in. */
export type TextsByFile = Readonly<Record<string, string>>

/** The plain tables among some definitions: their rows, and the row of a key. */
export type PlainTables<Declared extends Definitions> = {
  readonly [
    Name in keyof Declared as Declared[Name] extends TableDefinition<infer _> ? Name : never
  ]: Declared[Name] extends TableDefinition<infer Shape> ? Table<RowOfColumns<Shape>> : never
}

/** What is made of the tables of a set when it is first asked for. */
const compiled = Symbol("compiled")

/** What evaluates the expressions of a definition, which is data beside them. */
const evaluated = Symbol("evaluated")

interface Evaluated {
  readonly table: PortableTable
  readonly evaluate: EvaluateFeel
}

/** A definition with what evaluates the expressions in its rows. */
export const evaluatedBy = (definition: DecisionDefinition, by: Evaluated): DecisionDefinition =>
  Object.assign(definition, { [evaluated]: by })

const evaluatedIn = ({ definition }: Decision): Evaluated | undefined =>
  (definition as DecisionDefinition & { readonly [evaluated]?: Evaluated })[evaluated]

const feelOf = (decision: Decision): FeelTable | undefined => {
  const by = evaluatedIn(decision)
  return by && prepareFeel(by.table, decision, by.evaluate)
}

/** Whether an interpreter evaluates expressions of a decision table of a set. */
export const isOfFeel = (rules: LoadedRules, name: string): boolean =>
  evaluatedIn(decisionNamed(rules, name)) !== undefined

/** A set of tables without a mistake, with what they were declared as and read from. */
export interface LoadedRules<Declared extends Definitions = Definitions> {
  readonly definitions: Declared
  readonly texts: TextsByFile
  /** The plain tables; decision tables are asked by functions. */
  readonly tables: PlainTables<Declared>
  readonly [compiled]: object
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

/** A table with its text, as CSV. */
export interface TableText {
  readonly definition: AnyDefinition
  readonly csv: string
}

/** Tables that were declared by data, by the names of their files without `.csv`. */
export type RulesByName = LoadedRules<Readonly<Record<string, DecisionDefinition>>>

interface Load {
  <const Declared extends Definitions>(
    definitions: Declared,
    texts: TextsByFile,
  ): Result.Result<LoadedRules<Declared>, ReadonlyArray<TableMistake>>
  /** Of a list the tables have the names of their files, without `.csv`. */
  (tables: ReadonlyArray<TableText>): Result.Result<RulesByName, ReadonlyArray<TableMistake>>
}

/**
 * Reads one's own tables from their texts: all of them, typed and compiled, or every mistake in them
 * at once, each with file, line, column, what is expected there and what was probably meant.
 *
 * ```ts
 * import { condition, column, defineDecision, describeMistake, evaluate, load } from "../core/engine/index.ts"
 *
 * const fares = defineDecision({
 *   file: "fares.csv",
 *   about: "What a ride costs.",
 *   hitPolicy: "first",
 *   inputs: { zone: condition.enumeration(["city", "region"], { about: "Where it goes." }) },
 *   outputs: { fare_cents: column.integer({ about: "Its price.", unit: "cents" }) },
 * })
 * const rules = load({ fares }, { "fares.csv": "zone,fare_cents\ncity,250\n,400\n" })
 * const answer = rules._tag === "Success" ? evaluate(rules.success, "fares", { zone: "region" }) : rules
 * answer._tag === "Success" ? answer.success : [] // => [{ fareCents: 400, line: 3 }]
 *
 * const wrong = load({ fares }, { "fares.csv": "zone,fare_cents\nctiy,250\n,400\n" })
 * wrong._tag === "Failure" ? wrong.failure.map(describeMistake) : [] // => ['fares.csv:2:1 zone: "ctiy" should be one of city, region; did you mean "city"?']
 * ```
 */
export const load: Load = <Declared extends Definitions>(
  given: Declared | ReadonlyArray<TableText>,
  textsGiven: TextsByFile = {},
): Result.Result<LoadedRules<Declared>, ReadonlyArray<TableMistake>> => {
  const [definitions, texts] = isList(given)
    ? [definitionsOf(given) as Declared, textsOf(given)]
    : [given, textsGiven]
  const read = withMistakes(loadDefinitions(definitions, new Map(Object.entries(texts))))
  return plainMap(read, (tables) => ({
    definitions,
    texts,
    tables: plainTables(tables),
    [compiled]: compile(definitions, texts, tables),
  }))
}

const isList = (given: Definitions | ReadonlyArray<TableText>): given is ReadonlyArray<TableText> =>
  Array.isArray(given)

const definitionsOf = (tables: ReadonlyArray<TableText>): Definitions => {
  const named = new Map<string, AnyDefinition>()
  for (const { definition } of tables) {
    const name = definition.file.replace(/\.csv$/, "")
    if (named.has(name)) throw new TypeError(`two tables have the name ${name}`)
    named.set(name, definition)
  }
  return Object.fromEntries(named)
}

const textsOf = (tables: ReadonlyArray<TableText>): TextsByFile =>
  Object.fromEntries(tables.map(({ csv, definition }) => [definition.file, csv]))

type Tables = Readonly<Record<string, LoadedTable | undefined>>

interface Compiled {
  readonly tables: Tables
  readonly words: WordsOf
  readonly ask: Readonly<Record<string, Ask | undefined>>
  /** Reads facts as they are asked, under the names of their columns in camelCase. */
  readonly read: Readonly<Record<string, ReadColumns | undefined>>
}

type ReadColumns = (facts: object) => Answered<NamedFacts>

const isDecision = (table: LoadedTable | undefined): table is Decision =>
  table !== undefined && "tests" in table

const plainTables = <Declared extends Definitions>(tables: Tables): PlainTables<Declared> =>
  Object.fromEntries(
    Object.entries(tables).filter(([, table]) => !isDecision(table)),
    // Which tables are plain is known by their definitions.
  ) as PlainTables<Declared>

const compile = (definitions: Definitions, texts: TextsByFile, tables: Tables): Compiled => {
  const known = once(() => loadedWords(tablesByFile(definitions, texts, tables)))
  const words: WordsOf = (reference) => known()(reference)
  const ask: Record<string, Ask> = {}
  const read: Record<string, ReadColumns> = {}
  for (const [name, table] of Object.entries(tables)) {
    if (!isDecision(table)) continue
    const feel = once(() => feelOf(table))
    const made = once(() => {
      const asked = feel()
      return asked === undefined ? makeAsk(table, words) : askFeel(asked)
    })
    // Many tables are never asked; one that is replaces what is here, which a caller may hold on to.
    ask[name] = (facts) => (ask[name] = made())(facts)
    read[name] = (facts) => {
      const asked = feel()
      if (asked === undefined) return readAsked(table, facts, words)
      return plainMap(asked.read(facts), ({ columns }) => columns)
    }
  }
  return { tables, words, ask, read }
}

const tablesByFile = (
  definitions: Definitions,
  texts: TextsByFile,
  tables: Tables,
): ReadonlyMap<string, CheckedTable> =>
  new Map(
    Object.entries(definitions).map(([name, definition]) => [
      definition.file,
      {
        definition,
        table: tables[name] as LoadedTable,
        source: texts[definition.file] ?? "",
      },
    ]),
  )

const compiledOf = (rules: LoadedRules): Compiled => rules[compiled] as Compiled

/** All tables of a set, of either kind. */
export const allTables = (rules: LoadedRules): Tables => compiledOf(rules).tables

/** The words that conditions of a set of tables may name in others of it. */
export const wordsIn = (rules: LoadedRules): WordsOf => compiledOf(rules).words

/**
 * Pays at the start for what the first questions of each decision table would: its index is built, and
 * it is asked what its cells tell apart, until engines have compiled what answers.
 *
 * ```ts
 * import { load, prepare } from "../core/engine/index.ts"
 * import { fares, faresText } from "../test/support/own-tables.ts"
 *
 * const rules = load({ fares }, { "fares.csv": faresText })
 * rules._tag === "Success" ? prepare(rules.success) : undefined // => undefined
 * ```
 */
export const prepare = (rules: LoadedRules): void => {
  for (const [name, table] of Object.entries(allTables(rules))) {
    // An interpreter of FEEL takes longer than all that could be paid for before.
    if (!isDecision(table) || isOfFeel(rules, name)) continue
    const names = Object.keys(table.definition.inputs).map(camelCase)
    const named = names.map((_, at) => [...new Set(table.tests.flatMap((row) => factsIn(row[at])))])
    const ask = askOf(rules, name)
    const questions = Math.min(
      questionsToPrepare,
      Math.ceil(rowsToPrepare / (table.rows.length + 1)),
    )
    for (let question = 0; question < questions; question += 1) {
      const facts = named.map((known, at) => [
        names[at],
        // Columns step at different widths, so that their facts meet in many ways.
        known[(question * (2 * at + 1)) % known.length] ?? null,
      ])
      ask(Object.fromEntries(facts))
    }
  }
}

/** The facts that a condition names. */
const factsIn = (test: ConditionTest | undefined): ReadonlyArray<Fact> => {
  switch (test?._tag) {
    case "AnyOf":
    case "NoneOf":
      return test.words
    case "Within":
    case "Outside":
      return test.intervals.flatMap(({ high, low }) => [low, high]).filter(Number.isFinite)
    case "Is":
      return [test.value]
    default:
      return []
  }
}

/** After about as many questions V8 has compiled what answers them for the last time. */
const questionsToPrepare = 2_000

/** Rows of all of them together: a question of a long table runs what is compiled many times. */
const rowsToPrepare = 2_000_000

/** What asks one of the decision tables of a set; a name that is not one is a mistake of the program. */
export const askOf = (rules: LoadedRules, name: string): Ask => {
  const ask = compiledOf(rules).ask[name]
  return ask ?? noDecision(rules, name)
}

/** One of the decision tables of a set; a name that is not one is a mistake of the program. */
export const decisionNamed = (rules: LoadedRules, name: string): Decision => {
  const table = allTables(rules)[name]
  return isDecision(table) ? table : noDecision(rules, name)
}

const noDecision = (rules: LoadedRules, name: string): never => {
  const names = Object.entries(rules.definitions).flatMap(([each, { _tag }]) =>
    _tag === "DecisionDefinition" ? [each] : [],
  )
  throw new TypeError(`${name} is no decision table; there are ${names.join(", ")}`)
}

/** Facts as they are asked, or why they cannot be: under the names of their columns in camelCase. */
export const readNamed = (
  rules: LoadedRules,
  name: string,
  facts: object,
): Answered<NamedFacts> => {
  const read = compiledOf(rules).read[name]
  return read === undefined ? noDecision(rules, name) : read(facts)
}

/** Facts as they are asked, or why they cannot be: under the names of their columns, null where unknown. */
export const factsByColumn = (
  rules: LoadedRules,
  name: string,
  facts: object,
): Answered<NamedFacts> => {
  const decision = decisionNamed(rules, name)
  return plainMap(readNamed(rules, name, facts), (asked) =>
    Object.fromEntries(
      Object.keys(decision.definition.inputs).map((column) => [
        column,
        asked[camelCase(column)] ?? null,
      ]),
    ),
  )
}
