import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { coach, liveContext } from "../support.ts"

/** The rows that are cited for the sentence on a gap of a long trip, whose French card is told in dollars. */
const citedFor = (slug: string) => {
  const request = {
    residence: "FR",
    destinations: ["TH"],
    market: "us",
    card: { catalogueId: 4 },
    trip: { longTrip: true },
  }
  const { explanation } = Result.getOrThrow(coach.explainBilan(request, liveContext))
  const told = explanation.find(({ figure }) => figure === `card.guarantees.${slug}.vars`)
  return (told?.because ?? [])
    .filter(({ file }) => file === "coach/recommended.csv")
    .map(({ column, says }) => ({ column, says }))
}

describe("what a market recommends", () => {
  it("is cited by the row that asks for most; one that asks for less decides nothing", () => {
    assert.deepStrictEqual(citedFor("suitcaseInsurance"), [
      { column: undefined, says: "suitcaseInsurance: 1000 USD, which is no more" },
      { column: "amount", says: "suitcaseInsurance: 2000 USD" },
    ])
  })

  it("is to have a cover where no amount is asked for", () => {
    assert.deepStrictEqual(citedFor("cashAdvance"), [
      { column: "amount", says: "cashAdvance: to have it" },
    ])
  })
})
