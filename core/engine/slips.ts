import * as Result from "effect/Result"
import { decisionMutants, type Mutant, mutantText, plainMutants } from "../mutation/mutants.ts"
import { outcomeKey } from "../analysis/outcome-key.ts"
import type { NamedFacts } from "../analysis/region.ts"
import { plainFailure, plainSuccess } from "../plain-result.ts"
import type { Decision } from "../table/decision.ts"
import type { Answered } from "./asker.ts"
import { check } from "./proofs.ts"
import { readQuestions } from "./questions.ts"
import {
  decisionNamed,
  type DecisionNames,
  type Definitions,
  type FactsOfTable,
  load,
  type LoadedRules,
} from "./loaded-rules.ts"

/** What notices a slip first: the reading of the texts, a check, an answer; or nothing. */
export type SlipNotice = "mistake" | "finding" | "answer" | "nothing"

/** A slip that somebody might make in a table, and what notices it. */
export interface Slip {
  readonly line: number
  /** The column of the cell; empty where the row is dropped, or exchanged with the next. */
  readonly column: string
  readonly from: string
  readonly to: string
  readonly noticedBy: SlipNotice
}

const mutantsOf = (rules: LoadedRules, name: string): ReadonlyArray<Mutant> => {
  const definition = rules.definitions[name]
  const text = rules.texts[definition?.file ?? ""] ?? ""
  return definition?._tag === "TableDefinition"
    ? plainMutants(definition, text)
    : decisionMutants(decisionNamed(rules, name), text)
}

const answersOf = (decision: Decision, questions: ReadonlyArray<NamedFacts>): string => {
  const outputs = Object.keys(decision.definition.outputs)
  return JSON.stringify(
    questions.map((facts) => decision.evaluate(facts).map((row) => outcomeKey(outputs, row))),
  )
}

const findingsKey = (rules: LoadedRules): ReadonlySet<string> =>
  new Set(check(rules).map(({ file, kind, says }) => JSON.stringify([file, kind, says])))

/**
 * Puts every small slip into a decision table, one at a time (a bound moved by one, a word exchanged,
 * a row dropped), and tells what notices it: a mistake as the texts are read, a finding that
 * {@link check} did not have before, or another answer to one of the questions. What nothing notices
 * wants a further question.
 *
 * ```ts
 * import { load, mutate } from "../core/engine/index.ts"
 * import { fares, faresText } from "../test/support/own-tables.ts"
 *
 * const rules = load({ fares }, { "fares.csv": faresText })
 * const slips = (age: number) => rules._tag === "Success" ? mutate(rules.success, "fares", [{ age, zone: "city" }]) : rules
 * const young = slips(30)
 * young._tag === "Success" ? young.success[0] : undefined // => { line: 2, column: "age", from: "<65", to: "<66", noticedBy: "nothing" }
 * const old = slips(65)
 * old._tag === "Success" ? old.success[0]?.noticedBy : undefined // => "answer"
 * ```
 */
export const mutate = <Declared extends Definitions, Name extends DecisionNames<Declared>>(
  rules: LoadedRules<Declared>,
  name: Name,
  questions: Iterable<FactsOfTable<Declared[Name]>>,
): Answered<ReadonlyArray<Slip>> => {
  const asked = readQuestions(rules, name, questions)
  if (asked._tag === "Failure") return plainFailure(asked.failure)
  const { definitions, texts } = rules
  const file = definitions[name]?.file ?? ""
  const known = findingsKey(rules)
  const answered = answersOf(decisionNamed(rules, name), asked.success)
  const noticeOf = (text: string): SlipNotice => {
    const slipped = load(definitions, { ...texts, [file]: text })
    if (Result.isFailure(slipped)) return "mistake"
    const found = findingsKey(slipped.success)
    if ([...found].some((finding) => !known.has(finding))) return "finding"
    const answers = answersOf(decisionNamed(slipped.success, name), asked.success)
    return answers === answered ? "nothing" : "answer"
  }
  const slips = mutantsOf(rules, name).map((mutant) => ({
    line: mutant.line,
    column: mutant.column,
    from: mutant.from,
    to: mutant.to,
    noticedBy: noticeOf(mutantText(texts[file] ?? "", mutant)),
  }))
  return plainSuccess(slips)
}
