import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import {
  describeLinkRefusal,
  type LinkReading,
  type LinkRefusalCode,
  linkRefusalCodes,
  readLinkRequest,
} from "../../../rules/links/request.ts"
import { readTrip } from "../../../rules/trip/request.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import { arbitraryBody, arbitraryTrip } from "../../support/arbitrary-calls.ts"
import { sampleTrip } from "../../support/sample-trips.ts"
import { shippedTables } from "../../support/tables.ts"

const vocabulary = prepareTripVocabulary(shippedTables)

const issued = "qs_issued"

const reading: LinkReading = {
  vocabulary,
  isIssued: (value): value is string => value === issued,
  isOffer: (id) => id === 1 || id === 101,
}

const correct = { trip: sampleTrip, sessionId: issued }

const read = (body: unknown) => readLinkRequest(body, reading)

const refusal = (body: unknown): string => {
  const outcome = read(body)
  return Result.isFailure(outcome)
    ? `${outcome.failure.code} ${describeLinkRefusal(outcome.failure)}`
    : "read"
}

const correctWith = (more: object): unknown => ({ ...correct, ...more })

/** One thing that is wrong with a request, and what is said of it. */
interface Fault {
  readonly code: LinkRefusalCode
  readonly path: string
  readonly top?: Readonly<Record<string, unknown>>
  readonly trip?: Readonly<Record<string, unknown>>
}

const times = (count: number, item: unknown): ReadonlyArray<unknown> =>
  Array.from({ length: count }, () => item)

/** Faults in the order in which they are reported when several apply. */
const faults: ReadonlyArray<Fault> = [
  { code: "BAD_LANGUAGE", path: "language", top: { language: "xx" } },
  { code: "BAD_TRIP", path: "trip", top: { trip: null } },
  { code: "BAD_INTENT", path: "trip.intent", trip: { intent: "tourism" } },
  { code: "BAD_DATES", path: "trip.startDate", trip: { startDate: "2027-02-29" } },
  { code: "BAD_DATES", path: "trip.endDate", trip: { endDate: "2027-06-30" } },
  { code: "BAD_RESIDENCE", path: "trip.countryResidence", trip: { countryResidence: "fr" } },
  {
    code: "BAD_STATE_RESIDENCE",
    path: "trip.stateResidence",
    trip: { countryResidence: "US", stateResidence: "PR" },
  },
  { code: "NO_DESTINATIONS", path: "trip.arrivalCountries", trip: { arrivalCountries: [] } },
  {
    code: "TOO_MANY_DESTINATIONS",
    path: "trip.arrivalCountries",
    trip: { arrivalCountries: times(21, "ES") },
  },
  { code: "NO_TRAVELLERS", path: "trip.travellers", trip: { travellers: [] } },
  {
    code: "TOO_MANY_TRAVELLERS",
    path: "trip.travellers",
    trip: { travellers: times(51, { age: 8 }) },
  },
  {
    code: "CANCELLATION_NEEDS_TRIP_PRICE",
    path: "trip.tripPrice",
    trip: { shouldCoverCancellation: true, tripPrice: null },
  },
  { code: "BAD_LINK_CODE", path: "linkCode", top: { linkCode: "abc" } },
  { code: "MISSING_SESSION_ID", path: "sessionId", top: { sessionId: "" } },
  { code: "BAD_SESSION_ID", path: "sessionId", top: { sessionId: "qs_issue" } },
  { code: "BAD_OFFER_ID", path: "offerId", top: { offerId: 7 } },
  {
    code: "BAD_TRIP",
    path: "trip.arrivalCountries[1]",
    trip: { arrivalCountries: ["ES", "Spain"] },
  },
  { code: "BAD_TRIP", path: "trip.travellers[0].age", trip: { travellers: [{ age: 121 }] } },
  { code: "BAD_TRIP", path: "trip.tripPrice", trip: { tripPrice: -1 } },
  { code: "BAD_TRIP", path: "trip.studiesAmount", trip: { studiesAmount: "9" } },
  { code: "BAD_TRIP", path: "trip.currency", trip: { currency: "eur" } },
  {
    code: "BAD_TRIP",
    path: "trip.tripPrice",
    trip: { tripPrice: 1_000_000.01 },
  },
  {
    code: "BAD_TRIP",
    path: "trip.studiesAmount",
    trip: { studiesAmount: 1_000_000.01 },
  },
  {
    code: "BAD_TRIP",
    path: "trip.shouldCoverCancellation",
    trip: { shouldCoverCancellation: "yes" },
  },
  {
    code: "BAD_TRIP",
    path: "trip.shouldCoverExtremeSports",
    trip: { shouldCoverExtremeSports: 1 },
  },
  { code: "BAD_TRIP", path: "trip.isAnnual", trip: { isAnnual: "false" } },
]

const keysOf = ({ top = {}, trip = {} }: Fault): ReadonlySet<string> =>
  new Set([...Object.keys(top), ...Object.keys(trip).map((name) => `trip.${name}`)])

const withFaults = (some: ReadonlyArray<Fault>): unknown => ({
  ...correct,
  trip: Object.assign({}, sampleTrip, ...some.map(({ trip }) => trip)) as object,
  ...(Object.assign({}, ...some.map(({ top }) => top)) as object),
})

const said = (fault: Fault): string => `${fault.code} ${fault.path}`

const saidOf = (body: unknown): string => refusal(body).split(":")[0] ?? ""

describe("readLinkRequest()", () => {
  it("reads a request with nothing but a session and a trip", () => {
    assert.deepStrictEqual(Result.getOrThrow(read(correct)), {
      trip: Result.getOrThrow(readTrip({ trip: sampleTrip }, vocabulary)),
      language: "en",
      sessionId: issued,
      offerId: null,
      linkCode: null,
    })
  })

  it("reads language, offer and link code, and the trip by its alias", () => {
    const more = { language: "fr", offerId: 101, linkCode: "SPRING27" }
    const { trip, ...others } = Result.getOrThrow(
      read({ tripInfo: sampleTrip, sessionId: issued, ...more }),
    )
    assert.deepStrictEqual(others, { sessionId: issued, ...more })
    assert.strictEqual(trip.intent, sampleTrip.intent)
  })

  it("takes null for absent and ignores what it does not know", () => {
    const nulls = { language: null, offerId: null, linkCode: null, tripInfo: 7, campaign: {} }
    assert.deepStrictEqual(read(correctWith(nulls)), read(correct))
  })

  it.each(faults.map((fault) => [said(fault), fault] as const))("refuses %s", (expected, fault) => {
    assert.strictEqual(saidOf(withFaults([fault])), expected)
  })

  it("reports the first of two faults, whichever they are", () => {
    let pairs = 0
    for (const [index, first] of faults.entries()) {
      for (const second of faults.slice(index + 1)) {
        if ([...keysOf(first)].some((key) => keysOf(second).has(key))) continue
        assert.strictEqual(saidOf(withFaults([first, second])), said(first), said(second))
        pairs += 1
      }
    }
    assert.isAtLeast(pairs, 240)
  })

  it("has faults of every code here, in the order of the codes but for the rest of BAD_TRIP", () => {
    const rest = faults.findIndex(({ code }) => code === "BAD_OFFER_ID") + 1
    const codes = faults.slice(0, rest).map(({ code }) => code)
    assert.deepStrictEqual([...new Set(codes)], [...linkRefusalCodes])
    assert.isTrue(faults.slice(rest).every(({ code }) => code === "BAD_TRIP"))
  })

  it.each(["abcd", "A".repeat(32), "0000", "SPRING27"])("takes the link code %s", (linkCode) => {
    assert.strictEqual(Result.getOrThrow(read(correctWith({ linkCode }))).linkCode, linkCode)
  })

  it.each([
    "",
    "abc",
    "A".repeat(33),
    "spring-27",
    "spring 27",
    "été1",
    "abcd\n",
    2027,
    [],
    {},
    true,
  ])("refuses the link code %j", (linkCode) => {
    assert.strictEqual(
      refusal(correctWith({ linkCode })),
      "BAD_LINK_CODE linkCode: 4 to 32 letters and digits",
    )
  })

  it.each([undefined, null, ""])("misses the session in %j", (sessionId) => {
    assert.strictEqual(
      refusal(correctWith({ sessionId })),
      "MISSING_SESSION_ID sessionId: required, as /quotes gave it",
    )
  })

  it.each([7, 0, false, true, [issued], {}, "qs_", ` ${issued}`, `${issued}x`])(
    "refuses the session %j, which was not issued",
    (sessionId) => {
      assert.strictEqual(
        refusal(correctWith({ sessionId })),
        "BAD_SESSION_ID sessionId: as /quotes gave it to a key of this account and mode",
      )
    },
  )

  it.each([
    "7",
    "101",
    0,
    -0,
    -1,
    1.5,
    2,
    102,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    [101],
    {},
  ])("refuses the offer %j", (offerId) => {
    assert.strictEqual(
      refusal(correctWith({ offerId })),
      "BAD_OFFER_ID offerId: integer id of an offer that /quotes can give a key of this mode",
    )
  })

  it("asks for no offer by anything but an integer from 1 on", () => {
    const offerIds = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double(), fc.anything())
    fc.assert(
      fc.property(offerIds, (offerId) => {
        const asked: Array<number> = []
        const isOffer = (id: number): boolean => asked.push(id) > 0
        const outcome = readLinkRequest(correctWith({ offerId }), { ...reading, isOffer })
        assert.isTrue(asked.every((id) => Number.isInteger(id) && id >= 1))
        const absent = offerId === null || offerId === undefined
        assert.strictEqual(Result.isSuccess(outcome), absent || asked.length === 1)
      }),
    )
  })

  it("reads the trip that /quotes reads", () => {
    fc.assert(
      fc.property(arbitraryTrip, (trip) => {
        assert.deepStrictEqual(
          Result.map(read(correctWith({ trip })), (request) => request.trip),
          Result.mapError(readTrip({ trip }, vocabulary), ({ code, path, rule }) => ({
            _tag: "LinkRefusal" as const,
            code,
            path,
            rule,
          })),
        )
      }),
      { numRuns: 300 },
    )
  })

  it("reads or refuses with a listed code, and never throws, whatever it is sent", () => {
    fc.assert(
      fc.property(arbitraryBody, (body) => {
        const outcome = read(typeof body === "string" ? undefined : body)
        if (Result.isSuccess(outcome)) return
        assert.include(linkRefusalCodes, outcome.failure.code)
        assert.match(describeLinkRefusal(outcome.failure), /^\w[\w.[\]]*: \S/)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([null, undefined, 7, "x", [], [correct]])(
    "says of the body %j that a trip is missing",
    (body) => {
      assert.strictEqual(refusal(body), "BAD_TRIP trip: object")
    },
  )
})
