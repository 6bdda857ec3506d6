import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { DestinationRule, DestinationRules } from "../../../rules/coach/formalities.ts"
import { certainties, requirements, visaNeeds } from "../../../rules/coach/coach-vocabulary.ts"
import { countryCode, currencyCode } from "../../../rules/coach/tables/columns.ts"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import type { FactsQuery } from "../../ports/destination-facts.ts"
import {
  type FormalitiesUnavailable,
  formalitiesUnavailable,
} from "../../ports/formalities-unavailable.ts"
import { adviceScopes } from "../../../rules/coach/coach-vocabulary.ts"

/** Rules of one destination at most; the tables have two. */
const rulesMax = 20

const amountWithCurrency = Schema.makeFilter(
  ({ amount, currency }: { readonly amount?: unknown; readonly currency?: unknown }) =>
    (amount ?? null) === null ? (currency ?? null) === null : (currency ?? null) !== null,
  { expected: "amount and currency, both or neither" },
)

const Rule = Schema.Struct({
  requirement: Schema.Literals(requirements),
  amount: Schema.optionalKey(
    Schema.NullOr(
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    ),
  ),
  currency: Schema.optionalKey(Schema.NullOr(Schema.String.check(Schema.isPattern(currencyCode)))),
  certainty: Schema.Literals(certainties),
}).check(amountWithCurrency)

/** Governments of one destination at most; the tables have five. */
const adviceMax = 50

const Advice = Schema.Struct({
  government: Schema.String.check(Schema.isPattern(countryCode)),
  issuer: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)),
  level: Schema.Literals([1, 2, 3, 4]),
  scope: Schema.Literals(adviceScopes),
  asOf: Schema.String.check(Schema.makeFilter(isCalendarDay, { expected: "a day, YYYY-MM-DD" })),
  certainty: Schema.Literals(certainties),
})

/**
 * What a source answers: for every destination that it was asked about, what a passport of the
 * residence needs there (null where that is not known) and the destination's rules, in order, in
 * the words of `coach/formalities.csv`. It may tell what governments advise on travel there, in the
 * words of `coach/travel_warnings.csv`; where it leaves that out, the tables say it. Other fields are
 * ignored.
 */
export const FormalitiesDocument = Schema.Struct({
  destinations: Schema.Array(
    Schema.Struct({
      destination: Schema.String.check(Schema.isPattern(countryCode)),
      visa: Schema.NullOr(Schema.Literals(visaNeeds)),
      rules: Schema.Array(Rule).check(Schema.isMaxLength(rulesMax)),
      advice: Schema.optionalKey(Schema.Array(Advice).check(Schema.isMaxLength(adviceMax))),
    }),
  ),
})

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(FormalitiesDocument))

const detailMax = 200

const malformed = (detail: string): FormalitiesUnavailable =>
  formalitiesUnavailable({
    _tag: "Malformed",
    detail: detail.replace(/\s+/g, " ").slice(0, detailMax),
  })

const ruleOf = (
  destination: string,
  { amount, certainty, currency, requirement }: typeof Rule.Type,
): DestinationRule => ({
  destination,
  requirement,
  amount: amount ?? null,
  currency: currency ?? null,
  certainty,
})

const noRules: ReadonlyArray<never> = []

const rulesOf = (
  { destinations, residence }: FactsQuery,
  document: typeof FormalitiesDocument.Type,
): Effect.Effect<DestinationRules, FormalitiesUnavailable> => {
  const entries = new Map(document.destinations.map((entry) => [entry.destination, entry]))
  if (entries.size < document.destinations.length) {
    return Effect.fail(malformed("a destination has several entries"))
  }
  const missing = destinations.find((destination) => !entries.has(destination))
  if (missing !== undefined) return Effect.fail(malformed(`no entry for ${missing}`))
  const rules = new Map(
    document.destinations.map(({ destination, rules: given }) => [
      destination,
      given.map((rule) => ruleOf(destination, rule)),
    ]),
  )
  const advice = new Map(
    document.destinations.map(({ advice: given, destination }) => [
      destination,
      given?.map((each) => ({ ...each, country: destination })),
    ]),
  )
  return Effect.succeed({
    adviceOf: (destination) => advice.get(destination),
    rulesOf: (destination) => rules.get(destination) ?? noRules,
    visaFor: (passport, destination) =>
      passport === residence ? (entries.get(destination)?.visa ?? null) : null,
  })
}

/** Reads the text of a source's answer to a query. */
export const readDocument = (
  query: FactsQuery,
  text: string,
): Effect.Effect<DestinationRules, FormalitiesUnavailable> =>
  decode(text).pipe(
    Effect.mapError((error) => malformed(error.message)),
    Effect.flatMap((document) => rulesOf(query, document)),
  )
