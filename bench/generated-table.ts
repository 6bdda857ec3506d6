import { type Choices, makeChoices, many } from "./inputs.ts"
import { loadOwn } from "./peers/viatica.ts"
import {
  bounds,
  factNames,
  type GeneratedFacts,
  known,
  type PlainRow,
  type PlainCondition,
} from "./plain-rows.ts"

/** The share of empty cells: larger tables have the more specific rows. */
const emptyShare = (size: number): number => (size <= 100 ? 0.7 : 0.62)

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
    ask: loadOwn(rows),
    rows: throughJson(rows),
    facts: many(() => throughJson(makeFacts(choices))),
  }
}

/** A generated decision table. */
export type GeneratedTable = ReturnType<typeof generateTable>
