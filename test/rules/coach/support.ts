import * as fc from "fast-check"
import * as Result from "effect/Result"
import { allBinRanges } from "../../../rules/coach/card/bin-card.ts"
import { prepareCoach } from "../../../rules/coach/engine.ts"
import type { CoachRefusal } from "../../../rules/coach/coach-refusal.ts"
import type { BilanResponse, GapFigures } from "../../../rules/coach/response.ts"
import { cardModes, networks, profileTiers } from "../../../rules/coach/coach-vocabulary.ts"
import { shippedTables } from "../../support/tables.ts"
import type { CoachContext } from "../../../rules/coach/context.ts"

/** The Coach over the shipped tables. */
export const coach = prepareCoach(shippedTables)

/** A live caller without a link of its own. */
export const liveContext: CoachContext = {
  allowedCardModes: cardModes,
  refIsOwn: false,
  quoteUrl: ({ lang, ref, residence }) => `https://example.test/${residence}/${lang}/${ref}`,
  engineVersion: "2.3.2+test",
}

/** A sandbox caller: no catalogue id, nobody credited. */
export const sandboxContext: CoachContext = {
  ...liveContext,
  allowedCardModes: coach.cardModes("sandbox"),
  quoteUrl: () => null,
}

/** The answer to a request that must be accepted. */
export const bilanOf = (request: unknown, context: CoachContext = liveContext): BilanResponse =>
  Result.getOrThrow(coach.bilan(request, context))

/** The refusal of a request that must be refused. */
export const refusalOf = (request: unknown, context: CoachContext = liveContext): CoachRefusal => {
  const result = coach.bilan(request, context)
  if (Result.isFailure(result)) return result.failure
  throw new Error("Expected a refusal")
}

/** What the gaps of an answer come to, without their sentences, which depend on who asks. */
export const figuresOf = (
  guarantees: BilanResponse["card"]["guarantees"],
): Readonly<Record<string, GapFigures>> =>
  Object.fromEntries(
    Object.entries(guarantees).map(([slug, { badge, covered, recommendedValue, state, value }]) => [
      slug,
      { state, covered, value, recommendedValue, badge },
    ]),
  )

/** What a card is read to hold of its gaps, whatever it is measured by. */
export const heldOf = (
  guarantees: Readonly<Record<string, GapFigures>>,
): Readonly<Record<string, Pick<GapFigures, "covered" | "state" | "value">>> =>
  Object.fromEntries(
    Object.entries(guarantees).map(([slug, { covered, state, value }]) => [
      slug,
      { state, covered, value },
    ]),
  )

/** A text with every kind of space made plain. */
export const plainSpaces = (text: string): string => text.replace(/\s/g, " ")

/** The markets of the shipped tables. */
export const markets = shippedTables.coachMarkets.rows.map(({ market }) => market)

const residences = ["FR", "US", "CA", "SG", "MY", "DE", "GB", "MC", "AU", "BV", "ZZ"]

/** Residences with and without a market, bank list or health zone. */
export const residence = fc.constantFrom(...residences)

/** Destinations of every step, codes that are no country among them. */
export const destinations = fc.array(
  fc.constantFrom("FR", "DE", "US", "JP", "MA", "TH", "BV", "CA", "GB", "QA", "CU", "ZZ", "PF"),
  { minLength: 1, maxLength: 6 },
)

/** What a trip is like. */
export const trip = fc.record({
  friends: fc.boolean(),
  longTrip: fc.boolean(),
  riskyActivity: fc.boolean(),
})

/** Cards in every mode, known and unknown, well and badly formed. */
export const card = fc.oneof(
  fc.record({ catalogueId: fc.integer({ min: 0, max: 270 }) }),
  fc.record({
    bin: fc.oneof(
      fc.constantFrom(...allBinRanges(shippedTables).map(({ binFrom }) => binFrom)),
      fc.stringMatching(/^\d{4,10}$/),
    ),
  }),
  fc.record({
    bank: fc.constantFrom("BNP", "Chase", "rbc", "DBS", "Maybank", "No such bank"),
    network: fc.constantFrom(...networks, "jcb"),
    tier: fc.constantFrom(...profileTiers, "business"),
  }),
  fc.record({
    network: fc.constantFrom(...networks, "jcb"),
    tier: fc.constantFrom(...profileTiers, "other"),
  }),
  fc.constant({ none: true }),
  fc.constant({}),
)

/** Valid requests. */
export const request = fc.record(
  { residence, destinations, card, trip, market: fc.constantFrom(...markets) },
  { requiredKeys: ["residence", "destinations"] },
)

const countryCodes = shippedTables.countries.rows.map(({ code }) => code)

/** A country of the world. */
export const anyCountryCode = fc.constantFrom(...countryCodes)

const destinationWithRules = fc.constantFrom(
  ...shippedTables.formalities.rows.map((row) => row.destination),
)

/** Valid requests of residents of any country to any countries, with formalities of every kind. */
const worldRequest = fc.record(
  {
    residence: fc.oneof(residence, anyCountryCode),
    destinations: fc.array(fc.oneof(destinationWithRules, anyCountryCode), {
      minLength: 1,
      maxLength: 4,
    }),
    card,
    trip,
    market: fc.constantFrom(...markets),
  },
  { requiredKeys: ["residence", "destinations", "trip"] },
)

/** Valid requests of every mode, near and far. */
export const anyRequest = fc.oneof(request, worldRequest)
