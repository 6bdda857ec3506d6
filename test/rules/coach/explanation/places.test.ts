import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { prepareCoach } from "../../../../rules/coach/engine.ts"
import { offlineDefinitions } from "../../../../rules/tables/offline.ts"
import { withEditedFile } from "../../../support/edited-tables.ts"
import { shippedTables } from "../../../support/tables.ts"
import { coach, liveContext } from "../support.ts"

/** Each reason of a figure once: its file and what it says. */
const reasonsOf = (asked: unknown, figure: string, by = coach) => {
  const { explanation } = Result.getOrThrow(by.explainBilan(asked, liveContext))
  return explanation.filter((each) => each.figure === figure).flatMap(({ because }) => because)
}

describe("the country whose profiles stand in for a card", () => {
  const asked = { destinations: ["JP"], card: { network: "visa", tier: "gold" } }
  /** Nothing says whose cards people of Réunion hold, and the island has no bank list. */
  const homeless = prepareCoach(
    withEditedFile(offlineDefinitions, shippedTables, "coach/card_homes.csv", ({ cells }) =>
      cells["residence"] === "RE" ? undefined : cells,
    ),
  )
  const marketsOf = (residence: string, by = coach) =>
    reasonsOf({ residence, ...asked }, "card.origin", by).flatMap(({ file, says }) =>
      file === "coach/markets.csv" ? [says] : [],
    )

  it("is that of the market only where the residence has no bank list of its own", () => {
    assert.deepStrictEqual(marketsOf("RE", homeless), ["market fr serves FR"])
    for (const residence of ["FR", "RE", "US", "PR", "MY", "BE"]) {
      assert.deepStrictEqual(marketsOf(residence), [], residence)
    }
  })
})

describe("what a destination has for sports", () => {
  it("is told as its row has it, for every country", () => {
    const { rows } = shippedTables.destinationSports
    const told = new Set<string>()
    for (let from = 0; from < rows.length; from += 50) {
      const destinations = rows.slice(from, from + 50).map(({ country }) => country)
      const asked = { residence: "FR", destinations, card: { none: true } }
      for (const { file, says } of reasonsOf(asked, "card.guarantees")) {
        if (file === "coach/destination_sports.csv") told.add(says)
      }
    }
    const due = rows.map(({ country, sea, snow }) => {
      const has = (is: boolean, what: string): string => (is ? what : `no ${what}`)
      return `${country}: ${has(snow, "snow")}, ${has(sea, "sea")}`
    })
    assert.deepStrictEqual([...told].toSorted(), due.toSorted())
  })
})
