import { assert, describe, it } from "@effect/vitest"
import type { Cover } from "../../../rules/coach/card/products.ts"
import type { Gap } from "../../../rules/coach/response.ts"
import {
  cardCover,
  prepareBanks,
  type TravellerCard,
} from "../../../rules/comparison/traveller-card.ts"
import { shippedTables } from "../../support/tables.ts"

const cardWith = (cover: Cover | undefined, gap?: Partial<Gap>): TravellerCard =>
  ({
    gaps: gap === undefined ? {} : { baggage: gap },
    conditionsOf: () => [],
    otherCovers: new Set(["rentalRc"]),
    product: {
      country: "FR",
      name: "Card",
      tier: "mid",
      currency: "EUR",
      covers: new Map(cover === undefined ? [] : [["baggage", cover]]),
    },
  }) as unknown as TravellerCard

const held: Cover = { state: "value", value: 800 }

describe("how a card stands to a guarantee", () => {
  it("is unverified where nobody knows it, and missing where a source says so", () => {
    assert.deepStrictEqual(cardCover(cardWith(undefined), "baggage"), { kind: "unverified" })
    const none: Cover = { state: "not_available", value: null }
    assert.deepStrictEqual(cardCover(cardWith(none), "baggage"), { kind: "missing" })
  })

  it("is held, with what it falls short of", () => {
    const shortOf = (gap?: Partial<Gap>) => {
      const cover = cardCover(cardWith(held, gap), "baggage")
      return cover.kind === "held" ? cover.short : cover.kind
    }
    assert.isUndefined(shortOf())
    assert.strictEqual(shortOf({ badge: "conditional", recommendedValue: 1_000 }), "conditional")
    assert.deepStrictEqual(shortOf({ badge: "insufficient", recommendedValue: 1_000 }), {
      value: 1_000,
      currency: "EUR",
    })
    assert.isUndefined(shortOf({ badge: "insufficient", recommendedValue: null }))
    assert.isUndefined(shortOf({ badge: "unverified", recommendedValue: 1_000 }))
  })
})

describe("what a card holds under the slug of another cover", () => {
  const cardOf = (cover: Cover | undefined): TravellerCard => {
    const card = cardWith(undefined)
    const covers = new Map(cover === undefined ? [] : [["rentalRc", cover]])
    return { ...card, product: { ...card.product, covers } }
  }

  it("is never set beside an offer's: neither its amount, nor that it is missing", () => {
    assert.deepStrictEqual(cardCover(cardOf(held), "rentalRc"), { kind: "other" })
    const none: Cover = { state: "not_available", value: null }
    assert.deepStrictEqual(cardCover(cardOf(none), "rentalRc"), { kind: "unverified" })
    assert.deepStrictEqual(cardCover(cardOf(undefined), "rentalRc"), { kind: "unverified" })
  })

  it("is parted for the hire-car damage of cards, and for nothing else", () => {
    const parted = shippedTables.guarantees.rows.filter(({ sameOnCards }) => !sameOnCards)
    assert.deepStrictEqual(
      parted.map(({ slug }) => slug),
      ["rentalRc"],
    )
  })
})

describe("the banks of a country", () => {
  it("stand once each", () => {
    const banks = prepareBanks(shippedTables)("FR")
    assert.isAbove(banks.length, 5)
    assert.lengthOf(banks, new Set(banks).size)
    assert.isEmpty(prepareBanks(shippedTables)("ZZ"))
  })
})
