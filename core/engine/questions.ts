import type { NamedFacts } from "../analysis/region.ts"
import { type CoverageReport, reportCoverage, type Uncovered } from "../coverage/uncovered.ts"
import { recordCoverage } from "../coverage/coverage.ts"
import { type DecisionExplanation, explain as explainFacts } from "../explain/explain.ts"
import { describeFactProblem, readFacts as readNamedFacts } from "../explain/facts.ts"
import { type WhyNot, whyNot as whyNotFacts } from "../explain/why-not.ts"
import { camelKeys } from "../table/names.ts"
import { plainFailure, plainMap, plainSuccess } from "../plain-result.ts"
import { type Answered, describeAskProblem, toldFacts } from "./asker.ts"
import {
  askOf,
  decisionNamed,
  type DecisionNames,
  type Definitions,
  factsByColumn,
  type FactsOfTable,
  isOfFeel,
  type LoadedRules,
  readNamed,
  type RowsOfTable,
  wordsIn,
} from "./loaded-rules.ts"

/**
 * The rows of a decision table that apply to some facts, in order: one at most, unless it collects; none
 * where it has a gap. Facts that the table does not take, or that are missing, are told instead, and so
 * are two rows that apply where only one may.
 *
 * ```ts
 * import { evaluate, load } from "../core/engine/index.ts"
 * import { fares, faresText } from "../test/support/own-tables.ts"
 *
 * const rules = load({ fares }, { "fares.csv": faresText })
 * const asked = (facts: { readonly age: number; readonly zone: "city" | "region" }) =>
 *   rules._tag === "Success" ? evaluate(rules.success, "fares", facts) : rules
 * const good = asked({ age: 70, zone: "city" })
 * good._tag === "Success" ? good.success : [] // => [{ fareCents: 150, line: 3 }]
 * const bad = asked({ age: 700, zone: "city" })
 * bad._tag === "Failure" ? bad.failure : [] // => ['age: 700 should be a whole number 0..120; did you mean "120"?']
 * ```
 */
export const evaluate = <Declared extends Definitions, Name extends DecisionNames<Declared>>(
  rules: LoadedRules<Declared>,
  name: Name,
  facts: FactsOfTable<Declared[Name]>,
): Answered<ReadonlyArray<RowsOfTable<Declared[Name]>>> =>
  // What a name stands for is known to the caller alone.
  askOf(rules, name)(facts) as Answered<ReadonlyArray<never>>

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
): Answered<FactsOfTable<Declared[Name]>> => {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return plainFailure([
      describeFactProblem({
        _tag: "FactProblem",
        name: "",
        given,
        expected: { _tag: "ObjectOfFacts" },
      }),
    ])
  }
  const { definition } = decisionNamed(rules, name)
  if (isOfFeel(rules, name)) {
    // What expressions name is asked as it was given.
    const read = readNamed(rules, name, given)
    return plainMap(read, () => given as FactsOfTable<Declared[Name]>)
  }
  const read = readNamedFacts(definition.inputs, { ...given }, wordsIn(rules))
  const told = toldFacts(read)
  return told.length > 0
    ? plainFailure(told)
    : plainSuccess(camelKeys(read.facts) as FactsOfTable<Declared[Name]>)
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
 * const why = rules._tag === "Success" ? explain(rules.success, "fares", { age: 70, zone: "city" }) : rules
 * why._tag === "Success" ? why.success.fired.shown.map(({ line }) => line) : [] // => [3]
 * why._tag === "Success" ? why.success.missed.shown.map(({ failed, line }) => [line, failed]) : [] // => [[2, ["age"]], [4, ["zone"]]]
 * ```
 */
export const explain = <Declared extends Definitions, Name extends DecisionNames<Declared>>(
  rules: LoadedRules<Declared>,
  name: Name,
  facts: FactsOfTable<Declared[Name]>,
  rowsMax?: number,
): Answered<DecisionExplanation> =>
  plainMap(factsByColumn(rules, name, facts), (asked) => {
    const why = explainFacts(decisionNamed(rules, name), asked, rowsMax)
    return { ...why, facts: camelKeys(why.facts) }
  })

/**
 * Why the row in a line does not fire for some facts, and the smallest change of them that makes it
 * fire. A line without a row is told, as facts are that the table does not take.
 *
 * ```ts
 * import { load, whyNot } from "../core/engine/index.ts"
 * import { fares, faresText } from "../test/support/own-tables.ts"
 *
 * const rules = load({ fares }, { "fares.csv": faresText })
 * const why = rules._tag === "Success" ? whyNot(rules.success, "fares", { age: 30, zone: "city" }, 3) : rules
 * why._tag === "Success" && why.success._tag === "Change" ? why.success.changes : [] // => [{ column: "age", from: 30, to: 65 }]
 * ```
 */
export const whyNot = <Declared extends Definitions, Name extends DecisionNames<Declared>>(
  rules: LoadedRules<Declared>,
  name: Name,
  facts: FactsOfTable<Declared[Name]>,
  line: number,
): Answered<WhyNot> => {
  const decision = decisionNamed(rules, name)
  const row = decision.rows.findIndex((each) => each.line === line)
  if (row < 0) return plainFailure([describeAskProblem({ _tag: "NoRowAt", line })])
  return plainMap(factsByColumn(rules, name, facts), (asked) => {
    const why = whyNotFacts(decision, asked, row, wordsIn(rules))
    return why._tag === "Change" ? { ...why, facts: camelKeys(why.facts) } : why
  })
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
 * const report = rules._tag === "Success" ? coverage(rules.success, "fares", [{ age: 30, zone: "city" }]) : rules
 * report._tag === "Success" ? report.success.rows : undefined // => { covered: 1, all: 3 }
 * report._tag === "Success" ? report.success.uncovered.filter(({ part }) => part === "row").map(({ line }) => line) : [] // => [3, 4]
 * ```
 */
export const coverage = <Declared extends Definitions, Name extends DecisionNames<Declared>>(
  rules: LoadedRules<Declared>,
  name: Name,
  questions: Iterable<FactsOfTable<Declared[Name]>>,
): Answered<CoverageReport> => {
  const decision = decisionNamed(rules, name)
  const asked = readQuestions(rules, name, questions)
  if (asked._tag === "Failure") return plainFailure(asked.failure)
  const recorder = recordCoverage(decision)
  for (const facts of asked.success) recorder.ask(facts)
  const report = reportCoverage(decision, recorder.coverage(), wordsIn(rules))
  return plainSuccess({ ...report, uncovered: report.uncovered.map(askedWitness) })
}

const askedWitness = (uncovered: Uncovered): Uncovered =>
  uncovered.witness._tag === "Facts"
    ? { ...uncovered, witness: { _tag: "Facts", facts: camelKeys(uncovered.witness.facts) } }
    : uncovered

/** Reads many questions, or tells what is wrong with the first that a table does not take. */
export const readQuestions = (
  rules: LoadedRules,
  name: string,
  questions: Iterable<object>,
): Answered<ReadonlyArray<NamedFacts>> => {
  const read: Array<NamedFacts> = []
  for (const facts of questions) {
    const one = readNamed(rules, name, facts)
    if (one._tag === "Failure") {
      return plainFailure(one.failure.map((told) => `question ${read.length + 1}: ${told}`))
    }
    read.push(one.success)
  }
  return plainSuccess(read)
}
