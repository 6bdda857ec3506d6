import { assert, describe, it } from "@effect/vitest"
import { prepareLacks, prepareNotCovered } from "../../../rules/comparison/not-covered.ts"
import { prepareLive } from "../../../rules/pricing/live.ts"
import { tripFacts } from "../../../rules/pricing/plan.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { textTable } from "../../support/edited-tables.ts"
import { shippedTables } from "../../support/tables.ts"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"

const { pieces, readPrinted } = prepareLive(shippedTables)
const lacks = prepareLacks(pieces, readPrinted)

const trip: Trip = {
  ...sampleTripIn(2027),
  travellers: [{ age: 68 }, { age: 67 }, { age: 68 }],
  currency: "EUR",
  shouldCoverCancellation: false,
  shouldCoverExtremeSports: false,
  isAnnual: false,
}
const notCovered = prepareNotCovered(pieces, lacks)(trip)

const held = (id: number) => {
  const offer = pieces.offers.get(String(id))
  assert.isDefined(offer)
  const options = { cancellation: false, extremeSports: false }
  const insured = { tripPrice: undefined, studiesAmount: undefined }
  return { id, guarantees: offer?.guarantees(options, insured) ?? {} }
}

describe("what an offer does not cover", () => {
  it("stands with the traveller's own days and ages beside it, each age once", () => {
    const { leftOut } = notCovered(held(1062))
    assert.deepStrictEqual(
      leftOut.filter(({ own }) => own.length > 0),
      [
        { says: "travellers_over", figure: 84, own: [68, 67] },
        { says: "trips_longer", figure: 120, own: [14] },
      ],
    )
  })

  it("is what the offer's own statements exclude, but for covers, which are told by themselves", () => {
    for (const id of pieces.offers.keys()) {
      const says = notCovered(held(Number(id))).leftOut.map((each) => each.says)
      const limits = ["trips_longer", "travellers_over"]
      const stated = textTable("catalogue/highlights.csv")
        .rows.filter(({ cells }) => cells["offer_id"] === id && cells["kind"] === "excluded")
        .map(({ cells }) => cells["says"] ?? "")
      const sorted = (words: ReadonlyArray<string>) =>
        words.filter((word) => !limits.includes(word)).sort()
      assert.deepStrictEqual(sorted(says), sorted(stated.filter((word) => word !== "cover")), id)
    }
  })

  it("parts what is left out, what an option brings, and what the insurer does not state", () => {
    const kindOf = new Map(notCovered(held(1062)).lacks.map(({ kind, slug }) => [slug, kind]))
    assert.strictEqual(kindOf.get("cancelTrip"), "optional")
    assert.strictEqual(kindOf.get("disabilityInsurance"), "unstated")
    assert.isUndefined(kindOf.get("hospitalFeesAbroad"))
    const basic = new Map(notCovered(held(1001)).lacks.map(({ kind, slug }) => [slug, kind]))
    assert.strictEqual(basic.get("suitcaseInsurance"), "absent")
  })

  it("names no cover that is held, and each other one of the offer's kind once", () => {
    for (const id of pieces.offers.keys()) {
      const offer = held(Number(id))
      const slugs = notCovered(offer).lacks.map(({ slug }) => slug)
      assert.lengthOf(slugs, new Set(slugs).size)
      for (const [slug, { state }] of Object.entries(offer.guarantees)) {
        if (state === "not_available") assert.include(slugs, slug, id)
        else if (lacks.lackOf(offer, slug) === undefined) assert.notInclude(slugs, slug, id)
      }
    }
  })

  it("has limits that take the trip itself, for every offer that may be sold on it", () => {
    const { eligible } = pieces.select(tripFacts(trip, pieces.geography))
    assert.isAbove(eligible.matched.length, 3)
    for (const { offerId } of eligible.matched) {
      const { terms } = notCovered(held(Number(offerId)))
      assert.isTrue(terms.daysMax === null || terms.daysMax >= 14, offerId)
      assert.isTrue(terms.oldestAgeMax === null || terms.oldestAgeMax >= 68, offerId)
      assert.isTrue(terms.zones.includes("north_america"), offerId)
    }
  })
})
