import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type CardsCarrying, withGenericCovers } from "../../../http/facts/generic-covers.ts"
import { genericProductName, type ProductCover } from "../../../http/facts/products.ts"
import { profilesOf, universalProfiles } from "../../../http/facts/profiles.ts"
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

const oneCard: CardsCarrying = () => 1

const derive = (cards: ReadonlyArray<ProductCover>, cardsCarrying: CardsCarrying = oneCard) =>
  withGenericCovers([...cards, unknown(genericName)], cardsCarrying).find(
    ({ product }) => product === genericName,
  )

/** So many cards that hold the cover, lack it, and say nothing of it. */
const cards = (held: number, lacking = 0, silent = 0): ReadonlyArray<ProductCover> => [
  ...Array.from({ length: held }, (_, at) => cover(`H${at}`, { value: String(1000 + at) })),
  ...Array.from({ length: lacking }, (_, at) => absent(`A${at}`)),
  ...Array.from({ length: silent }, (_, at) => unknown(`U${at}`)),
]

describe("the covers of a generic product", () => {
  it("are what two thirds of at least five cards that were read hold, from ceiling to ceiling", () => {
    expect(derive(cards(4, 2, 3))).toMatchObject({
      state: "value",
      value: "1000",
      currency: "CAD",
      condition: "4 of 6 premium cards read have it",
      source: "derived",
      counted: { read: 6, holding: 4, valued: 4, highest: "1003" },
    })
  })

  it("are absent where two thirds of at least five lack them", () => {
    expect(derive(cards(1, 4))).toMatchObject({
      state: "not_available",
      value: "",
      condition: "1 of 5 premium cards read have it",
      counted: { read: 5, holding: 1, valued: 0 },
    })
  })

  it("are unknown in between, and say how many of how many have them", () => {
    expect(derive(cards(5, 3))).toMatchObject({
      state: "unknown",
      value: "",
      condition: "5 of 8 premium cards read have it",
      counted: { read: 8, holding: 5 },
    })
  })

  it("are unknown where fewer than five cards were read, however alike", () => {
    expect(derive(cards(4))).toMatchObject({ state: "unknown", counted: { read: 4, holding: 4 } })
    expect(derive(cards(0, 4))).toMatchObject({
      state: "unknown",
      counted: { read: 4, holding: 0 },
    })
  })

  it("are unknown where no card was read", () => {
    expect(derive(cards(0, 0, 2))).toMatchObject({
      state: "unknown",
      source: "unsourced",
      condition: "no card of this tier read",
    })
  })

  it("have no amount where most of the cards that hold them print none", () => {
    const included = ["I1", "I2", "I3"].map((name) => cover(name, { state: "included", value: "" }))
    expect(derive([...cards(3), ...included])).toMatchObject({ state: "included", value: "" })
  })

  it("take nothing from another tier", () => {
    const low = cards(6).map((each) => ({ ...each, tier: "entry" }))
    expect(derive(low)).toMatchObject({ state: "unknown", condition: "no card of this tier read" })
  })

  it("count the cards that carry a product, and none that is no longer sold", () => {
    const carriers = (counts: Record<string, number>) => (each: ProductCover) =>
      counts[each.product] ?? 0
    const two = [cover("One"), absent("Two")]
    expect(derive(two, carriers({ One: 5, Two: 1 }))).toMatchObject({ state: "value" })
    expect(derive(two, carriers({ One: 5, Two: 3 }))).toMatchObject({ state: "unknown" })
    expect(derive(two, carriers({ One: 0, Two: 6 }))).toMatchObject({ state: "not_available" })
  })

  it("are said only of at least five cards read and two thirds of them, whatever the cards", () => {
    fc.assert(
      fc.property(fc.nat(12), fc.nat(12), fc.nat(5), (held, lacking, silent) => {
        const told = derive(cards(held, lacking, silent))
        const read = held + lacking
        if (told?.state === "unknown") return
        expect(read).toBeGreaterThanOrEqual(5)
        const agreeing = told?.state === "not_available" ? lacking : held
        expect(agreeing * 3).toBeGreaterThanOrEqual(read * 2)
      }),
      { seed },
    )
  })

  it("are the same whatever cards nobody has read", () => {
    fc.assert(
      fc.property(fc.nat(8), fc.nat(8), fc.nat(5), (held, lacking, silent) => {
        expect(derive(cards(held, lacking, silent))).toEqual(derive(cards(held, lacking)))
      }),
      { seed },
    )
  })
})

describe("the profiles of a country", () => {
  const profile = (counts: Record<string, number>) => {
    const carrying = ({ product }: ProductCover) => counts[product] ?? 0
    const covers = Object.keys(counts).map((name) => cover(name))
    return profilesOf(withGenericCovers([...covers, unknown(genericName)], carrying), carrying)[0]
  }

  it("are the product that two thirds of at least five cards carry, else counted over all", () => {
    expect(profile({ Network: 4, Other: 2 })).toMatchObject({
      product: "Network",
      source: "derived: carried by 4 of 6 cards of the tier",
    })
    expect(profile({ Network: 4, Other: 3 })?.product).toBe(genericName)
    expect(profile({ Network: 4 })?.product).toBe(genericName)
  })

  it("are none where no card of the kind is on sale", () => {
    expect(profile({ Network: 0 })).toBeUndefined()
  })
})

describe("the universal profiles", () => {
  const everywhere = (countries: ReadonlyArray<string>) =>
    universalProfiles(
      countries.map((country) => ({
        country,
        network: "visa",
        tier: "premium",
        product: genericName,
        covers: [cover(genericName, { country })],
        source: "derived",
      })),
      ["hospitalFeesAbroad", "cancelTrip"],
    )

  it("know nothing, whatever the cards of other countries hold", () => {
    const [profile] = everywhere(["FR", "US", "CA"])
    expect(profile).toMatchObject({ country: "ZZ", network: "visa", tier: "premium" })
    expect(profile?.covers).toHaveLength(2)
    for (const each of profile?.covers ?? []) {
      expect(each).toMatchObject({
        country: "ZZ",
        state: "unknown",
        value: "",
        source: "unsourced",
        condition: "no card of this country read",
      })
    }
  })

  it("need three countries", () => {
    expect(everywhere(["FR", "US"])).toEqual([])
  })
})
