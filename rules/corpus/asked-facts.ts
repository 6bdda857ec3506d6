import { decidingColumns, outcomeKey } from "../../core/analysis/outcome-key.ts"
import type { Decision } from "../../core/table/decision.ts"
import type { Tables } from "../tables/index.ts"
import { prepareQuestions } from "./questions.ts"
import type { Situation } from "./situation.ts"
import { type AnyFacts, answerOf, type AskedTable } from "./watched-tables.ts"

/** Facts that situations ask a decision table with, and the situations that do, by their places. */
export interface AskedFacts {
  readonly facts: AnyFacts
  readonly situations: ReadonlyArray<number>
}

/** Everything that some situations ask the decision tables, each question once. */
export const collectAskedFacts = (
  tables: Tables,
  situations: ReadonlyArray<Situation>,
): ReadonlyMap<AskedTable, ReadonlyArray<AskedFacts>> => {
  const askAbout = prepareQuestions(tables)
  const asked = new Map<AskedTable, Map<string, { facts: AnyFacts; situations: Set<number> }>>()
  for (const [index, situation] of situations.entries()) {
    askAbout(situation, (name, facts) => {
      const ofTable =
        asked.get(name) ?? new Map<string, { facts: AnyFacts; situations: Set<number> }>()
      asked.set(name, ofTable)
      const key = JSON.stringify(facts)
      const known = ofTable.get(key) ?? { facts, situations: new Set<number>() }
      ofTable.set(key, known)
      known.situations.add(index)
      return answerOf(tables, name, facts)
    })
  }
  return new Map(
    [...asked].map(([name, ofTable]) => [
      name,
      [...ofTable.values()].map((one) => ({ facts: one.facts, situations: [...one.situations] })),
    ]),
  )
}

/** What a table answers to facts, as a text that is the same for the same outcomes. */
export const answerTexts = (decision: Decision): ((facts: AnyFacts) => string) => {
  const columns = decidingColumns(decision.definition.outputs)
  const keys = new Map<number, string>()
  const keyOf = (row: Decision["rows"][number]): string => {
    const known = keys.get(row.line) ?? outcomeKey(columns, row)
    keys.set(row.line, known)
    return known
  }
  return (facts) => {
    const hits = decision.evaluate(facts)
    return `${hits.length}\n${hits.map(keyOf).join("\n")}`
  }
}
