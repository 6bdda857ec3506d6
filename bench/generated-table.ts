import * as Result from "effect/Result"
import * as Column from "../core/table/column.ts"
import { defineDecision, type FactsOf } from "../core/table/decision.ts"
import * as Input from "../core/table/input.ts"
import { loadDefinitions } from "../core/table/load.ts"
import { type Choices, makeChoices, many } from "./inputs.ts"

const words = (letter: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, "0")}`)

/** The words that each fact of words knows. */
const known = {
  market: words("market", 12),
  intent: words("intent", 13),
  tier: words("tier", 6),
  network: words("network", 4),
}

/** What each fact of whole numbers is below. */
const bounds = { ageYears: 100, tripDays: 200 }

const about = "A generated column."

const inputs = {
  market: Input.enumeration(known.market, { about }),
  intent: Input.enumeration(known.intent, { about }),
  tier: Input.enumeration(known.tier, { about }),
  network: Input.enumeration(known.network, { about }),
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
const emptyShare = (size: number): number => (size <= 100 ? 0.7 : 0.62)

/** A condition as a cell; engines differ in how they write several words. */
export const cellOf = (
  condition: PlainCondition | undefined,
  wordsText: (words: ReadonlyArray<string>) => string,
): string => {
  switch (condition?._tag) {
    case "Words":
      return wordsText(condition.words)
    case "Truth":
      return String(condition.value)
    case "Range":
      return `[${condition.low}..${condition.high})`
    case undefined:
      return ""
  }
}

const joined = (words: ReadonlyArray<string>): string => words.join("|")

const load = (rows: ReadonlyArray<PlainRow>) => {
  const lines = rows.map(({ conditions, name, rank }) =>
    [...factNames.map((fact) => cellOf(conditions[fact], joined)), rank, name].join(","),
  )
  const header = [...Object.keys(inputs), "rank", "name"].join(",")
  const sources = new Map([["generated.csv", `${[header, ...lines].join("\n")}\n`]])
  return Result.getOrThrow(loadDefinitions({ generated: definition }, sources)).generated
}

const makeCondition = (
  { below, chance, pick }: Choices,
  fact: (typeof factNames)[number],
): PlainCondition => {
  if (fact === "annual" || fact === "friends") return { _tag: "Truth", value: chance(0.5) }
  if (fact === "ageYears" || fact === "tripDays") {
    const low = below(bounds[fact])
    return { _tag: "Range", low, high: low + 1 + below(bounds[fact] - low) }
  }
  const chosen = Array.from({ length: 1 + below(3) }, () => pick(known[fact]))
  return { _tag: "Words", words: [...new Set(chosen)] }
}

const makeRow = (choices: Choices, size: number, rank: number): PlainRow => {
  const filled = factNames.filter(() => !choices.chance(emptyShare(size)))
  const conditions = Object.fromEntries(filled.map((fact) => [fact, makeCondition(choices, fact)]))
  return { rank, name: `row ${rank}`, conditions }
}

const makeFacts = ({ below, chance, pick }: Choices): GeneratedFacts => ({
  market: pick(known.market),
  intent: pick(known.intent),
  tier: pick(known.tier),
  network: pick(known.network),
  annual: chance(0.5),
  friends: chance(0.5),
  ageYears: below(bounds.ageYears),
  tripDays: below(bounds.tripDays),
})

/** A value as JSON brings it: all contenders meet rows and facts as a server reads them. */
const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

/** A decision table of so many rows, the rows as plain data, and questions, from the seed of the bench. */
export const generateTable = (size: number) => {
  const choices = makeChoices()
  const rows = Array.from({ length: size }, (_, index) => makeRow(choices, size, index + 1))
  return {
    decision: load(rows),
    rows: throughJson(rows),
    facts: many(() => throughJson(makeFacts(choices))),
  }
}

/** A generated decision table. */
export type GeneratedTable = ReturnType<typeof generateTable>
