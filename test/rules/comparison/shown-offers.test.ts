import { assert, describe, it } from "@effect/vitest"
import {
  type ComparedOffer,
  type OfferFilter,
  offerFilters,
} from "../../../rules/comparison/offer-comparison.ts"
import {
  offerOrders,
  offerRanks,
  orderedOffers,
  pageSize,
  pinsMax,
  readShownOffers,
  shownAtFirst,
  shownPart,
  writeShownOffers,
} from "../../../rules/comparison/shown-offers.ts"

const offersPassing = (count: number, ...filters: ReadonlyArray<OfferFilter>) =>
  Array.from({ length: count }, () => ({ passes: new Set(filters) }) as unknown as ComparedOffer)

const offer = (id: number, care: number | undefined, carePerPrice: number | undefined) =>
  ({ offer: { id }, care, carePerPrice }) as unknown as ComparedOffer

const idsOf = (offers: ReadonlyArray<ComparedOffer>) => offers.map(({ offer: { id } }) => id)

describe("the part of a comparison that is shown", () => {
  const comparison = {
    offers: [
      ...offersPassing(2),
      ...offersPassing(4, "care"),
      ...offersPassing(3, "care", "sports"),
    ],
  }
  const filteredBy = (...filters: ReadonlyArray<OfferFilter>) => ({
    ...shownAtFirst,
    filters: new Set(filters),
  })

  it("is a page of the offers that pass, the last one where it is asked beyond", () => {
    const first = shownPart(comparison, filteredBy("care"))
    assert.deepStrictEqual([...first.visible], [2, 3, 4, 5, 6])
    const beyond = shownPart(comparison, { ...filteredBy("care"), offset: 400 })
    assert.deepStrictEqual([beyond.from, beyond.count], [pageSize, 7])
    assert.deepStrictEqual([...beyond.visible], [7, 8])
  })

  it("is empty where nothing passes", () => {
    const none = shownPart(comparison, { ...filteredBy("baggage"), offset: 5 })
    assert.deepStrictEqual([none.from, none.count, none.visible.size], [0, 0, 0])
  })

  it("passes all filters at once, and each counts what it leaves with the others kept", () => {
    const both = shownPart(comparison, filteredBy("care", "sports"))
    assert.deepStrictEqual([...both.visible], [6, 7, 8])
    assert.deepStrictEqual(shownPart(comparison, shownAtFirst).counts, {
      care: 7,
      baggage: 0,
      cancellation: 0,
      sports: 3,
    })
    for (const filter of offerFilters) {
      const { counts } = shownPart(comparison, filteredBy("sports"))
      const next = shownPart(comparison, filteredBy("sports", filter))
      assert.strictEqual(counts[filter], next.count, filter)
    }
  })
})

describe("the order of offers", () => {
  const offers = [
    offer(1, 200_000, 2_000),
    offer(2, undefined, undefined),
    offer(3, Infinity, Infinity),
    offer(4, 1_000_000, 500),
    offer(5, Infinity, Infinity),
  ]

  it("by care or value has what is not stated last, and equals as they were", () => {
    assert.deepStrictEqual(idsOf(orderedOffers(offers, "price")), [1, 2, 3, 4, 5])
    assert.deepStrictEqual(idsOf(orderedOffers(offers, "care")), [3, 5, 4, 1, 2])
    assert.deepStrictEqual(idsOf(orderedOffers(offers, "value")), [3, 5, 1, 4, 2])
  })

  it("is told by the places of each offer too", () => {
    const ranks = offerRanks(offers)
    for (const [at, order] of offerOrders.entries()) {
      const placed = idsOf(offers).toSorted(
        (left, right) => (ranks.get(left)?.[at] ?? 0) - (ranks.get(right)?.[at] ?? 0),
      )
      assert.deepStrictEqual(placed, idsOf(orderedOffers(offers, order)), order)
    }
  })
})

describe("how offers are shown, in words", () => {
  it.each([
    "",
    "care",
    "care baggage by-care",
    "by-value pin102 pin104",
    "care pin102 pin104 pinned",
    "pin102 pin104 pinned differing",
    "sports 15",
  ])("%j is read and written alike", (text) => {
    assert.strictEqual(writeShownOffers(readShownOffers(text)), text)
  })

  it.each(["-3", "nothing", "pin0", "pinned", "differing", "by-name", "pin102x", "1e3", "12345"])(
    "%j says nothing",
    (text) => {
      assert.deepStrictEqual(readShownOffers(text), shownAtFirst)
    },
  )

  it("knows no more pins than stand side by side, each once", () => {
    const { pins } = readShownOffers("pin1 pin1 pin2 pin3 pin4 pinned")
    assert.deepStrictEqual(pins, [1, 2, 3])
    assert.lengthOf(pins, pinsMax)
  })
})
