import { Engine, type NestedCondition, type RuleProperties } from "json-rules-engine"
import type { MakeAsk, PlainCondition, PlainRow } from "../plain-rows.ts"

const conditionsOf = (fact: string, condition: PlainCondition): ReadonlyArray<NestedCondition> => {
  switch (condition._tag) {
    case "Words":
      return [{ fact, operator: "in", value: condition.words }]
    case "Truth":
      return [{ fact, operator: "equal", value: condition.value }]
    case "Range":
      return [
        { fact, operator: "greaterThanInclusive", value: condition.low },
        { fact, operator: "lessThan", value: condition.high },
      ]
  }
}

const ruleOf = ({ conditions, name, rank }: PlainRow): RuleProperties => ({
  conditions: {
    all: Object.entries(conditions).flatMap(([fact, condition]) => conditionsOf(fact, condition)),
  },
  event: { type: name, params: { rank } },
})

/** The table in json-rules-engine, a rule a row; it promises no order, so events are sorted by rank. */
export const makeAsk: MakeAsk = (rows) => {
  const engine = new Engine(rows.map(ruleOf))
  return async (facts) => {
    const { events } = await engine.run({ ...facts })
    return events
      .toSorted((left, right) => Number(left.params?.["rank"]) - Number(right.params?.["rank"]))
      .map(({ type }) => type)
  }
}
