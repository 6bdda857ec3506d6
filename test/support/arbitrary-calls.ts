import * as fc from "fast-check"
import { bilanBody, paths, quoteBody } from "./sample-trips.ts"
import { shippedTables } from "./tables.ts"

type Json = fc.JsonValue

/** Values that code trips over: edges of numbers, of texts and of what objects inherit. */
const awkward: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  null,
  true,
  0,
  -0,
  -1,
  0.1,
  1e21,
  1e308,
  5e-324,
  2 ** 53,
  "",
  " ",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "\ud800",
  "\u0000",
  "FR",
  "BV",
  "GS",
  "US",
  "2027-07-01",
  "9999-12-31",
  "0000-01-01",
  "x".repeat(3_000),
  [],
  {},
  [null],
  [[[]]],
  { age: 1 },
  { length: 3 },
)

const anyJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: awkward },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)

/** Every intent that a request may send. */
const intents = shippedTables.intents.rows.map(({ intent }) => intent)

/** An amount that may be insured in any currency: up to the lowest ceiling, that of the euro among the drawn. */
const insuredAmount = fc.double({ min: 0, max: 1_000_000, noNaN: true })

const trips = fc
  .record(
    {
      intent: fc.constantFrom(...intents),
      countryResidence: fc.constantFrom("FR", "US", "ZZ"),
      arrivalCountries: fc.array(fc.constantFrom("ES", "US", "JP", "GS", "BV"), { minLength: 1 }),
      travellers: fc.array(fc.record({ age: fc.integer({ min: 0, max: 120 }) }), {
        minLength: 1,
        maxLength: 50,
      }),
      tripPrice: insuredAmount,
      studiesAmount: insuredAmount,
      currency: fc.constantFrom("EUR", "JPY", "USD", "XAF", "ISK"),
      stateResidence: fc.constantFrom("CA", "DC"),
      isAnnual: fc.boolean(),
      shouldCoverExtremeSports: fc.boolean(),
      endDate: fc.constantFrom("2027-07-01", "2027-09-30", "2028-06-30", "9999-12-31"),
    },
    { requiredKeys: [] },
  )
  .chain((trip) =>
    "tripPrice" in trip
      ? fc.boolean().map((shouldCoverCancellation) => ({ ...trip, shouldCoverCancellation }))
      : fc.constant(trip),
  )

/** A correct trip, with any of its optional fields. */
export const arbitraryTrip: fc.Arbitrary<Json> = trips.map(
  (changes): Json => JSON.parse(JSON.stringify(quoteBody(changes).trip)) as Json,
)

const cards: fc.Arbitrary<Json> = fc.oneof(
  fc.record({ bin: fc.stringMatching(/^\d{0,19}$/) }),
  fc.record({ network: awkward, tier: fc.constantFrom("entry", "mid", "elite") }),
  fc.record({ bank: awkward, network: fc.constantFrom("visa", "amex"), tier: awkward }),
  fc.record({ catalogueId: fc.integer() }),
  fc.constant({ none: true }),
)

const quoteBodies: fc.Arbitrary<Json> = arbitraryTrip.map((trip): Json => ({ trip }))

const bilanBodies: fc.Arbitrary<Json> = fc
  .record({ residence: fc.constantFrom("FR", "US", "SG", "BR"), card: cards })
  .map((changes): Json => ({ ...bilanBody(), ...changes }))

/** What only the service itself can have given out. */
export interface Issued {
  readonly sessionIds: ReadonlyArray<string>
  readonly offerIds: ReadonlyArray<number>
  readonly linkCodes: ReadonlyArray<string>
  /** Refs of tracked links. */
  readonly refs: ReadonlyArray<string>
}

const linkBodies = ({ linkCodes, offerIds, sessionIds }: Issued): fc.Arbitrary<Json> =>
  fc.record(
    {
      sessionId: fc.constantFrom(...sessionIds),
      trip: arbitraryTrip,
      language: fc.constantFrom("en", "fr", "xx"),
      offerId: fc.constantFrom(...offerIds),
      linkCode: fc.constantFrom(...linkCodes),
    },
    { requiredKeys: ["sessionId", "trip"] },
  )

/** What a traveller may have paid; most currencies have two decimals. */
const amounts = fc.oneof(
  { weight: 4, arbitrary: fc.nat(1_000_000).map((cents) => cents / 100) },
  fc.constantFrom(0, -0, 1e-7, 0.005, 2 ** 53, 90_071_992_547_409.91, 1e21, 1e308, 5e-324),
)

/** Few enough order ids that sales are reported again and again. */
const orderIds = fc.oneof(
  { weight: 4, arbitrary: fc.nat(50).map((number) => `order ${number}`) },
  fc.string({ unit: "binary", minLength: 1, maxLength: 300 }),
)

const conversionBodies = ({ refs }: Issued): fc.Arbitrary<Json> =>
  fc.record(
    {
      ref: fc.constantFrom(...refs),
      externalOrderId: orderIds,
      amount: amounts,
      status: fc.constantFrom("pending", "validated", "cancelled"),
      currency: fc.constantFrom("EUR", "JPY", "USD", "XAF", "ISK"),
      commission: amounts,
      partnerFeeAmount: amounts,
      contractVersion: fc.constantFrom("3.1", "3.2"),
    },
    { requiredKeys: ["ref", "externalOrderId", "amount", "status"] },
  )

/** Correct bodies of every endpoint that takes one, by its path, over what the service gave out. */
export const validBodiesOf = (issued: Issued): ReadonlyMap<string, fc.Arbitrary<Json>> =>
  new Map([
    [paths.quotes, quoteBodies],
    [paths.bilan, bilanBodies],
    [paths.links, linkBodies(issued)],
    [paths.conversion, conversionBodies(issued)],
  ])

const validBodies: fc.Arbitrary<Json> = fc.oneof(quoteBodies, bilanBodies)

type Change =
  | { readonly kind: "drop" | "nest" | "repeat" }
  | { readonly kind: "replace"; readonly value: Json }

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>({ kind: "drop" }, { kind: "nest" }, { kind: "repeat" }),
  anyJson.map((value): Change => ({ kind: "replace", value })),
)

const changed = (value: Json, change: Change): Json => {
  switch (change.kind) {
    case "drop":
      return null
    case "nest":
      return { inner: [value] }
    case "repeat":
      return Array.from({ length: 60 }, () => value)
    case "replace":
      return change.value
  }
}

/** Changes the member that `path` leads to; each step picks among the members by its number. */
const changeAt = (value: Json, path: ReadonlyArray<number>, change: Change): Json => {
  const [step, ...rest] = path
  if (step === undefined || typeof value !== "object" || value === null)
    return changed(value, change)
  if (Array.isArray(value)) {
    const index = step % Math.max(1, value.length)
    return value.map((item, at) => (at === index ? changeAt(item, rest, change) : item))
  }
  const names = Object.keys(value)
  const name = names[step % Math.max(1, names.length)]
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (key !== name) return [[key, member]]
      return rest.length === 0 && change.kind === "drop"
        ? []
        : [[key, changeAt(member ?? null, rest, change)]]
    }),
  )
}

/** Bodies with up to three changes, each to some member at some depth. */
export const mutated = (bodies: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(
      bodies,
      fc.array(fc.tuple(fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }), changes), {
        maxLength: 3,
      }),
    )
    .map(([body, edits]) =>
      edits.reduce((value, [path, change]) => changeAt(value, path, change), body),
    )

/** Any bytes, often with the beginning of a correct body. */
export const bytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .tuple(validBodies, fc.nat(400), fc.uint8Array({ maxLength: 8 }))
    .map(([body, at, noise]) =>
      Buffer.concat([Buffer.from(JSON.stringify(body)).subarray(0, at), Buffer.from(noise)]),
    ),
)

/** A body for `POST`: mutated from a correct one, any JSON, or any bytes. */
export const arbitraryBody: fc.Arbitrary<Json | Uint8Array> = fc.oneof(
  { weight: 6, arbitrary: mutated(validBodies) },
  { weight: 2, arbitrary: anyJson.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: bytes },
)

/** Methods that an HTTP parser lets through. */
export const methods = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "SEARCH",
] as const

const served = [
  ...Object.values(paths),
  "/openapi.json",
  "/healthz",
  "/icons/x.svg",
  "/documents/101/terms",
]

const segment = fc.oneof(
  fc.stringMatching(/^[!-"$->@-~]{0,12}$/),
  fc.constantFrom("..", ".", "%2f", "%00", "%", "api", "v1", "travel", "icons", "documents", "*"),
)

/** A raw target: a served one, one beside it, or any; often with a query. */
export const arbitraryPath: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...served) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom(...served), segment)
          .map(([path, more]) => `${path}/${more}`),
      },
      {
        weight: 2,
        arbitrary: fc
          .array(segment, { minLength: 1, maxLength: 5 })
          .map((parts) => `/${parts.join("/")}`),
      },
    ),
    fc.option(fc.stringMatching(/^[!-"$-~]{0,30}$/), { nil: undefined, freq: 3 }),
    fc.boolean(),
  )
  .map(([path, query, country]) => {
    if (query === undefined) return path
    return country ? `${path}?country=${query}&lang=${query}` : `${path}?${query}`
  })
