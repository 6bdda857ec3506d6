import { describe, expect, it } from "vitest"
import { type ProductCoverTerm, statedTerms } from "../../../http/facts/cover-terms.ts"
import { type ProductCover, genericProductName } from "../../../http/facts/products.ts"
import { productTerms } from "../../../http/facts/profile-terms.ts"

const cover = (
  product: string,
  condition: string,
  edit: Partial<ProductCover> = {},
): ProductCover => ({
  country: "CA",
  network: "visa",
  product,
  tier: "premium",
  slug: "hospitalFeesAbroad",
  state: "value",
  value: "1000000",
  currency: "CAD",
  condition,
  source: "https://example.test/card",
  asOf: "2026",
  confidence: "",
  ...edit,
})

const generic = (tier: string, edit: Partial<ProductCover> = {}): ProductCover =>
  cover(genericProductName("visa", tier), "8 of 8 premium cards", {
    tier,
    source: "derived",
    ...edit,
  })

const amounts = (terms: ReadonlyArray<ProductCoverTerm>) =>
  Object.fromEntries(terms.map(({ amount, term }) => [term, amount]))

const genericTerms = (covers: ReadonlyArray<ProductCover>) =>
  productTerms(covers).filter(({ product }) => product.startsWith("Generic"))

describe("the terms of a product's covers", () => {
  it("carry the source of their cover, marked where the condition doubts itself", () => {
    const terms = statedTerms([
      cover("One", "15 days"),
      cover("One", "4 h; not verified", { slug: "transportDelay", source: "unsourced" }),
    ])
    expect(terms.map(({ source, term }) => [term, source])).toEqual([
      ["day_limit", "https://example.test/card"],
      ["delay_hours", "unsourced; not verified"],
      ["unverified", "unsourced; not verified"],
    ])
  })

  it("say that a cover is unverified by a condition that doubts itself", () => {
    const words = (condition: string, source: string) =>
      statedTerms([cover("One", condition, { source })]).map(({ term }) => term)
    expect(words("", "https://example.test/card")).toEqual([])
    expect(words("older pages", "https://example.test/card")).toEqual([])
    for (const doubt of [
      "not verified",
      "recalled; ceiling unknown",
      "column order of table inferred",
      "older contract, later one believed capped at 1000000",
    ]) {
      expect(words(doubt, "https://example.test/card"), doubt).toEqual(["unverified"])
    }
  })

  it("are none where the cover is not held or not known, whatever the reason says", () => {
    for (const state of ["not_available", "unknown"]) {
      const notHeld = { state, value: "", currency: "", slug: "extremeSports" }
      expect(statedTerms([cover("One", "climbing, racing excluded", notHeld)])).toEqual([])
      expect(statedTerms([cover("One", "who knows", notHeld)])).toEqual([])
    }
  })

  it("stop at a deductible in another currency than the product's", () => {
    expect(() => statedTerms([cover("One", "deductible 50 EUR")])).toThrow("in CAD")
  })
})

describe("the terms of a product that stands for a network and tier", () => {
  it("are the strictest amounts of the cards that hold the cover", () => {
    const terms = genericTerms([
      cover("One", "31 days; 10 days if 65+; 50 deductible"),
      cover("Two", "15 days, 3 days if 65+; 75% on card"),
      cover("Three", "25 deductible; full fare on card"),
      cover("Other range", "2 days", { tier: "elite" }),
      cover("Other country", "3 days", { country: "SG" }),
      generic("premium"),
    ])
    expect(amounts(terms)).toEqual({
      day_limit: 15,
      senior_day_limit: 3,
      deductible: 50,
      paid_share: 100,
    })
    expect(new Set(terms.map(({ source }) => source))).toEqual(
      new Set(["derived: strictest of 3 cards"]),
    )
  })

  it("are what two thirds of those cards state, whatever amount a single one names", () => {
    const holding = [
      cover("One", "call first; common carrier"),
      cover("Two", "call first; emergency only"),
      cover("Three", "21 days"),
    ]
    const without = cover("Four", "none", { state: "not_available", value: "", currency: "" })
    expect(amounts(genericTerms([...holding, without, generic("premium")]))).toEqual({
      call_first: null,
    })
  })

  it("drop the day limit of seniors whom the age limit leaves out", () => {
    const terms = genericTerms([
      cover("One", "15 days; under 65 only"),
      cover("Two", "31 days; 10 days if 65+; under 65"),
      cover("Three", "21 days; 4 days if 65+"),
      generic("premium"),
    ])
    expect(amounts(terms)).toEqual({ day_limit: 15, age_limit: 64 })
  })

  it("are none where its own tier has no card", () => {
    const low = cover("Low", "9 days", { tier: "entry" })
    expect(genericTerms([low, generic("mid")])).toEqual([])
  })

  it("are none for a guarantee that it does not hold", () => {
    const notHeld = generic("premium", { state: "not_available", value: "", currency: "" })
    expect(genericTerms([cover("One", "15 days"), notHeld])).toEqual([])
  })
})
