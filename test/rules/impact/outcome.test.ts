import { assert, describe, it } from "@effect/vitest"
import { caseSituations } from "../../../rules/corpus/cases.ts"
import {
  conclusionText,
  flatten,
  outcomeOf,
  prepareConclusions,
} from "../../../rules/impact/situation-answers.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { withEditedFile } from "../../support/edited-tables.ts"
import { makeChoices, testSeed } from "../../support/random.ts"
import { shippedTables as tables } from "../../support/tables.ts"

const cases = caseSituations(tables)
const conclude = prepareConclusions(tables)

const outcomeOfCase = (name: string) => {
  const situation = cases.find((each) => each.name === name)
  assert.isDefined(situation, name)
  return outcomeOf(conclude(situation))
}

describe("flatten()", () => {
  it("keeps the order of items with ids, and names what is in them by their ids", () => {
    const flat = flatten("offers", [
      { id: 2, price: { amount: 1 } },
      { id: 1, price: null },
    ])
    assert.deepStrictEqual(flat, {
      offers: "2 1",
      "offers.2.id": 2,
      "offers.2.price.amount": 1,
      "offers.1.id": 1,
      "offers.1.price": null,
    })
  })

  it("writes other lists out, and leaves out what is absent", () => {
    assert.deepStrictEqual(flatten("a", { b: [], c: ["x", 1], d: undefined, e: [{ f: 1 }] }), {
      "a.b": "",
      "a.c": "x | 1",
      "a.e": '[{"f":1}]',
    })
  })
})

describe("the outcome of a situation", () => {
  it("names what the Coach says", () => {
    const outcome = outcomeOfCase("Paris couple to New York")
    assert.strictEqual(outcome["bilan.card.catalogueId"], 4)
    assert.strictEqual(outcome["bilan.card.origin"], "exact")
    assert.strictEqual(outcome["bilan.bilan.medical.targetValue"], 500_000)
    assert.strictEqual(outcome["bilan.bilan.medical.ceilingOk"], false)
    assert.strictEqual(outcome["bilan.card.guarantees.hospitalFeesAbroad.badge"], "insufficient")
    assert.include(String(outcome["bilan.bilan.arguments"]), "medical_shortfall_top")
    assert.strictEqual(outcome["bilan.bilan.headline.key"], "coach.headline.medical_ceiling_unread")
  })

  it("names what prices say, in minor units", () => {
    const outcome = outcomeOfCase("Home only")
    assert.strictEqual(outcome["quote.offers"], "101 102 104 103")
    assert.strictEqual(outcome["quote.offers.101.price.amountInCents"], 2_156)
    assert.strictEqual(outcome["quote.offers.101.price.currency"], "EUR")
    assert.strictEqual(outcome["quote.offers.103.position"], 4)
    assert.strictEqual(outcome["quote.nearMissCount"], 3)
    assert.strictEqual(outcome["quote.unpricedCount"], 0)
    assert.notProperty(outcome, "quote.offers.101.price.amount")
  })

  it("names what was refused or unavailable", () => {
    assert.strictEqual(outcomeOfCase("Rehearsal of a refusal")["quote.unavailable"], "refused")
    assert.strictEqual(outcomeOfCase("Rehearsal of a timeout")["quote.unavailable"], "timed_out")
    const [situation] = cases
    assert.isDefined(situation)
    const { trip } = situation.quote
    const broken = {
      ...situation,
      bilan: { ...situation.bilan, destinations: [] },
      quote: { trip: { ...trip, travellers: [] } },
    }
    assert.deepStrictEqual(outcomeOf(conclude(broken)), {
      "bilan.card.catalogueId": null,
      "bilan.refused": "NO_DESTINATIONS",
      "quote.refused": "NO_TRAVELLERS",
      "live.refused": "NO_TRAVELLERS",
    })
  })

  it("finds the card whatever way it is named", () => {
    // A number leads to the most basic card of its bank, network and level, to be confirmed.
    assert.strictEqual(outcomeOfCase("BIN of the only card")["bilan.card.catalogueId"], 314)
    assert.strictEqual(outcomeOfCase("Bank by its alias")["bilan.card.catalogueId"], 12)
    assert.isNull(outcomeOfCase("Bank that nobody lists")["bilan.card.catalogueId"])
    assert.isNull(outcomeOfCase("No card at all")["bilan.card.catalogueId"])
  })

  it("differs wherever the answers differ, for any table with a row dropped", () => {
    const choices = makeChoices(testSeed("outcomes"))
    const files = [
      "coach/arguments.csv",
      "coach/benefits.csv",
      "countries.csv",
      "sandbox/guarantees.csv",
      "sandbox/tariffs.csv",
    ] as const
    let differing = 0
    for (const file of files) {
      const dropped = choices.integer(0, 9)
      const edited = withEditedFile(definitions, tables, file, ({ cells, line }) =>
        line % 10 === dropped ? undefined : cells,
      )
      const concludeOther = prepareConclusions(edited)
      for (const situation of cases.filter((_, index) => index % 4 === 0)) {
        const one = conclude(situation)
        const other = concludeOther(situation)
        const differs = conclusionText(one) !== conclusionText(other)
        const outcomes = [outcomeOf(one), outcomeOf(other)]
        assert.strictEqual(
          JSON.stringify(outcomes[0]) !== JSON.stringify(outcomes[1]),
          differs,
          `${file} ${situation.name}`,
        )
        if (differs) differing += 1
      }
    }
    assert.isAtLeast(differing, 40)
  })
})
