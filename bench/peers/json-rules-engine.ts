import { Engine, type NestedCondition } from "json-rules-engine"
import {
  factNames,
  type GeneratedFacts,
  type GeneratedTable,
  type PlainCondition,
} from "../generated-table.ts"

const conditionsOf = (
  fact: string,
  condition: PlainCondition | undefined,
): ReadonlyArray<NestedCondition> => {
  switch (condition?._tag) {
    case "Words":
      return [{ fact, operator: "in", value: condition.words }]
    case "Truth":
      return [{ fact, operator: "equal", value: condition.value }]
    case "Range":
      return [
        { fact, operator: "greaterThanInclusive", value: condition.low },
        { fact, operator: "lessThan", value: condition.high },
      ]
    case undefined:
      return []
  }
}

/**
 * The same table in json-rules-engine, a rule for each row, all of one priority: a priority for each
 * takes as long. Answers with the events in no order, and need not sort them.
 */
export const makeJsonRulesEngine = ({
  rows,
}: GeneratedTable): ((facts: GeneratedFacts) => Promise<unknown>) => {
  const engine = new Engine()
  for (const { conditions, name, rank } of rows) {
    const all = factNames.flatMap((fact) => conditionsOf(fact, conditions[fact]))
    engine.addRule({ conditions: { all }, event: { type: "row", params: { rank, name } } })
  }
  return async (facts) => {
    const { events } = await engine.run(facts)
    return events.map(({ params }) => params)
  }
}
