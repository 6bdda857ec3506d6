import { assert, describe, it } from "@effect/vitest"
import { definitions } from "../../../rules/tables/index.ts"
import { shippedTables as tables } from "../../support/tables.ts"

/** The rows of each table of shares. */
const shares = {
  residences: tables.corpusResidences.rows,
  destinations: tables.corpusDestinations.rows,
  destinationCounts: tables.corpusDestinationCounts.rows,
  cards: tables.corpusCards.rows,
  ranges: tables.corpusRanges.rows,
  markets: tables.corpusMarkets.rows,
  intents: tables.corpusIntents.rows,
  lengths: tables.corpusLengths.rows,
  parties: tables.corpusParties.rows,
  prices: tables.corpusTripPrices.rows,
  currencies: tables.corpusCurrencies.rows,
  departures: tables.corpusDepartures.rows,
}

describe("the shipped shares", () => {
  it("leave something to draw in every table, and for every residence and trip type", () => {
    const corpusFiles = Object.values(definitions).filter(({ file }) => file.startsWith("corpus/"))
    // Cases, printed guarantees, members of parties, and what others publish have no shares.
    assert.strictEqual(Object.keys(shares).length, corpusFiles.length - 5)
    for (const [name, rows] of Object.entries(shares)) {
      assert.isTrue(
        rows.some(({ weight }) => weight > 0),
        name,
      )
    }
    for (const rows of [shares.destinations, shares.cards, shares.currencies]) {
      assert.isTrue(rows.some(({ residence, weight }) => residence === null && weight > 0))
    }
    for (const rows of [shares.lengths, shares.parties]) {
      assert.isTrue(rows.some(({ intent, weight }) => intent === null && weight > 0))
    }
  })

  it("run from the least to the most", () => {
    for (const { daysMax, daysMin } of shares.lengths) assert.isAtLeast(daysMax, daysMin)
    for (const { firstDay, lastDay } of shares.departures) assert.isTrue(firstDay <= lastDay)
    for (const { priceMax, priceMin } of shares.prices) {
      assert.strictEqual(priceMax === null, priceMin === null)
      assert.isAtLeast(priceMax ?? 0, priceMin ?? 0)
    }
    for (const row of tables.corpusPartyMembers.rows) {
      assert.isAtLeast(row.membersMax, row.membersMin)
      assert.isAtLeast(row.ageMax, row.ageMin)
    }
  })

  it("name a destination or a region, never both, and states for the United States only", () => {
    for (const { destination, region } of shares.destinations) {
      assert.isTrue(destination === null || region === null)
    }
    for (const { residence, state } of shares.residences) {
      if (residence !== "US") assert.isNull(state)
    }
  })

  it("make parties of 1 to 50 travellers", () => {
    const parties = Map.groupBy(tables.corpusPartyMembers.rows, ({ party }) => party)
    assert.isAtLeast(parties.size, 10)
    for (const [party, members] of parties) {
      const least = members.reduce((sum, { membersMin }) => sum + membersMin, 0)
      const most = members.reduce((sum, { membersMax }) => sum + membersMax, 0)
      assert.isTrue(least >= 1 && most <= 50, party)
    }
  })

  it("tell the Coach of a long trip from 91 days on", () => {
    for (const { daysMax, daysMin, longTrip } of shares.lengths) {
      if (longTrip) assert.isAtLeast(daysMax, 91)
      else if (daysMin > 90) assert.include([365, 366], daysMax)
    }
  })
})
