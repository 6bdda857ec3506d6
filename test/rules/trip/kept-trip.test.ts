import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { daysInclusive } from "../../../core/vocabulary/day.ts"
import { prepareRequestKind } from "../../../rules/impact/request-kind.ts"
import { prepareKeepTrip, roughAmount, unknownCurrency } from "../../../rules/trip/kept-trip.ts"
import { unknownCountry } from "../../../rules/reference/kept-countries.ts"
import { sampleQuantities } from "../../../rules/reference/sample-bands.ts"
import { readQuoteRequest } from "../../../rules/trip/request.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { sampleTrip } from "../../support/sample-trips.ts"
import { shippedTables } from "../../support/tables.ts"

const vocabulary = prepareTripVocabulary(shippedTables)
const readAsked = prepareRequestKind(shippedTables)
const keep = prepareKeepTrip(shippedTables)

const tripOf = (changes: object): Trip =>
  Result.getOrThrow(readQuoteRequest({ trip: { ...sampleTrip, ...changes } }, vocabulary)).trip

const keptOf = (changes: object) => keep(tripOf(changes)).trip

const capitals = (length: number) =>
  fc.stringMatching(new RegExp(String.raw`^[A-Z]{${length}}$`, "u"))

const day = fc
  .date({
    min: new Date("0000-01-01T00:00:00Z"),
    max: new Date("9999-12-31T00:00:00Z"),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10))

/** Any trip that a server may read, with codes that are nobody's, and fields that are no field's. */
const anyTrip = fc
  .record(
    {
      intent: fc.constantFrom(...vocabulary.intents.keys()),
      countryResidence: fc.oneof(fc.constantFrom("FR", "US"), capitals(2)),
      stateResidence: fc.constantFrom(...vocabulary.usStates),
      arrivalCountries: fc.array(capitals(2), { minLength: 1, maxLength: 20 }),
      travellers: fc.array(
        fc.record({ age: fc.integer({ min: 0, max: 120 }), name: fc.string() }),
        { minLength: 1, maxLength: 50 },
      ),
      tripPrice: fc.double({ min: 0, max: 900_000, noNaN: true }),
      studiesAmount: fc.double({ min: 0, max: 900_000, noNaN: true }),
      currency: fc.oneof(fc.constantFrom("EUR", "JPY"), capitals(3)),
      shouldCoverCancellation: fc.boolean(),
      shouldCoverExtremeSports: fc.boolean(),
      isAnnual: fc.boolean(),
      email: fc.emailAddress(),
    },
    {
      requiredKeys: ["intent", "countryResidence", "arrivalCountries", "travellers", "tripPrice"],
    },
  )
  .chain((trip) =>
    fc.tuple(day, day).map(([one, other]) => ({
      ...trip,
      startDate: one < other ? one : other,
      endDate: one < other ? other : one,
    })),
  )

/** Requests that a server reads; amounts of currencies of low value are beyond their ceilings. */
const anyRead = fc
  .record({ trip: anyTrip, sessionId: fc.uuid(), language: fc.constantFrom("en", "fr") })
  .map((body) => readQuoteRequest(body, vocabulary))
  .filter(Result.isSuccess)
  .map(({ success }) => success.trip)

/** All that a line may hold beside a month and an amount of one digit. */
const words = new Set<unknown>([
  ...shippedTables.intents.rows.flatMap(({ aliasOf, intent }) => (aliasOf === null ? intent : [])),
  ...shippedTables.countries.rows.map(({ code }) => code),
  ...shippedTables.currencies.rows.map(({ code }) => code),
  unknownCountry,
  unknownCurrency,
  true,
])

const writtenOf = (quantity: (typeof sampleQuantities)[number]): ReadonlySet<number> =>
  new Set(
    shippedTables.sampleBands.rows.flatMap((row) => (row.quantity === quantity ? row.written : [])),
  )

describe("a trip that is kept", () => {
  it("says nothing but words of the tables, bands, a month and first digits", () => {
    const [ages, days, counts] = sampleQuantities.map(writtenOf)
    fc.assert(
      fc.property(anyRead, (read) => {
        const { trip, ...more } = keep(read)
        assert.deepStrictEqual(more, {})
        const { endDate, startDate, studiesAmount, travellers, tripPrice, ...named } = trip
        assert.match(startDate, /^\d{4}-\d\d-01$|^999[89]-/u)
        assert.isTrue(days?.has(daysInclusive(startDate, endDate)))
        assert.isTrue(counts?.has(travellers.length))
        for (const { age, ...rest } of travellers) {
          assert.isTrue(ages?.has(age))
          assert.deepStrictEqual(rest, {})
        }
        for (const amount of [studiesAmount, tripPrice]) {
          if (amount !== undefined) assert.match(String(amount), /^\d0*$/u)
        }
        for (const word of Object.values(named).flat()) assert.isTrue(words.has(word), String(word))
      }),
      { numRuns: 1_000 },
    )
  })

  it("has no field that is not listed here", () => {
    const fields = new Set<string>()
    fc.assert(
      fc.property(anyRead, (read) => {
        for (const name of Object.keys(keep(read).trip)) fields.add(name)
      }),
      { numRuns: 300 },
    )
    assert.deepStrictEqual([...fields].sort(), [
      "arrivalCountries",
      "countryResidence",
      "currency",
      "endDate",
      "intent",
      "isAnnual",
      "shouldCoverCancellation",
      "shouldCoverExtremeSports",
      "startDate",
      "studiesAmount",
      "travellers",
      "tripPrice",
    ])
  })

  it("is a request that can be read again, and is kept as the same line", () => {
    fc.assert(
      fc.property(anyRead, (read) => {
        const line: unknown = JSON.parse(JSON.stringify(keep(read)))
        assert.deepStrictEqual(Result.getOrThrow(readAsked(line)), { quote: line })
        const again = Result.getOrThrow(readQuoteRequest(line, vocabulary)).trip
        assert.deepStrictEqual(JSON.parse(JSON.stringify(keep(again))), line)
      }),
      { numRuns: 1_000 },
    )
  })

  it("is the same whatever tells one traveller of a band from another", () => {
    const kept = keptOf({
      startDate: "2027-07-04",
      endDate: "2027-07-16",
      arrivalCountries: ["US", "CA"],
      travellers: [{ age: 67 }, { age: 36 }],
      tripPrice: 3217.5,
    })
    assert.deepStrictEqual(
      keptOf({
        startDate: "2027-07-29",
        endDate: "2027-08-10",
        arrivalCountries: ["CA", "US", "CA"],
        travellers: [{ age: 40 }, { age: 69 }],
        tripPrice: 3999.99,
      }),
      kept,
    )
  })

  it("keeps the youngest and the oldest of a party", () => {
    const travellers = [71, 3, ...Array.from({ length: 31 }, () => 33)].map((age) => ({ age }))
    const ages = keptOf({ travellers }).travellers.map(({ age }) => age)
    assert.deepStrictEqual([ages.length, ages[0], ages.at(-1)], [30, 9, 72])
    const three = [40, 2, 38].map((age) => ({ age }))
    assert.deepStrictEqual(
      keptOf({ travellers: three }).travellers.map(({ age }) => age),
      [1, 38, 38, 38],
    )
  })

  it("tells no state, and no code that no table knows", () => {
    const kept = keptOf({
      countryResidence: "US",
      stateResidence: "WY",
      arrivalCountries: ["QX", "FR", "JD"],
      currency: "JDO",
    })
    assert.notProperty(kept, "stateResidence")
    assert.deepStrictEqual(kept.arrivalCountries, ["FR", unknownCountry])
    assert.strictEqual(kept.currency, unknownCurrency)
  })

  it("stays within the calendar at its end", () => {
    const { endDate, startDate } = keptOf({ startDate: "9999-12-20", endDate: "9999-12-31" })
    assert.deepStrictEqual([startDate, endDate], ["9999-12-01", "9999-12-13"])
    const long = keptOf({ startDate: "9998-12-01", endDate: "9999-12-31", isAnnual: true })
    assert.deepStrictEqual([long.startDate, long.endDate], ["9998-08-19", "9999-12-31"])
  })
})

describe("an amount by its first digit", () => {
  it("is never more than the amount, and 0 below 1", () => {
    assert.deepStrictEqual(
      [0, 0.999, 1, 9.99, 10, 19, 99_999.99, 1_000_000, 178_905_554].map(roughAmount),
      [0, 0, 1, 9, 10, 10, 90_000, 1_000_000, 100_000_000],
    )
  })
})
