import * as Result from "effect/Result"
import * as Column from "../core/table/column.ts"
import { type Decision, defineDecision, type FactsOf } from "../core/table/decision.ts"
import * as Input from "../core/table/input.ts"
import { loadDefinitions } from "../core/table/load.ts"
import { type Choices, makeChoices, many } from "./inputs.ts"

const words = (letter: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, "0")}`)

const markets = words("market", 12)
const intents = words("intent", 13)
const tiers = words("tier", 6)
const networks = words("network", 4)

const about = "A generated column."

const inputs = {
  market: Input.enumeration(markets, { about }),
  intent: Input.enumeration(intents, { about }),
  tier: Input.enumeration(tiers, { about }),
  network: Input.enumeration(networks, { about }),
  annual: Input.boolean({ about }),
  friends: Input.boolean({ about }),
  age_years: Input.integer({ about }),
  trip_days: Input.integer({ about }),
}

const definition = defineDecision({
  file: "generated.csv",
  about: "Rows in the order of their rank.",
  hitPolicy: "collect",
  inputs,
  outputs: { rank: Column.integer({ about }), name: Column.text({ about }) },
})

/** What a generated table is asked with. */
export type GeneratedFacts = FactsOf<typeof inputs>

/** One condition of a row: the words it takes, a truth value, or whole numbers from low to below high. */
export type PlainCondition =
  | { readonly _tag: "Words"; readonly words: ReadonlyArray<string> }
  | { readonly _tag: "Truth"; readonly value: boolean }
  | { readonly _tag: "Range"; readonly low: number; readonly high: number }

/** A row as data that any engine can take: its conditions by fact; a fact without one is free. */
export interface PlainRow {
  readonly rank: number
  readonly name: string
  readonly conditions: Readonly<Partial<Record<keyof GeneratedFacts, PlainCondition>>>
}

/** A generated decision table, its rows as plain data in the order of their rank, and questions. */
export interface GeneratedTable {
  readonly decision: Decision<typeof inputs, typeof definition.outputs>
  readonly rows: ReadonlyArray<PlainRow>
  readonly facts: (index: number) => GeneratedFacts
}

/** The facts in the order of the columns. */
export const factNames = [
  "market",
  "intent",
  "tier",
  "network",
  "annual",
  "friends",
  "ageYears",
  "tripDays",
] as const

/** The share of empty cells: larger tables have the more specific rows. */
const emptyShare = (size: number): number => (size <= 100 ? 0.7 : size <= 2_000 ? 0.62 : 0.5)

const cellOf = (condition: PlainCondition | undefined): string => {
  switch (condition?._tag) {
    case "Words":
      return condition.words.join("|")
    case "Truth":
      return String(condition.value)
    case "Range":
      return `[${condition.low}..${condition.high})`
    case undefined:
      return ""
  }
}

const load = (rows: ReadonlyArray<PlainRow>): GeneratedTable["decision"] => {
  const lines = rows.map(({ conditions, name, rank }) =>
    [...factNames.map((fact) => cellOf(conditions[fact])), rank, name].join(","),
  )
  const header = [...Object.keys(inputs), "rank", "name"].join(",")
  const sources = new Map([["generated.csv", `${[header, ...lines].join("\n")}\n`]])
  return Result.getOrThrow(loadDefinitions({ generated: definition }, sources)).generated
}

const makeRow = ({ below, chance, pick }: Choices, size: number, rank: number): PlainRow => {
  const some = (known: ReadonlyArray<string>): PlainCondition => {
    const chosen = Array.from({ length: 1 + below(3) }, () => pick(known))
    return { _tag: "Words", words: [...new Set(chosen)] }
  }
  const range = (maximum: number): PlainCondition => {
    const low = below(maximum)
    return { _tag: "Range", low, high: low + 1 + below(maximum - low) }
  }
  const truth = (): PlainCondition => ({ _tag: "Truth", value: chance(0.5) })
  const makers: Readonly<Record<keyof GeneratedFacts, () => PlainCondition>> = {
    market: () => some(markets),
    intent: () => some(intents),
    tier: () => some(tiers),
    network: () => some(networks),
    annual: truth,
    friends: truth,
    ageYears: () => range(100),
    tripDays: () => range(200),
  }
  const filled = factNames.filter(() => !chance(emptyShare(size)))
  const conditions = Object.fromEntries(filled.map((fact) => [fact, makers[fact]()]))
  return { rank, name: `row ${rank}`, conditions }
}

const makeFacts = ({ below, chance, pick }: Choices): GeneratedFacts => ({
  market: pick(markets),
  intent: pick(intents),
  tier: pick(tiers),
  network: pick(networks),
  annual: chance(0.5),
  friends: chance(0.5),
  ageYears: below(100),
  tripDays: below(200),
})

/** A value as JSON brings it: all contenders meet rows and facts as a server reads them. */
export const throughJson = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value)) as Value

/** Generates a decision table of so many rows, and questions for it, from the seed of the bench. */
export const generateTable = (size: number): GeneratedTable => {
  const choices = makeChoices()
  const rows = Array.from({ length: size }, (_, index) => makeRow(choices, size, index + 1))
  return {
    decision: load(rows),
    rows: throughJson(rows),
    facts: many(() => throughJson(makeFacts(choices))),
  }
}
