import { describe, expect, it } from "vitest"
import { readCondition } from "../../../rules/coach/conditions/read-condition.ts"
import { preparePrintedTier } from "../../../rules/coach/card/printed-tier.ts"
import { allBinRanges } from "../../../rules/coach/card/bin-card.ts"
import { shippedTables } from "../../support/tables.ts"

const { coachBenefits, coachCards, coachProducts, coverTerms } = shippedTables

/** How many rows have each key. */
const countBy = <Row>(rows: ReadonlyArray<Row>, key: (row: Row) => string) => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1)
  return counts
}

const of = <Row extends { readonly country: string }>(rows: ReadonlyArray<Row>, country: string) =>
  rows.filter((row) => row.country === country)

const isGeneric = (product: string) => product.startsWith("Generic ")

describe("the shipped facts", () => {
  it.each([
    { country: "FR", banks: 21, cards: 81, products: 22 },
    { country: "US", banks: 13, cards: 51, products: 43 },
    { country: "CA", banks: 13, cards: 43, products: 35 },
    { country: "SG", banks: 9, cards: 31, products: 26 },
    { country: "MY", banks: 16, cards: 56, products: 28 },
  ])("keep every bank, card and product of $country", ({ banks, cards, country, products }) => {
    const listed = of(coachCards.rows, country)
    const printed = of(coachProducts.rows, country).filter(({ product }) => !isGeneric(product))
    expect(new Set(listed.map(({ bank }) => bank)).size).toBeGreaterThanOrEqual(banks)
    expect(listed.length).toBeGreaterThanOrEqual(cards)
    expect(printed.length).toBeGreaterThanOrEqual(products)
  })

  it("keep at least 81 French cards and 181 elsewhere", () => {
    const french = of(coachCards.rows, "FR").length
    expect(french).toBeGreaterThanOrEqual(81)
    expect(coachCards.rows.length - french).toBeGreaterThanOrEqual(181)
  })

  it("tell of every product what it holds for the same nineteen guarantees", () => {
    const slugs = new Set(coachBenefits.rows.map(({ slug }) => slug))
    const held = countBy(coachBenefits.rows, ({ country, product }) => `${country} ${product}`)
    expect(slugs.size).toBe(19)
    expect([...held.keys()].sort()).toEqual(
      coachProducts.rows.map(({ country, product }) => `${country} ${product}`).sort(),
    )
    expect(new Set(held.values())).toEqual(new Set([19]))
  })

  it("keep the ranges of card numbers of each country with a bank list", () => {
    const counts = countBy(allBinRanges(shippedTables), ({ country }) => country)
    for (const [country, least] of Object.entries({
      US: 22_897,
      FR: 1326,
      CA: 736,
      MY: 312,
      SG: 183,
    })) {
      expect(counts.get(country)).toBeGreaterThanOrEqual(least)
    }
  })

  it("say of every cover that is known on which page it was read, and what it depends on", () => {
    const printed = coachBenefits.rows.filter(({ product }) => !isGeneric(product))
    const kindOf = (source: string) =>
      /^https?:/.test(source)
        ? "page"
        : source.replace(/^(public-code-file):\d+(?:; held also by https:\S+)?$/, "$1")
    const known = printed.filter(({ state }) => state !== "unknown")
    const sources = countBy(known, ({ source }) => kindOf(source))
    expect([...sources.keys()].sort()).toEqual([
      "issuer page (hsbc.com.sg TravelOne) read in a third-party copy",
      "page",
      "public-code-file",
    ])
    expect(sources.get("page")).toBeGreaterThanOrEqual(1000)
    const closed = known.filter(({ source }) => source.startsWith("public-code-file"))
    expect(new Set(closed.map(({ confidence }) => confidence))).toEqual(new Set(["low"]))
    const unknown = printed.filter(({ state }) => state === "unknown")
    expect(new Set(unknown.map(({ source }) => source))).toEqual(new Set(["unsourced"]))
    expect(printed.filter(({ condition }) => condition !== null).length).toBeGreaterThanOrEqual(
      2900,
    )
  })

  it("say of profiles what is usual only of five cards read, two thirds of them alike", () => {
    const derived = coachBenefits.rows.filter(({ source }) => source === "derived")
    expect(derived.length).toBeGreaterThan(500)
    for (const { cardsHolding, cardsRead, country, product, slug, state } of derived) {
      const [holding, read] = [cardsHolding ?? 0, cardsRead ?? 0]
      const most = (count: number) => read >= 5 && count * 3 >= read * 2
      const usual = most(holding) ? "held" : most(read - holding) ? "lacking" : "unknown"
      const told = state === "unknown" ? state : state === "not_available" ? "lacking" : "held"
      expect([country, product, slug, told]).toEqual([country, product, slug, usual])
    }
  })

  it("give the amount of a profile as a range of what its cards print, most of those that hold it", () => {
    for (const row of coachBenefits.rows) {
      if (row.source !== "derived" || row.value === null) {
        expect([row.valueHighest, row.cardsValued]).toEqual([null, null])
        continue
      }
      expect(row.valueHighest).toBeGreaterThanOrEqual(row.value)
      expect((row.cardsValued ?? 0) * 3).toBeGreaterThanOrEqual((row.cardsHolding ?? 0) * 2)
    }
  })

  it("know nothing of cards of countries without a bank list", () => {
    const elsewhere = of(coachBenefits.rows, "ZZ")
    expect(elsewhere.length).toBeGreaterThan(200)
    expect(new Set(elsewhere.map(({ state, value }) => `${state} ${value}`))).toEqual(
      new Set(["unknown null"]),
    )
    expect(of(coverTerms.rows, "ZZ")).toEqual([])
  })

  it("show a card's tier by the word of its name, and business cards apart", () => {
    const tierOf = preparePrintedTier(shippedTables.tierWords.rows)
    for (const { bank, cardName: name, catalogueId, country, tier } of coachCards.rows) {
      const shown = /\bbusiness\b/i.test(name) ? "business" : tierOf({ bank, country, name })
      expect([catalogueId, tier]).toEqual([catalogueId, shown])
    }
  })

  it("have conditions that the import reads to the end, where the cover is held", () => {
    for (const { condition, slug, source, state } of coachBenefits.rows) {
      if (source === "derived" || state === "not_available" || state === "unknown") continue
      expect(() => readCondition(condition ?? "", slug)).not.toThrow()
    }
  })
})

describe("the shipped terms of covers", () => {
  it("are terms of covers that the product holds, with the cover's source", () => {
    for (const { country, product, slug, source } of coverTerms.rows) {
      const cover = coachBenefits.get(country, product, slug)
      expect(cover).toBeDefined()
      expect(["not_available", "unknown"]).not.toContain(cover?.state)
      if (isGeneric(product)) expect(source).toMatch(/^derived: strictest of \d+ cards?$/)
      else if (!source.startsWith(cover?.source ?? "no cover")) expect(source).toMatch(/^https:/)
    }
  })

  it("give seniors fewer days than others, and none to seniors who are not covered", () => {
    for (const { amount, country, product, slug, term } of coverTerms.rows) {
      if (term !== "senior_day_limit") continue
      const others = coverTerms.get(country, product, slug, "day_limit")
      expect(others).toBeDefined()
      // Without a number the limit of the younger depends on their age.
      expect(others?.amount ?? Number.MAX_SAFE_INTEGER).toBeGreaterThan(amount ?? 0)
      expect(coverTerms.get(country, product, slug, "age_limit")?.amount ?? 65).toBeGreaterThan(64)
    }
  })

  it("are no fewer than the conditions stated when they were collected", () => {
    const read = coverTerms.rows.filter(({ product }) => !isGeneric(product))
    const counts = countBy(read, ({ country }) => country)
    for (const [country, least] of Object.entries({ FR: 189, US: 86, CA: 167, SG: 20 })) {
      expect(counts.get(country)).toBeGreaterThanOrEqual(least)
    }
  })
})
