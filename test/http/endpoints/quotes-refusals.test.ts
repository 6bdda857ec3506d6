import { describe, expect, it } from "@effect/vitest"
import { tripRefusalCodes } from "../../../rules/trip/trip-refusal.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { paths, quoteBody, sampleTrip } from "../../support/sample-trips.ts"
import { useService } from "../../support/service.ts"

type Json = Readonly<Record<string, unknown>>

/** What breaks a correct body so that it is refused with a code; the last one has no code of its own. */
const breakers: ReadonlyArray<
  readonly [code: string, change: { readonly trip?: Json; readonly top?: Json }]
> = [
  ["BAD_LANGUAGE", { top: { language: "xx" } }],
  ["BAD_TRIP", { top: { trip: "Paris" } }],
  ["BAD_INTENT", { trip: { intent: "holiday" } }],
  ["BAD_DATES", { trip: { endDate: "2027-06-30" } }],
  ["BAD_RESIDENCE", { trip: { countryResidence: "USA" } }],
  ["BAD_STATE_RESIDENCE", { trip: { countryResidence: "US", stateResidence: "PR" } }],
  ["NO_DESTINATIONS", { trip: { arrivalCountries: [] } }],
  ["TOO_MANY_DESTINATIONS", { trip: { arrivalCountries: Array.from({ length: 21 }, () => "ES") } }],
  ["NO_TRAVELLERS", { trip: { travellers: [] } }],
  [
    "TOO_MANY_TRAVELLERS",
    { trip: { travellers: Array.from({ length: 51 }, () => ({ age: 30 })) } },
  ],
  ["CANCELLATION_NEEDS_TRIP_PRICE", { trip: { shouldCoverCancellation: true } }],
  ["BAD_TRIP", { trip: { currency: "euro" } }],
]

const broken = (...changes: ReadonlyArray<(typeof breakers)[number][1]>) => ({
  trip: Object.assign({}, sampleTrip, ...changes.map(({ trip }) => trip)) as Json,
  ...(Object.assign({}, ...changes.map(({ top }) => top)) as Json),
})

const fieldsOf = ({ trip = {}, top = {} }: (typeof breakers)[number][1]) => [
  ...Object.keys(trip),
  ...Object.keys(top),
]

const canMeet = (left: (typeof breakers)[number], right: (typeof breakers)[number]): boolean =>
  !fieldsOf(left[1]).some((field) => fieldsOf(right[1]).includes(field))

const pairs = breakers.flatMap((left, index) =>
  breakers
    .slice(index + 1)
    .flatMap((right) => (canMeet(left, right) ? [[left, right] as const] : [])),
)

describe("the refusals of POST /quotes", () => {
  const service = useService()
  const refused = async (body: unknown) =>
    outcomeOf(await service().call("POST", paths.quotes, body))

  it("has a breaking body for every code, in the listed order", () => {
    expect(breakers.slice(0, -1).map(([code]) => code)).toEqual([...tripRefusalCodes])
  })

  it.each(breakers)("answers %s to %j", async (code, change) => {
    expect(await refused(broken(change))).toBe(`400 ${code}`)
  })

  it.each(pairs)("reports %j before %j", async ([code, first], [, second]) => {
    expect(await refused(broken(first, second))).toBe(`400 ${code}`)
  })

  it("reports all of them at once as the first", async () => {
    expect(await refused(broken(...breakers.map(([, change]) => change)))).toBe("400 BAD_LANGUAGE")
  })

  it("puts INVALID_JSON before everything", async () => {
    const text = JSON.stringify(broken(...breakers.map(([, change]) => change)))
    expect(await refused(text.slice(0, -1))).toBe("400 INVALID_JSON")
  })

  it.each([
    ["a list", []],
    ["a number", 7],
    ["a text", '"trip"'],
    ["null", "null"],
    ["true", "true"],
    ["an empty object", {}],
    ["a trip that is null", { trip: null }],
    ["a trip that is a list", { trip: [sampleTrip] }],
    ["a trip that is a number", { trip: 0 }],
  ])("answers BAD_TRIP to %s", async (_, body) => {
    expect(await refused(body)).toBe("400 BAD_TRIP")
  })

  it.each([
    ["age", "trip.travellers[1].age", { travellers: [{ age: 1 }, { age: 121 }] }],
    ["tripPrice", "trip.tripPrice", { tripPrice: -0.01 }],
    ["studiesAmount", "trip.studiesAmount", { studiesAmount: "1" }],
    ["currency", "trip.currency", { currency: "eur" }],
    ["a flag", "trip.shouldCoverCancellation", { shouldCoverCancellation: "yes" }],
    ["a flag of sports", "trip.shouldCoverExtremeSports", { shouldCoverExtremeSports: 1 }],
    ["an annual flag", "trip.isAnnual", { isAnnual: "false" }],
    ["a destination", "trip.arrivalCountries[1]", { arrivalCountries: ["ES", "spain"] }],
  ])("says in the detail where a bad %s stands", async (_, path, change) => {
    const answer = await service().call("POST", paths.quotes, quoteBody(change))
    expect(outcomeOf(answer)).toBe("400 BAD_TRIP")
    expect((answer.body as { detail: string }).detail.startsWith(`${path}: `)).toBe(true)
  })
})

describe("the bounds of POST /quotes", () => {
  const service = useService()
  const outcome = async (changes: Json, top: Json = {}) =>
    outcomeOf(await service().call("POST", paths.quotes, quoteBody(changes, top)))

  const many = (length: number, item: unknown) => Array.from({ length }, () => item)
  const codes = (length: number) =>
    Array.from({ length }, (_, index) => `A${String.fromCodePoint(65 + index)}`)

  it.each([
    [1, "200"],
    [20, "200"],
    [21, "400 TOO_MANY_DESTINATIONS"],
  ])("takes %i destinations as %s", async (length, expected) => {
    expect(await outcome({ arrivalCountries: codes(length) })).toBe(expected)
  })

  it("counts destinations before it drops duplicates", async () => {
    expect(await outcome({ arrivalCountries: many(20, "ES") })).toBe("200")
    expect(await outcome({ arrivalCountries: many(21, "ES") })).toBe("400 TOO_MANY_DESTINATIONS")
  })

  it.each([
    [1, "200"],
    [10, "200"],
    [11, "200"],
    [50, "200"],
    [51, "400 TOO_MANY_TRAVELLERS"],
  ])("takes %i travellers as %s", async (length, expected) => {
    expect(await outcome({ travellers: many(length, { age: 40 }) })).toBe(expected)
  })

  it.each([
    [0, "200"],
    [120, "200"],
    [-1, "400 BAD_TRIP"],
    [121, "400 BAD_TRIP"],
    [1.5, "400 BAD_TRIP"],
    ["35", "400 BAD_TRIP"],
    [null, "400 BAD_TRIP"],
    [true, "400 BAD_TRIP"],
  ])("takes the age %j as %s", async (age, expected) => {
    expect(await outcome({ travellers: [{ age }] })).toBe(expected)
  })

  it.each([
    ["2027-07-01", "2027-07-01", "200"],
    ["2028-02-29", "2028-03-01", "200"],
    ["1999-12-31", "2000-01-01", "200"],
    ["0000-01-01", "0000-01-02", "200"],
    ["2027-02-29", "2027-03-01", "400 BAD_DATES"],
    ["2100-02-29", "2100-03-01", "400 BAD_DATES"],
    ["2027-07-02", "2027-07-01", "400 BAD_DATES"],
    ["2027-7-1", "2027-07-02", "400 BAD_DATES"],
    ["2027-07-01T00:00:00Z", "2027-07-02", "400 BAD_DATES"],
    [" 2027-07-01", "2027-07-02", "400 BAD_DATES"],
    ["2027-07-01\n", "2027-07-02", "400 BAD_DATES"],
    ["٢٠٢٧-٠٧-٠١", "2027-07-02", "400 BAD_DATES"],
    [20270701, "2027-07-02", "400 BAD_DATES"],
  ])("takes the dates %j to %j as %s", async (startDate, endDate, expected) => {
    expect(await outcome({ startDate, endDate })).toBe(expected)
  })

  it.each([
    ["FR", "200"],
    ["ZZ", "200"],
    ["fr", "400 BAD_RESIDENCE"],
    ["F", "400 BAD_RESIDENCE"],
    ["FR\n", "400 BAD_RESIDENCE"],
    ["ＦＲ", "400 BAD_RESIDENCE"],
    [["FR"], "400 BAD_RESIDENCE"],
    [null, "400 BAD_RESIDENCE"],
  ])("takes the residence %j as %s", async (countryResidence, expected) => {
    expect(await outcome({ countryResidence })).toBe(expected)
  })

  it.each([
    ["US", "CA", "200"],
    ["US", "DC", "200"],
    ["US", null, "200"],
    ["US", "PR", "400 BAD_STATE_RESIDENCE"],
    ["US", "ca", "400 BAD_STATE_RESIDENCE"],
    ["US", "", "400 BAD_STATE_RESIDENCE"],
    ["US", 7, "400 BAD_STATE_RESIDENCE"],
    ["FR", "PR", "200"],
    ["PR", "XX", "200"],
    ["FR", { state: 1 }, "200"],
  ])("takes a resident of %s in the state %j as %s", async (country, state, expected) => {
    expect(await outcome({ countryResidence: country, stateResidence: state })).toBe(expected)
  })

  it.each([
    [0, "200"],
    [0.005, "200"],
    [5e-324, "200"],
    [1_000_000, "200"],
    [1_000_000.01, "400 BAD_TRIP"],
    [Number.MAX_VALUE, "400 BAD_TRIP"],
    [-5e-324, "400 BAD_TRIP"],
    ["100", "400 BAD_TRIP"],
    [null, "400 CANCELLATION_NEEDS_TRIP_PRICE"],
  ])("takes a trip price of %j with cancellation as %s", async (tripPrice, expected) => {
    expect(await outcome({ shouldCoverCancellation: true, tripPrice })).toBe(expected)
  })

  it("says the ceiling of an insured amount in the trip's currency", async () => {
    const trip = { tripPrice: 1_136_072.03, currency: "USD" }
    const answer = await service().call("POST", paths.quotes, quoteBody(trip))
    expect(answer.body).toEqual({
      error: "BAD_TRIP",
      detail: "trip.tripPrice: at most 1136072.02 USD, which is 1000000 EUR",
    })
    expect(await outcome({ ...trip, tripPrice: 1_136_072.02 })).toBe("200")
    expect(await outcome({ tripPrice: 50_000_000, currency: "VND" })).toBe("200")
  })

  it("takes a number that overflows to infinity as no number", async () => {
    const text = JSON.stringify(quoteBody({ tripPrice: 7 })).replace(":7}", ":1e400}")
    expect(outcomeOf(await service().call("POST", paths.quotes, text))).toBe("400 BAD_TRIP")
  })

  it("takes each of the 26 languages and no other", async () => {
    const languages =
      "bg cs da de el en es et fi fr hr hu is it lt lv mt nl no pl pt ro sk sl sv tr"
    for (const language of languages.split(" ")) {
      const answer = await service().call("POST", paths.quotes, quoteBody({}, { language }))
      expect([answer.status, (answer.body as { meta: Json }).meta["language"]]).toEqual([
        200,
        language,
      ])
    }
    for (const language of ["EN", "", "en-GB", "ga", 7, ["en"], {}]) {
      expect(await outcome({}, { language })).toBe("400 BAD_LANGUAGE")
    }
  })
})
