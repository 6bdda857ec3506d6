import { assert, describe, it } from "@effect/vitest"
import { daysInclusive } from "../../../core/vocabulary/day.ts"
import { situations } from "../../../rules/corpus/generate.ts"
import type { Situation } from "../../../rules/corpus/situation.ts"
import type { CorpusTables } from "../../../rules/corpus/corpus-tables.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables as tables } from "../../support/tables.ts"
import { refusalsOf } from "./corpus.ts"

const drawnCount = 12_000
const seed = testSeed("situations")
const drawn = situations(tables, seed, drawnCount)

/** Compares counts with declared weights: six standard deviations, so that chance hardly ever fails. */
const assertShares = <Row extends { readonly weight: number }>(
  rows: ReadonlyArray<Row>,
  among: ReadonlyArray<Situation>,
  isOf: (row: Row, situation: Situation) => boolean,
): void => {
  const sum = rows.reduce((total, row) => total + row.weight, 0)
  assert.isAtLeast(rows.length, 2)
  assert.isAtLeast(among.length, 100)
  let counted = 0
  for (const row of rows) {
    const count = among.filter((situation) => isOf(row, situation)).length
    const part = row.weight / sum
    const spread = 6 * Math.sqrt(among.length * part * (1 - part)) + 1
    assert.approximately(count, among.length * part, spread, JSON.stringify(row))
    counted += count
  }
  assert.strictEqual(counted, among.length)
}

const living = (residence: string) => drawn.filter(({ bilan }) => bilan.residence === residence)

const travelling = (intent: string) => drawn.filter(({ quote }) => quote.trip.intent === intent)

const cardForm = ({ bilan: { card } }: Situation): string => {
  if (card === undefined) return "absent"
  if ("bin" in card && "catalogueId" in card) return "malformed"
  if ("catalogueId" in card) {
    return tables.coachCards.get(Number(card["catalogueId"])) === undefined
      ? "catalogue_miss"
      : "catalogue"
  }
  if ("bin" in card) return String(card["bin"]).startsWith("0") ? "bin_miss" : "bin"
  if ("none" in card) return "none"
  const known = tables.networkWords.get(String(card["network"])) !== undefined
  if (!("bank" in card)) return known ? "generic" : "word_miss"
  const bank = String(card["bank"])
  const listed = [...tables.coachCards.rows, ...tables.bankAliases.rows].some(
    (row) => row.bank === bank || ("alias" in row && row.alias === bank),
  )
  return listed ? "bank" : "bank_miss"
}

const days = ({ quote: { trip } }: Situation): number => daysInclusive(trip.startDate, trip.endDate)

describe("generated situations", () => {
  it("are all taken by the readers of the endpoints", () => {
    assert.strictEqual(drawn.length, drawnCount)
    assert.deepStrictEqual(drawn.flatMap(refusalsOf), [])
  })

  it("are the same bytes for the same seed, others for another, and begin those of a larger count", () => {
    const text = (from: number, count: number) => JSON.stringify(situations(tables, from, count))
    assert.strictEqual(text(seed, 300), JSON.stringify(drawn.slice(0, 300)))
    assert.notStrictEqual(text(seed + 1, 300), text(seed, 300))
  })

  it("live where the shares say", () => {
    assertShares(
      tables.corpusResidences.rows,
      drawn,
      ({ residence, state }, { bilan, quote }) =>
        bilan.residence === residence && (quote.trip.stateResidence ?? null) === state,
    )
  })

  it("name cards as the shares of their residence say, or as those of any other", () => {
    const declared = (residence: string | null) =>
      tables.corpusCards.rows.filter((row) => row.residence === residence)
    const isForm = ({ form }: { readonly form: string }, situation: Situation) =>
      cardForm(situation) === form
    assertShares(declared("FR"), living("FR"), isForm)
    assertShares(declared("US"), living("US"), isForm)
    assertShares(declared(null), living("GB"), isForm)
  })

  it("are of the types that the shares say, with their wishes", () => {
    const { rows } = tables.corpusIntents
    assertShares(rows, drawn, ({ intent }, { quote }) => quote.trip.intent === intent)
    for (const row of rows.filter(({ weight }) => weight >= 400)) {
      const trips = travelling(row.intent)
      const wish = (percent: number, has: (situation: Situation) => boolean): void =>
        assertShares(
          [
            { weight: percent, has: true },
            { weight: 100 - percent, has: false },
          ],
          trips,
          (share, trip) => has(trip) === share.has,
        )
      wish(row.cancellationPercent, ({ quote }) => quote.trip.shouldCoverCancellation)
      wish(row.extremeSportsPercent, ({ quote }) => quote.trip.shouldCoverExtremeSports)
      wish(row.riskyActivityPercent, ({ bilan }) => bilan.trip.riskyActivity)
      wish(row.annualPercent, ({ quote }) => quote.trip.isAnnual)
    }
  })

  it("are as long as the shares of their type say, and tell the Coach so", () => {
    const declared = (intent: string | null) =>
      tables.corpusLengths.rows.filter((row) => row.intent === intent)
    const isLength = (row: CorpusTables["corpusLengths"]["rows"][number], situation: Situation) =>
      days(situation) >= row.daysMin &&
      days(situation) <= row.daysMax &&
      situation.bilan.trip.longTrip === row.longTrip
    assertShares(declared(null), travelling("forTourism"), isLength)
    assertShares(declared("cruise"), travelling("cruise"), isLength)
  })

  it("have as many different destinations as the shares say", () => {
    assertShares(
      tables.corpusDestinationCounts.rows,
      drawn,
      ({ destinations }, { bilan }) => new Set(bilan.destinations).size === destinations,
    )
  })

  it("go to named destinations more often than anywhere else alike", () => {
    const single = living("FR").filter(({ bilan }) => bilan.destinations.length === 1)
    const rows = tables.corpusDestinations.rows.filter(({ residence }) => residence === "FR")
    const regions = rows.filter(({ destination }) => destination === null)
    const expected = tables.countries.rows.map(({ code, region }) => {
      const share = regions.find((row) => row.region === region)?.weight ?? 0
      const alike = tables.countries.rows.filter((row) => row.region === region).length
      const named = rows.find(({ destination }) => destination === code)?.weight ?? 0
      return { code, weight: named + share / alike }
    })
    assertShares(expected, single, ({ code }, { bilan }) => bilan.destinations[0] === code)
  })

  it("are asked for in the currencies of their residence, and with cancellation never without a price", () => {
    const declared = (residence: string | null) =>
      tables.corpusCurrencies.rows.filter((row) => row.residence === residence)
    const isCurrency = ({ currency }: { readonly currency: string }, { quote }: Situation) =>
      quote.trip.currency === currency
    assertShares(declared("MY"), living("MY"), isCurrency)
    assertShares(declared(null), living("DE"), isCurrency)
    const insured = drawn.filter(({ quote }) => quote.trip.shouldCoverCancellation)
    assert.isAtLeast(insured.length, 500)
    for (const { quote } of insured) assert.isNumber(quote.trip.tripPrice)
    assert.isTrue(drawn.some(({ quote }) => quote.trip.tripPrice === undefined))
  })

  it("consist of the members of their parties", () => {
    const flats = travelling("forTourism")
    const groups = flats.filter(({ quote }) => quote.trip.travellers.length > 10)
    assert.isAtLeast(groups.length, 20)
    const sizes = new Set(flats.map(({ quote }) => quote.trip.travellers.length))
    for (const size of [1, 2, 3, 10]) assert.isTrue(sizes.has(size), String(size))
    assert.isAtMost(Math.max(...sizes), 33)
    assert.isTrue(flats.some(({ bilan }) => bilan.trip.friends))
    for (const { quote } of travelling("auPair")) {
      assert.strictEqual(quote.trip.travellers.length, 1)
      assert.isAtMost(quote.trip.travellers[0]?.age ?? 99, 41)
    }
  })

  it("change in one aspect only when the shares of that aspect change", () => {
    const rows = tables.corpusCards.rows.map((row) => ({
      ...row,
      weight: row.form === "none" ? 1 : 0,
    }))
    const changed = situations(
      { ...tables, corpusCards: { ...tables.corpusCards, rows } },
      seed,
      200,
    )
    for (const [index, { bilan, quote }] of changed.entries()) {
      assert.deepStrictEqual(bilan.card, { none: true })
      assert.deepStrictEqual({ ...bilan, card: 0 }, { ...drawn[index]?.bilan, card: 0 })
      assert.deepStrictEqual(quote, drawn[index]?.quote)
    }
    assert.strictEqual(changed.length, 200)
  })

  it("are none where a share has nothing to draw", () => {
    const rows = tables.corpusIntents.rows.map((row) => ({ ...row, weight: 0 }))
    const none = { ...tables, corpusIntents: { ...tables.corpusIntents, rows } }
    assert.deepStrictEqual(situations(none, seed, 10), [])
  })
})
