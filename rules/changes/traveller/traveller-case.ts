import { caseCells, factsOfCase } from "../../../core/check/check-cases.ts"
import type { NamedFacts } from "../../../core/analysis/region.ts"
import { prepareExplain } from "../../../core/explain/explain.ts"
import type { Decision } from "../../../core/table/decision.ts"
import { prepareQuestions } from "../../impact/questions.ts"
import type { BilanOrQuote } from "../../impact/request-kind.ts"
import { answerOf, watchedIn } from "../../impact/watched-tables.ts"
import type { Tables } from "../../tables/index.ts"

/** A row that a screen names to explain what a traveller is shown, or is not. */
export interface RowNamed {
  readonly file: string
  readonly line: number
}

/**
 * The cells of a case of a table that a traveller makes: the facts with which the table is asked about them,
 * and what it answers now. Of several questions it is the one that the row answers, else the one that it misses
 * by the fewest conditions. Undefined where the table is asked nothing about them.
 */
export const travellerCase = (
  tables: Tables,
  asked: BilanOrQuote,
  { file, line }: RowNamed,
): Readonly<Record<string, string>> | undefined => {
  const name = watchedIn(tables).find((each) => tables[each].definition.file === file)
  if (name === undefined) return undefined
  const decision = tables[name] as unknown as Decision
  const questions = new Map<string, NamedFacts>()
  prepareQuestions(tables)(asked, (table, facts) => {
    if (table === name) {
      const named = factsOfCase(decision.definition, facts)
      questions.set(JSON.stringify(named), named)
    }
    return answerOf(tables, table, facts)
  })
  const missedBy = prepareMissed(decision, line)
  const [nearest] = [...questions.values()]
    .map((facts) => ({ facts, missed: missedBy(facts) }))
    .toSorted((one, other) => one.missed - other.missed)
  return nearest && caseCells(decision, nearest.facts, line)
}

/** By how many conditions the row on a line misses facts. */
const prepareMissed = (decision: Decision, line: number): ((facts: NamedFacts) => number) => {
  const explain = prepareExplain(decision)
  return (facts) => {
    const { fired, masked, missed } = explain(facts, decision.rows.length)
    if (fired.shown.some((row) => row.line === line)) return 0
    // A row that comes too late is nearer than one that does not apply.
    if (masked.shown.some((row) => row.line === line)) return 0.5
    return missed.shown.find((row) => row.line === line)?.failed.length ?? Infinity
  }
}
