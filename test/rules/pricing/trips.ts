import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { FeeTerms } from "../../../rules/fees/handling-fee.ts"
import { prepareSandbox } from "../../../rules/pricing/sandbox.ts"
import type { OfferLinks, PricedQuote } from "../../../rules/pricing/offer.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { shippedTables } from "../../support/tables.ts"

/** The engine over the shipped tables. */
export const engine = prepareSandbox(shippedTables)

/** Links as a server would build them. */
export const links: OfferLinks = {
  iconUrl: (file) => `https://api.example/icons/${file}`,
  documentUrl: (offerId, kind) => `https://api.example/documents/${offerId}/${kind}`,
}

/** The terms of a new account. */
export const standardTerms: FeeTerms = { standardFeeBps: 1000, upliftBps: 0, baseRateBps: 1000 }

/** The sixteen trip types. */
export const intents: ReadonlyArray<string> = shippedTables.intents.rows.flatMap((row) =>
  row.aliasOf === null ? row.intent : [],
)

/** Whether a trip type is always for the year. */
export const forcesAnnual = (intent: string): boolean =>
  shippedTables.intents.get(intent)?.forcesAnnual ?? false

/** A party of one age. */
export const party = (size: number, age = 35): Trip["travellers"] =>
  Array.from({ length: size }, () => ({ age }))

/** A week in Spain from France, changed as asked; isAnnual follows the intent. */
export const tripOf = (changes: Partial<Trip> = {}): Trip => ({
  intent: "forTourism",
  startDate: "2026-07-01",
  endDate: "2026-07-07",
  countryResidence: "FR",
  arrivalCountries: ["ES"],
  travellers: party(1),
  currency: "EUR",
  shouldCoverCancellation: false,
  shouldCoverExtremeSports: false,
  isAnnual: forcesAnnual(changes.intent ?? "forTourism"),
  ...changes,
})

/** Prices a trip that must be priced. */
export const priceTrip = (trip: Trip, terms: FeeTerms = standardTerms): PricedQuote =>
  Result.getOrThrow(engine.price(trip, terms, links))

/** The last day of a stay that starts on 2026-01-01. */
export const endAfter = (days: number): string =>
  new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10)

const code = fc.constantFrom("FR", "ES", "US", "JP", "TH", "MA", "CA", "GB", "BR", "ZZ", "XK", "AQ")

const currencyCode = fc.constantFrom(
  ...shippedTables.currencies.rows.map((row) => row.code),
  "XAF",
  "ZZZ",
)

const partyTo = (oldest: number) =>
  fc.array(fc.record({ age: fc.integer({ min: 0, max: oldest }) }), { minLength: 1, maxLength: 50 })

/** Mostly parties that are young enough for most offers. */
const anyParty = fc.oneof(
  { weight: 3, arbitrary: partyTo(64) },
  { weight: 2, arbitrary: partyTo(79) },
  { weight: 1, arbitrary: partyTo(120) },
)

/** Any normal trip, with prices and dates up to the extremes. */
export const anyTrip: fc.Arbitrary<Trip> = fc
  .record(
    {
      intent: fc.constantFrom(...intents),
      days: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 100_000 })),
      countryResidence: code,
      arrivalCountries: fc.uniqueArray(code, { minLength: 1, maxLength: 6 }),
      travellers: anyParty,
      tripPrice: fc.oneof(
        fc.integer({ min: 0, max: 20_000 }),
        fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
      ),
      studiesAmount: fc.double({ min: 0, max: 1e9, noNaN: true }),
      currency: currencyCode,
      shouldCoverCancellation: fc.boolean(),
      shouldCoverExtremeSports: fc.boolean(),
      isAnnual: fc.boolean(),
    },
    {
      requiredKeys: [
        "intent",
        "days",
        "countryResidence",
        "arrivalCountries",
        "travellers",
        "currency",
        "shouldCoverCancellation",
        "shouldCoverExtremeSports",
        "isAnnual",
      ],
    },
  )
  .map(({ days, isAnnual, ...trip }) => ({
    ...trip,
    startDate: "2026-01-01",
    endDate: endAfter(days),
    isAnnual: isAnnual || forcesAnnual(trip.intent),
  }))
