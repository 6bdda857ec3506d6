import { LogicEngine } from "json-logic-engine"
import type { MakeAsk, PlainCondition, PlainRow } from "../plain-rows.ts"

const logicOf = (fact: string, condition: PlainCondition): ReadonlyArray<unknown> => {
  const value = { var: fact }
  switch (condition._tag) {
    case "Words":
      return [{ in: [value, condition.words] }]
    case "Truth":
      return [{ "===": [value, condition.value] }]
    case "Range":
      return [{ ">=": [value, condition.low] }, { "<": [value, condition.high] }]
  }
}

const rowLogic = ({ conditions, name }: PlainRow) => {
  const all = Object.entries(conditions).flatMap(([fact, condition]) => logicOf(fact, condition))
  return { if: [all.length === 0 ? true : { and: all }, name, null] }
}

/** The table in json-logic-engine, compiled: a list of a name or nothing for each row. */
export const makeAsk: MakeAsk = (rows) => {
  const ask = new LogicEngine().build(rows.map(rowLogic)) as (
    facts: object,
  ) => ReadonlyArray<string | null>
  return (facts) => ask(facts).filter((name) => name !== null)
}
