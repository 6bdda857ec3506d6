import * as Result from "effect/Result"
import { column, condition, defineDecision, evaluate, load } from "../../core/engine/index.ts"
import {
  cellOf,
  factNames,
  type GeneratedFacts,
  known,
  type MakeAsk,
  type PlainRow,
} from "../plain-rows.ts"

const about = "A generated column."

const generated = defineDecision({
  file: "generated.csv",
  about: "Rows in the order of their rank.",
  hitPolicy: "collect",
  inputs: {
    market: condition.enumeration(known.market, { about }),
    intent: condition.enumeration(known.intent, { about }),
    tier: condition.enumeration(known.tier, { about }),
    network: condition.enumeration(known.network, { about }),
    annual: condition.boolean({ about }),
    friends: condition.boolean({ about }),
    age_years: condition.integer({ about }),
    trip_days: condition.integer({ about }),
  },
  outputs: { rank: column.integer({ about }), name: column.text({ about }) },
})

const joined = (words: ReadonlyArray<string>): string => words.join("|")

/** A generated table as the engine of this project loads it. */
export const loadOwn = (rows: ReadonlyArray<PlainRow>) => {
  const lines = rows.map(({ conditions, name, rank }) =>
    [...factNames.map((fact) => cellOf(conditions[fact], joined)), rank, name].join(","),
  )
  const header = [...Object.keys(generated.inputs), "rank", "name"].join(",")
  const text = `${[header, ...lines].join("\n")}\n`
  const rules = Result.getOrThrow(load({ generated }, { "generated.csv": text }))
  return (facts: GeneratedFacts) => {
    const answer = evaluate(rules, "generated", facts)
    return Result.isSuccess(answer) ? answer.success : []
  }
}

/** The table in the engine of this project. */
export const makeAsk: MakeAsk = (rows) => {
  const ask = loadOwn(rows)
  return (facts) => ask(facts).map(({ name }) => name)
}
