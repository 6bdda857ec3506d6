import { assert, describe, it } from "@effect/vitest"
import { caseSituations } from "../../../rules/corpus/cases.ts"
import { situations } from "../../../rules/corpus/generate.ts"
import { changesBetween, impact } from "../../../rules/impact/impact.ts"
import { priceChanges, priceImpacts } from "../../../rules/impact/price-impact.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { type EditRow, withEditedFile } from "../../support/edited-tables.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables as tables } from "../../support/tables.ts"

const cases = caseSituations(tables)

const edited = (file: string, edit: EditRow) => withEditedFile(definitions, tables, file, edit)

const named = (...names: ReadonlyArray<string>) =>
  names.map((name) => {
    const found = cases.find((each) => each.name === name)
    assert.isDefined(found, name)
    return found
  })

describe("the impact of a change", () => {
  it("is nothing where tables say the same", () => {
    const corpus = situations(tables, testSeed("impact"), 100)
    const same = edited("sandbox/tariffs.csv", ({ cells }) => cells)
    assert.deepStrictEqual(impact(tables, same, corpus), {
      situations: corpus.length,
      changed: 0,
      changedCases: 0,
      firstChanged: [],
      fields: [],
      prices: [],
      rows: { before: [], after: [] },
    })
  })

  it("counts situations, fields and prices, and names the first of them", () => {
    // One euro more for each traveller of the cheapest product inside Europe, up to eight days.
    const after = edited("sandbox/tariffs.csv", ({ cells, line }) =>
      line === 7 ? { ...cells, per_person: "11.70" } : cells,
    )
    const corpus = named("Leisure of 8 days", "Leisure of 9 days", "Home only", "Swiss in France")
    const found = impact(tables, after, corpus)
    assert.strictEqual(found.situations, 4)
    assert.strictEqual(found.changed, 3)
    assert.strictEqual(found.changedCases, 3)
    assert.deepStrictEqual(found.firstChanged, [
      "Leisure of 8 days",
      "Home only",
      "Swiss in France",
    ])
    const amount = found.fields.find(
      ({ field }) => field === "quote.offers.101.price.amountInCents",
    )
    assert.deepStrictEqual(amount, {
      field: "quote.offers.101.price.amountInCents",
      situations: 3,
      examples: [
        // 1.00 more before the fee of 10 %, for one traveller; for two at home, 30 % less; then in francs.
        { situation: "Leisure of 8 days", before: 1_758, after: 1_868 },
        { situation: "Home only", before: 2_156, after: 2_310 },
        { situation: "Swiss in France", before: 1_403, after: 1_508 },
      ],
    })
    assert.deepStrictEqual(found.prices, [
      {
        offerId: 101,
        currency: "EUR",
        situations: 2,
        minimumMinor: 110,
        medianMinor: 132,
        maximumMinor: 154,
      },
      {
        offerId: 101,
        currency: "CHF",
        situations: 1,
        minimumMinor: 105,
        medianMinor: 105,
        maximumMinor: 105,
      },
    ])
    assert.isTrue(found.fields.every(({ field }) => field.startsWith("quote.offers.101.price")))
  })

  it("counts in how many changed situations each row counted, before and after", () => {
    const after = edited("coach/headlines.csv", ({ cells }) =>
      cells["key"] === "coach.headline.no_card" ? undefined : cells,
    )
    const corpus = named("No card at all", "Card left out", "Home only")
    const { changed, fields, rows } = impact(tables, after, corpus)
    assert.strictEqual(changed, 2)
    assert.deepStrictEqual(
      fields.map(({ field, situations: count }) => [field, count]),
      // The headline of a missing cover says on whose word, and names no place.
      [
        ["bilan.bilan.headline.key", 2],
        ["bilan.bilan.headline.vars.inPlace", 2],
        ["bilan.bilan.headline.values.inPlace", 2],
        ["bilan.bilan.headline.vars.basis", 2],
      ],
    )
    const headlines = (side: typeof rows.before) =>
      side.filter(({ file }) => file === "coach/headlines.csv")
    assert.deepStrictEqual(headlines(rows.before), [
      { file: "coach/headlines.csv", line: 9, situations: 2 },
    ])
    assert.deepStrictEqual(headlines(rows.after), [
      { file: "coach/headlines.csv", line: 15, situations: 2 },
    ])
  })

  it("shows an offer that comes or goes as fields that are there on one side only", () => {
    const after = edited("sandbox/eligibility.csv", ({ cells }) =>
      cells["offer_id"] === "104" ? undefined : cells,
    )
    const { fields } = impact(tables, after, named("Home only"))
    const offers = fields.find(({ field }) => field === "quote.offers")
    assert.deepStrictEqual(offers?.examples, [
      { situation: "Home only", before: "101 102 104 103", after: "101 102 103" },
    ])
    const gone = fields.find(({ field }) => field === "quote.offers.104.price.amountInCents")
    assert.deepStrictEqual(gone?.examples, [
      { situation: "Home only", before: 3_341, after: undefined },
    ])
  })

  it("turns round with its sides", () => {
    const after = edited("sandbox/tariffs.csv", ({ cells, line }) =>
      line < 40 ? { ...cells, per_person_per_day: "1.75" } : cells,
    )
    const some = cases.slice(0, 80)
    const there = impact(tables, after, some)
    const back = impact(after, tables, some)
    assert.isAtLeast(there.changed, 40)
    assert.strictEqual(back.changed, there.changed)
    assert.deepStrictEqual(back.rows, { before: there.rows.after, after: there.rows.before })
    assert.deepStrictEqual(
      back.prices.map(({ maximumMinor, minimumMinor }) => [minimumMinor, maximumMinor]),
      there.prices.map(({ maximumMinor, minimumMinor }) => [-maximumMinor, -minimumMinor]),
    )
  })
})

describe("changes of single outcomes", () => {
  it("tell apart what is null and what is not there", () => {
    assert.deepStrictEqual(changesBetween({ a: null, b: 1, c: 2 }, { b: 1, c: 3, d: null }), [
      { field: "a", before: null, after: undefined },
      { field: "c", before: 2, after: 3 },
      { field: "d", before: undefined, after: null },
    ])
  })

  it("compare prices of one currency only, and middle them exactly", () => {
    const price = (amount: number, currency: string) => ({
      "quote.offers.7.price.amountInCents": amount,
      "quote.offers.7.price.currency": currency,
    })
    assert.deepStrictEqual(priceChanges(price(100, "EUR"), price(90, "EUR")), [
      { offerId: 7, currency: "EUR", changeMinor: -10 },
    ])
    assert.deepStrictEqual(priceChanges(price(100, "EUR"), price(90, "USD")), [])
    assert.deepStrictEqual(priceChanges(price(100, "EUR"), price(100, "EUR")), [])
    assert.deepStrictEqual(priceChanges(price(100, "EUR"), {}), [])
    assert.deepStrictEqual(priceImpacts([]), [])
  })
})
