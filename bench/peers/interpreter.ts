import { contains } from "../../core/table/cell.ts"
import type { ConditionTest } from "../../core/table/condition.ts"
import {
  factNames,
  type GeneratedFacts,
  type GeneratedTable,
  type PlainRow,
  throughJson,
} from "../generated-table.ts"

/** Asks one question of a table, whose answer is rows in the order of their rank. */
type Ask = (facts: GeneratedFacts) => ReadonlyArray<Pick<PlainRow, "rank" | "name">>

const accepts = (test: ConditionTest, fact: string | number | boolean): boolean => {
  switch (test._tag) {
    case "Any":
      return true
    case "AnyOf":
      return typeof fact === "string" && test.words.includes(fact)
    case "NoneOf":
      return typeof fact !== "string" || !test.words.includes(fact)
    case "Is":
      return test.value === fact
    case "Within":
      return typeof fact === "number" && test.intervals.some((interval) => contains(interval, fact))
    case "Outside":
      return (
        typeof fact === "number" && !test.intervals.some((interval) => contains(interval, fact))
      )
  }
}

/** Copies of rows in no order; copies, so that they lie in memory in the order they are asked. */
const inNoOrder = <Row>(rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  throughJson(rows.map((_, index) => rows[(index * 7_919) % rows.length] as Row))

/**
 * The plain interpreter of the cell language: the cells as read, row by row until one of them fails,
 * then the rows that are left by rank.
 */
export const makeInterpreter = ({ decision }: GeneratedTable): Ask => {
  const rows = inNoOrder(
    decision.rows.map(({ name, rank }, index) => ({
      rank,
      name,
      tests: decision.tests[index] ?? [],
    })),
  )
  return (facts) =>
    rows
      .filter(({ tests }) =>
        tests.every((test, index) => accepts(test, facts[factNames[index] ?? "market"])),
      )
      .sort((left, right) => left.rank - right.rank)
}

/**
 * A loop written by hand for the columns of this one table over rows sorted before: what a programmer
 * might write who needs neither other columns nor other forms of cells.
 */
export const makeLoopByHand = ({ rows }: GeneratedTable): Ask => {
  const wordsOf = (row: PlainRow, fact: keyof GeneratedFacts) => {
    const condition = row.conditions[fact]
    return condition?._tag === "Words" ? condition.words : null
  }
  const truthOf = (row: PlainRow, fact: keyof GeneratedFacts) => {
    const condition = row.conditions[fact]
    return condition?._tag === "Truth" ? condition.value : null
  }
  const rangeOf = (row: PlainRow, fact: keyof GeneratedFacts) => {
    const condition = row.conditions[fact]
    return condition?._tag === "Range" ? condition : { low: -Infinity, high: Infinity }
  }
  const flat = rows.map((row) => ({
    rank: row.rank,
    name: row.name,
    market: wordsOf(row, "market"),
    intent: wordsOf(row, "intent"),
    tier: wordsOf(row, "tier"),
    network: wordsOf(row, "network"),
    annual: truthOf(row, "annual"),
    friends: truthOf(row, "friends"),
    ageLow: rangeOf(row, "ageYears").low,
    ageHigh: rangeOf(row, "ageYears").high,
    daysLow: rangeOf(row, "tripDays").low,
    daysHigh: rangeOf(row, "tripDays").high,
  }))
  return (facts) =>
    flat.filter(
      (row) =>
        (row.market === null || row.market.includes(facts.market)) &&
        (row.intent === null || row.intent.includes(facts.intent)) &&
        (row.tier === null || row.tier.includes(facts.tier)) &&
        (row.network === null || row.network.includes(facts.network)) &&
        (row.annual === null || row.annual === facts.annual) &&
        (row.friends === null || row.friends === facts.friends) &&
        facts.ageYears >= row.ageLow &&
        facts.ageYears < row.ageHigh &&
        facts.tripDays >= row.daysLow &&
        facts.tripDays < row.daysHigh,
    )
}
