import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isSameTrip } from "../../../rules/links/link-step.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { sampleTrip } from "../../support/sample-trips.ts"
import { normal, normalTrip, similarTrip } from "./trips.ts"

const full: Trip = normal({
  ...sampleTrip,
  countryResidence: "US",
  stateResidence: "CA",
  arrivalCountries: ["ES", "PT"],
  travellers: [{ age: 8 }, { age: 35 }, { age: 35 }],
  tripPrice: 1200,
  studiesAmount: 300,
})

/** The trip without one of the fields that it may lack. */
const without = (name: "stateResidence" | "tripPrice" | "studiesAmount"): Trip =>
  Object.fromEntries(Object.entries(full).filter(([key]) => key !== name)) as unknown as Trip

/** A trip that differs in one field, for each field. */
const changes: Readonly<Record<keyof Trip, ReadonlyArray<Trip>>> = {
  intent: [{ ...full, intent: "cruise" }],
  startDate: [{ ...full, startDate: "2027-07-02" }],
  endDate: [{ ...full, endDate: "2027-07-15" }],
  countryResidence: [{ ...full, countryResidence: "CA" }],
  stateResidence: [{ ...full, stateResidence: "NY" }, without("stateResidence")],
  arrivalCountries: [
    { ...full, arrivalCountries: ["ES"] },
    { ...full, arrivalCountries: ["ES", "FR"] },
    { ...full, arrivalCountries: ["ES", "PT", "FR"] },
  ],
  travellers: [
    { ...full, travellers: [{ age: 8 }, { age: 35 }] },
    { ...full, travellers: [{ age: 8 }, { age: 8 }, { age: 35 }] },
    { ...full, travellers: [{ age: 8 }, { age: 35 }, { age: 36 }] },
    { ...full, travellers: [{ age: 8 }, { age: 35 }, { age: 35 }, { age: 35 }] },
    { ...full, travellers: [{ age: 83 }, { age: 5 }, { age: 35 }] },
  ],
  tripPrice: [{ ...full, tripPrice: 1200.01 }, without("tripPrice")],
  studiesAmount: [{ ...full, studiesAmount: 0 }, without("studiesAmount")],
  currency: [{ ...full, currency: "USD" }],
  shouldCoverCancellation: [{ ...full, shouldCoverCancellation: true }],
  shouldCoverExtremeSports: [{ ...full, shouldCoverExtremeSports: true }],
  isAnnual: [{ ...full, isAnnual: true }],
}

const shuffled = <Item>(items: ReadonlyArray<Item>): fc.Arbitrary<ReadonlyArray<Item>> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length })

describe("isSameTrip()", () => {
  it.each(Object.entries(changes))("tells trips apart by their %s", (_name, others) => {
    for (const other of others) {
      assert.isFalse(isSameTrip(full, other))
      assert.isFalse(isSameTrip(other, full))
    }
  })

  it("does not take two ages for one that is written like them", () => {
    const aged = (...ages: ReadonlyArray<number>): Trip => ({
      ...full,
      travellers: ages.map((age) => ({ age })),
    })
    assert.isFalse(isSameTrip(aged(1, 1), aged(11)))
    assert.isFalse(isSameTrip(aged(1, 11), aged(11, 11)))
  })

  it("takes no heed of the order of destinations and travellers", () => {
    const trips = normalTrip.chain((trip) =>
      fc
        .tuple(shuffled(trip.arrivalCountries), shuffled(trip.travellers))
        .map(
          ([arrivalCountries, travellers]) =>
            [trip, { ...trip, arrivalCountries, travellers }] as const,
        ),
    )
    fc.assert(fc.property(trips, ([trip, turned]) => isSameTrip(trip, turned)))
  })

  it("takes what went through JSON for the same", () => {
    fc.assert(
      fc.property(normalTrip, (trip) => isSameTrip(trip, JSON.parse(JSON.stringify(trip)) as Trip)),
    )
  })

  it("is an equivalence: of itself, both ways, and handed on", () => {
    let same = 0
    fc.assert(
      fc.property(similarTrip, similarTrip, similarTrip, (first, second, third) => {
        assert.isTrue(isSameTrip(first, first))
        assert.strictEqual(isSameTrip(first, second), isSameTrip(second, first))
        if (!isSameTrip(first, second)) return
        same += 1
        assert.strictEqual(isSameTrip(first, third), isSameTrip(second, third))
      }),
      { numRuns: 2_000 },
    )
    assert.isAtLeast(same, 10)
  })

  it("changes neither trip", () => {
    const frozen: Trip = { ...full, travellers: Object.freeze([{ age: 35 }, { age: 8 }]) }
    const before = JSON.stringify(frozen)
    isSameTrip(frozen, frozen)
    assert.strictEqual(JSON.stringify(frozen), before)
  })
})
