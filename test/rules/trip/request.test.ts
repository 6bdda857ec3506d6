import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { daysInclusive } from "../../../core/vocabulary/day.ts"
import { describeTripRefusal, tripRefusalCodes } from "../../../rules/trip/trip-refusal.ts"
import { beginTrip, readQuoteRequest, readTrip } from "../../../rules/trip/request.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import { arbitraryBody, arbitraryTrip } from "../../support/arbitrary-calls.ts"
import { sampleTrip } from "../../support/sample-trips.ts"
import { shippedTables } from "../../support/tables.ts"

const vocabulary = prepareTripVocabulary(shippedTables)

const read = (trip: unknown) => readTrip({ trip }, vocabulary)

const refusal = (trip: unknown): string => {
  const outcome = read(trip)
  return Result.isFailure(outcome)
    ? `${outcome.failure.code} ${describeTripRefusal(outcome.failure)}`
    : "read"
}

const parsed = (body: unknown): unknown =>
  body instanceof Uint8Array || typeof body === "string" ? undefined : body

describe("readTrip()", () => {
  it("is idempotent: the trip that it gives reads to itself, also after a way through JSON", () => {
    fc.assert(
      fc.property(arbitraryTrip, (trip) => {
        const once = Result.getOrThrow(read(trip))
        assert.deepStrictEqual(Result.getOrThrow(read(once)), once)
        const echoed: unknown = JSON.parse(JSON.stringify(once))
        assert.deepStrictEqual(Result.getOrThrow(read(echoed)), once)
      }),
      { numRuns: 500 },
    )
  })

  it("gives a normal trip, whatever correct trip it reads", () => {
    fc.assert(
      fc.property(arbitraryTrip, (sent) => {
        const trip = Result.getOrThrow(read(sent))
        assert.strictEqual(new Set(trip.arrivalCountries).size, trip.arrivalCountries.length)
        assert.isAtLeast(daysInclusive(trip.startDate, trip.endDate), 1)
        assert.isTrue(shippedTables.intents.get(trip.intent)?.aliasOf === null)
        if (["annual", "expat"].includes(trip.intent)) assert.isTrue(trip.isAnnual)
        if (trip.countryResidence !== "US") assert.isFalse("stateResidence" in trip)
        assert.isFalse(Object.values<unknown>(trip).includes(undefined))
      }),
      { numRuns: 500 },
    )
  })

  it("reads every fact or refuses with a listed code, and never throws", () => {
    fc.assert(
      fc.property(arbitraryBody, (body) => {
        const outcome = readQuoteRequest(parsed(body), vocabulary)
        if (Result.isSuccess(outcome)) return
        assert.include(tripRefusalCodes, outcome.failure.code)
        assert.match(describeTripRefusal(outcome.failure), /^\w[\w.[\]]*: \S/)
      }),
      { numRuns: 3_000 },
    )
  })

  it("does not change what it reads", () => {
    const body = Object.freeze({ trip: Object.freeze({ ...sampleTrip }) })
    const before = JSON.stringify(body)
    readTrip(body, vocabulary)
    assert.strictEqual(JSON.stringify(body), before)
  })

  it("reads own members only", () => {
    const inherited: unknown = Object.create({ ...sampleTrip })
    assert.strictEqual(
      refusal(inherited),
      "BAD_INTENT trip.intent: one of the trip types of /travel/meta",
    )
  })

  it("reads negative zero as zero", () => {
    const trip = Result.getOrThrow(
      read({ ...sampleTrip, travellers: [{ age: -0 }], tripPrice: -0 }),
    )
    assert.isTrue(Object.is(trip.tripPrice, 0))
    assert.isTrue(Object.is(trip.travellers[0]?.age, 0))
  })

  it.each([
    [
      { ...sampleTrip, travellers: [{ age: 1 }, 7] },
      "BAD_TRIP trip.travellers[1].age: integer 0 to 120",
    ],
    [
      { ...sampleTrip, tripPrice: Number.POSITIVE_INFINITY },
      "BAD_TRIP trip.tripPrice: number >= 0",
    ],
    [{ ...sampleTrip, tripPrice: Number.NaN }, "BAD_TRIP trip.tripPrice: number >= 0"],
    [{ ...sampleTrip, startDate: null }, "BAD_DATES trip.startDate: calendar day YYYY-MM-DD"],
    [{ ...sampleTrip, endDate: "2027-01-01" }, "BAD_DATES trip.endDate: not before startDate"],
    [
      { ...sampleTrip, arrivalCountries: { 0: "ES", length: 1 } },
      "NO_DESTINATIONS trip.arrivalCountries: list of 1 to 20 country codes",
    ],
  ])("says where and why it refuses", (trip, expected) => {
    assert.strictEqual(refusal(trip), expected)
  })

  it("names tripInfo in its refusals when that is what it reads", () => {
    const outcome = readTrip({ tripInfo: { ...sampleTrip, intent: "x" } }, vocabulary)
    assert.isTrue(Result.isFailure(outcome) && outcome.failure.path === "tripInfo.intent")
  })
})

describe("beginTrip()", () => {
  it("refuses what has a code of its own, and leaves BAD_TRIP of a field to the end", () => {
    fc.assert(
      fc.property(arbitraryBody, (sent) => {
        const body = parsed(sent)
        const begun = beginTrip(body, vocabulary)
        const whole = readTrip(body, vocabulary)
        if (Result.isFailure(begun)) {
          assert.deepStrictEqual(whole, Result.fail(begun.failure))
          return
        }
        const finished = begun.success.finish()
        assert.deepStrictEqual(finished, whole)
        if (Result.isFailure(finished)) assert.strictEqual(finished.failure.code, "BAD_TRIP")
      }),
      { numRuns: 1_000 },
    )
    const begun = Result.getOrThrow(
      beginTrip({ trip: { ...sampleTrip, currency: "eur" } }, vocabulary),
    )
    assert.isTrue(Result.isFailure(begun.finish()))
  })
})

describe("readQuoteRequest()", () => {
  it("takes English when no language is sent, and a session only as text", () => {
    const request = (more: object) =>
      Result.getOrThrow(readQuoteRequest({ trip: sampleTrip, ...more }, vocabulary))
    assert.strictEqual(request({}).language, "en")
    assert.strictEqual(request({ language: null }).language, "en")
    assert.strictEqual(request({ sessionId: "qs_x" }).sessionId, "qs_x")
    for (const sessionId of [7, null, ["qs_x"], {}, true]) {
      assert.isUndefined(request({ sessionId }).sessionId)
    }
  })
})
