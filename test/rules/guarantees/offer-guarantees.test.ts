import { assert, describe, it } from "@effect/vitest"
import {
  type GuaranteeLine,
  prepareGuarantees,
} from "../../../rules/guarantees/offer-guarantees.ts"
import { shippedTables } from "../../support/tables.ts"
import { intents, party, priceTrip, tripOf } from "../pricing/trips.ts"

const line = (slug: string, state: GuaranteeLine["state"], rest: Partial<GuaranteeLine> = {}) => ({
  slug,
  state,
  value: null,
  option: null,
  ...rest,
})
const none = { tripPrice: undefined, studiesAmount: undefined }
const bought = { cancellation: true, extremeSports: true }

const guaranteeOf = (offerId: number, slug: string, changes: Parameters<typeof tripOf>[0]) => {
  const offer = priceTrip(tripOf(changes)).offers.find(({ id }) => id === offerId)
  assert.isDefined(offer)
  return offer.guarantees[slug]
}

describe("prepareGuarantees()", () => {
  it("prints a value with the decimals of its currency, and null where there is none", () => {
    const value = { numerator: 12_345n, denominator: 10n }
    const guarantees = prepareGuarantees(
      [line("privateRc", "value", { value }), line("directBilling", "included")],
      2,
    )
    assert.deepStrictEqual(guarantees(bought, none), {
      privateRc: { state: "value", value: 1234.5 },
      directBilling: { state: "included", value: null },
    })
  })

  it("keeps a guarantee of an option for those who bought that very option", () => {
    const guarantees = prepareGuarantees(
      [
        line("cancelTrip", "trip_price", { option: "cancellation" }),
        line("extremeSports", "included", { option: "extreme_sports" }),
      ],
      2,
    )
    const insured = { tripPrice: 900, studiesAmount: undefined }
    for (const cancellation of [true, false]) {
      for (const extremeSports of [true, false]) {
        const held = guarantees({ cancellation, extremeSports }, insured)
        assert.strictEqual(held["cancelTrip"]?.state, cancellation ? "trip_price" : "not_available")
        assert.strictEqual(held["cancelTrip"]?.value, cancellation ? 900 : null)
        assert.strictEqual(
          held["extremeSports"]?.state,
          extremeSports ? "included" : "not_available",
        )
      }
    }
  })

  it("gives each trip its own echo", () => {
    const guarantees = prepareGuarantees([line("studiesInterruption", "studies_amount")], 2)
    const held = (studiesAmount: number | null | undefined) =>
      guarantees(bought, { tripPrice: 7, studiesAmount })["studiesInterruption"]
    const state = "studies_amount"
    assert.deepStrictEqual(held(5), { state, value: 5 })
    assert.deepStrictEqual(held(0), { state, value: 0 })
    assert.deepStrictEqual(held(null), { state, value: null })
    assert.deepStrictEqual(held(undefined), { state: "included", value: null })
    assert.deepStrictEqual(held(6), { state, value: 6 })
  })

  it("shares what all trips hold that give none of the amounts", () => {
    const lines = [
      line("studiesInterruption", "studies_amount"),
      line("cancelTrip", "trip_price", { option: "cancellation" }),
    ]
    const guarantees = prepareGuarantees(lines, 2)
    const held = guarantees(bought, none)
    assert.isTrue(Object.isFrozen(held))
    assert.strictEqual(guarantees(bought, none), held)
    assert.notStrictEqual(guarantees(bought, { ...none, tripPrice: 1 }), held)
  })
})

describe("guarantees of the sandbox's offers", () => {
  it("echo the trip price itself in its own currency, else converted without margin", () => {
    const covered = { shouldCoverCancellation: true, tripPrice: 1234.56 }
    const state = "trip_price"
    assert.deepStrictEqual(guaranteeOf(102, "cancelTrip", covered), {
      state,
      value: 1234.56,
      excess: 40,
    })
    assert.deepStrictEqual(guaranteeOf(104, "cancelTrip", covered), {
      state,
      value: 1402.55,
      excess: 40,
    })
    const dollars = { ...covered, currency: "USD" }
    assert.deepStrictEqual(guaranteeOf(104, "cancelTrip", dollars), {
      state,
      value: 1234.56,
      excess: 40,
    })
    assert.deepStrictEqual(guaranteeOf(102, "cancelTrip", dollars), {
      state,
      value: 1086.69,
      excess: 40,
    })
  })

  it("echo the tuition insured, and are included when none was named", () => {
    const student = { intent: "studyInternship", travellers: party(1, 20) }
    const state = "studies_amount"
    const held = (changes: object) =>
      guaranteeOf(112, "studiesInterruption", { ...student, ...changes })
    assert.deepStrictEqual(held({ studiesAmount: 9000 }), { state, value: 9000 })
    assert.deepStrictEqual(held({}), { state: "included", value: null })
    assert.deepStrictEqual(held({ studiesAmount: 9000, currency: "XAF" }), { state, value: null })
  })

  it("carry known slugs only, and a number exactly where the state has one", () => {
    for (const intent of intents) {
      const trip = { intent, tripPrice: 1000, studiesAmount: 500, shouldCoverCancellation: true }
      for (const { guarantees } of priceTrip(tripOf(trip)).offers) {
        for (const [slug, { state, value }] of Object.entries(guarantees)) {
          assert.isDefined(shippedTables.guarantees.get(slug))
          const valued = ["value", "per_day", "trip_price", "studies_amount"].includes(state)
          assert.strictEqual(typeof value === "number", valued, `${slug} ${state}`)
        }
      }
    }
  })
})
