import { identity } from "effect/Function"
import { outcomeKey } from "../../core/analysis/outcome-key.ts"
import { decidingColumns } from "../../core/table/value-key.ts"
import type { Decision } from "../../core/table/decision.ts"
import { prepareEligibility } from "../pricing/eligibility.ts"
import type { Tables } from "../tables/index.ts"
import { prepareQuestions } from "./questions.ts"
import type { BilanOrQuote } from "./request-kind.ts"
import { type AnyFacts, answerOf, type WatchedTable } from "./watched-tables.ts"

/** Facts that situations ask a decision table with, and the situations that do, by their places. */
export interface SituationFacts {
  readonly facts: AnyFacts
  readonly situations: ReadonlyArray<number>
}

/** Everything that some situations ask the decision tables, each question once. */
export const collectAskedFacts = (
  tables: Tables,
  situations: ReadonlyArray<BilanOrQuote>,
): ReadonlyMap<WatchedTable, ReadonlyArray<SituationFacts>> => {
  const askAbout = prepareQuestions(tables)
  const asked = new Map<WatchedTable, Map<string, { facts: AnyFacts; situations: Set<number> }>>()
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

/** The conditions of a table that near misses may miss; none where nobody asks for near misses. */
export const relaxableOf = (tables: Tables, name: WatchedTable): ReadonlyArray<string> => {
  switch (name) {
    case "sandboxEligibility":
      return tables.sandboxRelaxable.rows.map(({ condition }) => condition)
    case "catalogueEligibility":
      return tables.catalogueRelaxable.rows.map(({ condition }) => condition)
    default:
      return []
  }
}

/**
 * What a table answers to facts, as a text that is the same for the same outcomes; the rows that one
 * of the relaxable conditions keeps apart from the facts are part of it.
 */
export const answerTexts = (
  decision: Decision,
  relaxable: ReadonlyArray<string>,
): ((facts: AnyFacts) => string) => {
  const eligible = prepareEligibility<AnyFacts, Decision["rows"][number]>(
    decision,
    relaxable,
    identity,
  )
  const columns = decidingColumns(decision.definition.outputs)
  const keys = new Map<number, string>()
  const keyOf = (row: Decision["rows"][number]): string => {
    const known = keys.get(row.line) ?? outcomeKey(columns, row)
    keys.set(row.line, known)
    return known
  }
  return (facts) => {
    const hits = decision.evaluate(facts)
    const missed = relaxable.length === 0 ? [] : eligible(facts).nearMisses
    return [hits.length, ...hits.map(keyOf), ...missed.map(({ row }) => keyOf(row))].join("\n")
  }
}
