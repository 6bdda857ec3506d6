import { describe, expect, it } from "vitest"
import { pieces, situationFor } from "../situations.ts"
import {
  type Found,
  prepareRelations,
  type RelationRow,
} from "../../../../rules/coach/arguments/found-arguments.ts"

/** What is found of a French card of the middle range in Thailand with friends. */
const found = pieces.arguments.aboutCard(
  situationFor({
    residence: "FR",
    destinations: ["TH"],
    card: { network: "mastercard", tier: "mid" },
    trip: { friends: true },
  }),
)

const relation = (row: Partial<RelationRow>): RelationRow => ({
  told: null,
  effect: "excludes",
  argument: null,
  term: null,
  source: "test",
  ...row,
})

const weigh = (...rows: ReadonlyArray<RelationRow>) => {
  const argumentRelations = {
    file: "coach/argument_relations.csv",
    rows,
    get: () => undefined,
    lines: [],
    lineOf: () => 1,
    having: () => [],
  }
  return prepareRelations({ argumentRelations })(found)
}

const ids = (told: ReadonlyArray<Found>) => told.map(({ id }) => id)

describe("what arguments do to each other", () => {
  it("is nothing without rows, and arguments come by strength, category and rank", () => {
    const { rows, told } = weigh()
    expect(rows).toEqual([])
    expect([...ids(told)].sort()).toEqual([...ids(found)].sort())
    expect(told[0]?.id).toBe("friends_not_insured")
    expect(told.at(-1)?.id).toBe("exclusion_sports_war_alcohol")
  })

  it("is done by what is told alone", () => {
    const absent = relation({ told: "no_card", argument: "conditions_sante" })
    expect(weigh(absent)).toEqual(weigh())
    const row = relation({ told: "friends_not_insured", argument: "conditions_sante" })
    expect(ids(weigh(row).told)).not.toContain("conditions_sante")
    expect(weigh(row).rows).toEqual([row])
  })

  it("is not done by what was left out before", () => {
    const first = relation({ told: "friends_not_insured", argument: "conditions_sante" })
    const second = relation({ told: "conditions_sante", argument: "condition_call_first" })
    expect(ids(weigh(first, second).told)).toContain("condition_call_first")
    expect(ids(weigh(second, first).told)).not.toContain("condition_call_first")
  })

  it("weakens one, or all others", () => {
    const all = relation({ told: "condition_call_first", effect: "weakens" })
    expect(new Set(weigh(all).told.map(({ strength }) => strength))).toEqual(new Set(["useful"]))
    const self = relation({ told: "friends_not_insured", effect: "weakens" })
    expect(weigh(self).told[0]).toMatchObject({ id: "friends_not_insured", strength: "strong" })
  })

  it("weakens one that nothing else weighs as much as, and only then", () => {
    const alone = relation({ effect: "weakens_alone", argument: "friends_not_insured" })
    const { told } = weigh(alone)
    expect(told.find(({ id }) => id === "friends_not_insured")?.strength).toBe("useful")
    const other = relation({ effect: "weakens_alone", argument: "conditions_sante" })
    expect(weigh(other).rows).toEqual([])
  })

  it("takes a term out of a list", () => {
    const termsOf = (told: ReadonlyArray<Found>) =>
      told.find(({ id }) => id === "conditions_sante")?.terms.map(({ term }) => term)
    expect(termsOf(found)).toContain("day_limit")
    const row = relation({
      told: "friends_not_insured",
      effect: "drops_term",
      argument: "conditions_sante",
      term: "day_limit",
    })
    expect(termsOf(weigh(row).told)).not.toContain("day_limit")
    expect(termsOf(weigh(row).told)).toContain("emergency_only")
  })
})
