import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { withGenericCovers } from "../../../http/facts/generic-covers.ts"
import { genericProductName, type ProductCover } from "../../../http/facts/products.ts"
import { ratesOf } from "../../../http/facts/rates.ts"
import type { Profile } from "../../../http/facts/profiles.ts"
import { universalProfiles } from "../../../http/facts/universal-profiles.ts"
import { testSeed } from "../../support/random.ts"

const seed = testSeed("generic covers")

const cover = (product: string, edit: Partial<ProductCover> = {}): ProductCover => ({
  country: "CA",
  network: "visa",
  product,
  tier: "premium",
  slug: "hospitalFeesAbroad",
  state: "value",
  value: "1000",
  currency: "CAD",
  condition: "",
  source: "https://example.test/card",
  asOf: "2026",
  confidence: "high",
  ...edit,
})

const nothing = { value: "", currency: "", source: "unsourced", confidence: "" }
const absent = (product: string) => cover(product, { ...nothing, state: "not_available" })
const unknown = (product: string) => cover(product, { ...nothing, state: "unknown" })

const genericName = genericProductName("visa", "premium")

const derive = (
  cards: ReadonlyArray<ProductCover>,
  isSold: (cover: ProductCover) => boolean = () => true,
) =>
  withGenericCovers([...cards, unknown(genericName)], isSold).find(
    ({ product }) => product === genericName,
  )

describe("the covers of a generic product", () => {
  it("are what two thirds of the cards that were read hold, at the lowest ceiling", () => {
    const cards = [cover("One", { value: "900" }), cover("Two"), absent("Three"), unknown("Four")]
    expect(derive(cards)).toMatchObject({
      state: "value",
      value: "900",
      currency: "CAD",
      condition: "lowest; 2 of 3 premium cards read",
      source: "derived",
    })
  })

  it("are absent where fewer of those that were read hold them", () => {
    const cards = [cover("One"), absent("Two"), unknown("Three"), unknown("Four")]
    expect(derive(cards)).toMatchObject({
      state: "not_available",
      value: "",
      condition: "1 of 2 premium cards read have it",
    })
  })

  it("are unknown where no card was read", () => {
    expect(derive([unknown("One"), unknown("Two")])).toMatchObject({
      state: "unknown",
      source: "unsourced",
      condition: "no card of this tier read",
    })
  })

  it("come from the next lower tier where its own has no card", () => {
    const low = cover("Low", { tier: "entry", value: "50" })
    expect(derive([low])).toMatchObject({
      value: "50",
      condition: "lowest; 1 of 1 entry cards read; lower tier used",
    })
    expect(derive([low, unknown("One")])).toMatchObject({ state: "unknown" })
  })

  it("take nothing from cards that are no longer sold", () => {
    const cards = [cover("One"), absent("Gone")]
    expect(derive(cards, ({ product }) => product !== "Gone")).toMatchObject({ value: "1000" })
    expect(derive(cards)).toMatchObject({ state: "not_available" })
  })

  it("are the same whatever cards nobody has read", () => {
    const known = fc.array(fc.constantFrom("held", "absent"), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(known, fc.nat(5), (kinds, silent) => {
        const cards = kinds.map((kind, at) =>
          kind === "held" ? cover(`C${at}`) : absent(`C${at}`),
        )
        const more = Array.from({ length: silent }, (_, at) => unknown(`U${at}`))
        expect(derive([...cards, ...more])).toEqual(derive(cards))
      }),
      { seed },
    )
  })
})

describe("the universal profiles", () => {
  const rates = ratesOf([
    { code: "EUR", eur_rate: "1" },
    { code: "CAD", eur_rate: "1.6" },
  ])

  const universal = (covers: ReadonlyArray<ProductCover>) => {
    const profiles = covers.map((each, at): Profile => ({
      country: `C${at}`,
      network: "visa",
      tier: "premium",
      product: genericName,
      covers: [{ ...each, country: `C${at}` }],
      own: true,
      source: "derived",
    }))
    return universalProfiles(profiles, rates)[0]?.covers[0]
  }
  const held = cover(genericName)
  const none = absent(genericName)
  const silent = unknown(genericName)

  it("follow the majority of the countries that know it, and say how many", () => {
    expect(universal([held, held, { ...held, value: "800" }, none])).toMatchObject({
      country: "ZZ",
      state: "value",
      value: "500",
      currency: "EUR",
      condition: "3 of 4 countries' profiles have it",
      source: "derived",
    })
    expect(universal([held, none, none, silent])).toMatchObject({
      state: "not_available",
      condition: "1 of 3 countries' profiles have it",
    })
    expect(universal([held, silent, silent])).toMatchObject({ state: "value" })
  })

  it("know nothing where countries are even, or none knows", () => {
    expect(universal([held, held, none, none])).toMatchObject({
      state: "unknown",
      value: "",
      source: "unsourced",
      condition: "2 of 4 countries' profiles have it",
    })
    expect(universal([silent, silent, silent])).toMatchObject({ state: "unknown" })
  })

  it("are never a ceiling of nothing, however low it is", () => {
    expect(universal([held, held, { ...held, value: "30" }])).toMatchObject({ value: "18" })
  })

  it("need three countries", () => {
    expect(universal([held, held])).toBeUndefined()
  })
})
