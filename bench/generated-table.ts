import * as Result from "effect/Result"
import { makeDraws } from "../core/random/draws.ts"
import * as Column from "../core/table/column.ts"
import { defineDecision, type FactsOf } from "../core/table/decision.ts"
import * as Input from "../core/table/input.ts"
import { loadDefinitions } from "../core/table/load.ts"

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

/** A generated decision table: compiled, as plain rows in no order, and what to ask it. */
export interface GeneratedTable {
  readonly size: number
  readonly evaluate: (facts: GeneratedFacts) => ReadonlyArray<{ readonly name: string }>
  readonly rows: ReadonlyArray<PlainRow>
  readonly facts: ReadonlyArray<GeneratedFacts>
}

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

const load = (rows: ReadonlyArray<PlainRow>): GeneratedTable["evaluate"] => {
  const names = ["market", "intent", "tier", "network", "annual", "friends", "ageYears", "tripDays"]
  const lines = rows.map(({ conditions, name, rank }) => {
    const cells = names.map((fact) => cellOf(conditions[fact as keyof GeneratedFacts]))
    return [...cells, rank, name].join(",")
  })
  const header = [...Object.keys(inputs), "rank", "name"].join(",")
  const sources = new Map([["generated.csv", `${[header, ...lines].join("\n")}\n`]])
  return Result.getOrThrow(loadDefinitions({ generated: definition }, sources)).generated.evaluate
}

/** Generates a decision table of so many rows, and questions for it, from a seed. */
export const generateTable = (size: number, seed: number, questions: number): GeneratedTable => {
  const draws = makeDraws(seed)
  const chance = (share: number): boolean => draws.next() < share * 4_294_967_296
  const pick = <Item>(items: ReadonlyArray<Item>): Item => items[draws.below(items.length)] as Item
  const free = emptyShare(size)

  const some = (known: ReadonlyArray<string>): PlainCondition => {
    const count = 1 + draws.below(3)
    return { _tag: "Words", words: [...new Set(Array.from({ length: count }, () => pick(known)))] }
  }
  const range = (maximum: number): PlainCondition => {
    const low = draws.below(maximum)
    return { _tag: "Range", low, high: low + 1 + draws.below(maximum - low) }
  }
  const truth = (): PlainCondition => ({ _tag: "Truth", value: chance(0.5) })
  const maybe = <Name extends string>(name: Name, make: () => PlainCondition) =>
    chance(free) ? {} : { [name]: make() }

  const rows = Array.from({ length: size }, (_, index): PlainRow => ({
    rank: index + 1,
    name: `row ${index + 1}`,
    conditions: {
      ...maybe("market", () => some(markets)),
      ...maybe("intent", () => some(intents)),
      ...maybe("tier", () => some(tiers)),
      ...maybe("network", () => some(networks)),
      ...maybe("annual", truth),
      ...maybe("friends", truth),
      ...maybe("ageYears", () => range(100)),
      ...maybe("tripDays", () => range(200)),
    },
  }))
  const facts = Array.from({ length: questions }, (): GeneratedFacts => ({
    market: pick(markets),
    intent: pick(intents),
    tier: pick(tiers),
    network: pick(networks),
    annual: chance(0.5),
    friends: chance(0.5),
    ageYears: draws.below(100),
    tripDays: draws.below(200),
  }))
  const shuffled = rows.map((row) => ({ row, key: draws.next() }))
  shuffled.sort((left, right) => left.key - right.key)
  return {
    size,
    evaluate: load(rows),
    rows: JSON.parse(JSON.stringify(shuffled.map(({ row }) => row))),
    facts: JSON.parse(JSON.stringify(facts)),
  }
}
