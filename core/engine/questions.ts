import * as Result from "effect/Result"
import { type CoverageReport, reportCoverage } from "../coverage/uncovered.ts"
import { recordCoverage } from "../coverage/coverage.ts"
import { type DecisionExplanation, explain as explainFacts } from "../explain/explain.ts"
import { describeFactProblem, readFacts as readNamedFacts } from "../explain/facts.ts"
import { type WhyNot, whyNot as whyNotFacts } from "../explain/why-not.ts"
import { camelCase } from "../table/names.ts"
import {
  decisionNamed,
  type DecisionNames,
  type Definitions,
  factsByColumn,
  type FactsOfTable,
  type LoadedRules,
  type RowsOfTable,
  wordsIn,
} from "./loaded-rules.ts"

/**
 * The rows of a decision table that apply to some facts, in order: one at most, unless it collects.
 * The same as `rules.tables.<name>.evaluate(facts)`.
 *
 * ```ts
 * import { evaluate, load } from "../core/engine/index.ts"
 * import { fares, faresText } from "../test/support/own-tables.ts"
 *
 * const rules = load({ fares }, { "fares.csv": faresText })
 * rules._tag === "Success" ? evaluate(rules.success, "fares", { age: 70, zone: "city" }) : [] // => [{ fareCents: 150, line: 3 }]
 * ```
 */
export const evaluate = <Declared extends Definitions, Name extends DecisionNames<Declared>>(
  rules: LoadedRules<Declared>,
  name: Name,
  facts: FactsOfTable<Declared[Name]>,
): ReadonlyArray<RowsOfTable<Declared[Name]>> =>
  // What a name stands for is known to the caller alone.
  decisionNamed(rules, name).evaluate(facts) as unknown as ReadonlyArray<
    RowsOfTable<Declared[Name]>
  >

/** Facts of any shape, or what is wrong with them, a sentence each. */
export type ReadOwnFacts<Facts> = Result.Result<Facts, ReadonlyArray<string>>

/**
 * Reads facts that came as JSON: each under its column, by its name in the file or in camelCase. A
 * fact that is left out is unknown where its column allows that.
 *
 * ```ts
 * import { load, readFacts } from "../core/engine/index.ts"
 * import { fares, faresText } from "../test/support/own-tables.ts"
 *
 * const rules = load({ fares }, { "fares.csv": faresText })
 * const read = (facts: unknown) => rules._tag === "Success" ? readFacts(rules.success, "fares", facts) : rules
 * const good = read({ age: 70, zone: "city" })
 * good._tag === "Success" ? good.success : good.failure // => { age: 70, zone: "city" }
 * const bad = read({ age: 130, zone: "ctiy" })
 * bad._tag === "Failure" ? bad.failure : [] // => ['age: 130 should be a whole number 0..120; did you mean "120"?', 'zone: "ctiy" should be one of city, region; did you mean "city"?']
 * ```
 */
export const readFacts = <Declared extends Definitions, Name extends DecisionNames<Declared>>(
  rules: LoadedRules<Declared>,
  name: Name,
  given: unknown,
): ReadOwnFacts<FactsOfTable<Declared[Name]>> => {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return Result.fail([`${JSON.stringify(given)} should be an object of facts`])
  }
  const { definition } = decisionNamed(rules, name)
  const { facts, open, problems } = readNamedFacts(definition.inputs, { ...given }, wordsIn(rules))
  const told = [
    ...problems.map(describeFactProblem),
    ...open
      .filter((column) => !problems.some((problem) => problem.name === column))
      .map((column) => `${column}: is missing`),
  ]
  if (told.length > 0) return Result.fail(told)
  const named = Object.fromEntries(
    Object.entries(facts).map(([column, fact]) => [camelCase(column), fact]),
  )
  return Result.succeed(named as FactsOfTable<Declared[Name]>)
}

/**
 * Why a decision table answers some facts as it does: the rows that fire, those that match and come
 * later, and what every other row fails by, the nearest first. At most `rowsMax` of each are shown.
 *
 * ```ts
 * import { explain, load } from "../core/engine/index.ts"
 * import { fares, faresText } from "../test/support/own-tables.ts"
 *
 * const rules = load({ fares }, { "fares.csv": faresText })
 * const why = rules._tag === "Success" ? explain(rules.success, "fares", { age: 70, zone: "city" }) : undefined
 * why?.fired.shown.map(({ line }) => line) // => [3]
 * why?.missed.shown.map(({ failed, line }) => [line, failed]) // => [[2, ["age"]], [4, ["zone"]]]
 * ```
 */
export const explain = <Declared extends Definitions, Name extends DecisionNames<Declared>>(
  rules: LoadedRules<Declared>,
  name: Name,
  facts: FactsOfTable<Declared[Name]>,
  rowsMax?: number,
): DecisionExplanation => {
  const decision = decisionNamed(rules, name)
  return explainFacts(decision, factsByColumn(decision, facts), rowsMax)
}

/**
 * Why the row in a line does not fire for some facts, and the smallest change of them that makes it
 * fire; undefined where no row stands in that line.
 *
 * ```ts
 * import { load, whyNot } from "../core/engine/index.ts"
 * import { fares, faresText } from "../test/support/own-tables.ts"
 *
 * const rules = load({ fares }, { "fares.csv": faresText })
 * const why = rules._tag === "Success" ? whyNot(rules.success, "fares", { age: 30, zone: "city" }, 3) : undefined
 * why?._tag === "Change" ? why.changes : [] // => [{ column: "age", from: 30, to: 65 }]
 * ```
 */
export const whyNot = <Declared extends Definitions, Name extends DecisionNames<Declared>>(
  rules: LoadedRules<Declared>,
  name: Name,
  facts: FactsOfTable<Declared[Name]>,
  line: number,
): WhyNot | undefined => {
  const decision = decisionNamed(rules, name)
  const row = decision.rows.findIndex((each) => each.line === line)
  if (row < 0) return undefined
  return whyNotFacts(decision, factsByColumn(decision, facts), row, wordsIn(rules))
}

/**
 * What questions exercise of a decision table: rows that fired, cells that decided, and of what was
 * never tried facts that would try it.
 *
 * ```ts
 * import { coverage, load } from "../core/engine/index.ts"
 * import { fares, faresText } from "../test/support/own-tables.ts"
 *
 * const rules = load({ fares }, { "fares.csv": faresText })
 * const report = rules._tag === "Success" ? coverage(rules.success, "fares", [{ age: 30, zone: "city" }]) : undefined
 * report?.rows // => { covered: 1, all: 3 }
 * report?.uncovered.filter(({ part }) => part === "row").map(({ line }) => line) // => [3, 4]
 * ```
 */
export const coverage = <Declared extends Definitions, Name extends DecisionNames<Declared>>(
  rules: LoadedRules<Declared>,
  name: Name,
  questions: Iterable<FactsOfTable<Declared[Name]>>,
): CoverageReport => {
  const decision = decisionNamed(rules, name)
  const recorder = recordCoverage(decision)
  for (const facts of questions) recorder.ask(facts)
  return reportCoverage(decision, recorder.coverage(), wordsIn(rules))
}
