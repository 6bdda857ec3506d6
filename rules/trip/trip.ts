import * as Schema from "effect/Schema"
import { CountryCode, CurrencyCode } from "../../core/vocabulary/code-schemas.ts"
import { isCalendarDay } from "../../core/vocabulary/day.ts"
import type { LimitOf } from "../reference/limits.ts"
import { defaultCurrency } from "./trip-vocabulary.ts"

/** An amount in the main unit of its currency. */
export const Amount = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))

const optional = Schema.optionalKey

const Day = Schema.String.check(
  Schema.makeFilter(isCalendarDay, {
    toJsonSchema: () => ({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }),
  }),
)

const grouped = new Intl.NumberFormat("en")

/** A trip as a partner may send it, under the limits of the tables. */
export const tripRequest = (limitOf: LimitOf) => {
  const ceiling = `at most ${grouped.format(limitOf("insured_amount_max"))} EUR at fixed rates`
  const age = Schema.Int.check(
    Schema.isBetween({ minimum: 0, maximum: limitOf("traveller_age_max") }),
  )
  return Schema.Struct({
    intent: Schema.String.annotate({
      description: "One of the trip types of GET /travel/meta.",
      examples: ["forTourism"],
      vocabulary: "intents",
    }),
    startDate: Day.annotate({ description: "First day of cover.", examples: ["2027-07-01"] }),
    endDate: Day.annotate({
      description: "Never before startDate; equal is allowed.",
      examples: ["2027-07-14"],
    }),
    countryResidence: CountryCode.annotate({
      description: "Country where the travellers live.",
      examples: ["FR"],
      vocabulary: "countries",
    }),
    stateResidence: optional(
      Schema.String.annotate({
        description: "US residents only: one of the 50 states or DC.",
        examples: ["CA"],
        vocabulary: "usStates",
      }),
    ),
    arrivalCountries: Schema.Array(CountryCode.annotate({ vocabulary: "countries" }))
      .check(Schema.isMinLength(1), Schema.isMaxLength(limitOf("destinations_max")))
      .annotate({ description: "Countries that the trip goes to.", examples: [["US"]] }),
    travellers: Schema.Array(
      Schema.Struct({ age: age.annotate({ description: "Whole years.", examples: [34] }) }),
    )
      .check(Schema.isMinLength(1), Schema.isMaxLength(limitOf("travellers_max")))
      .annotate({ description: "Everybody who travels.", examples: [[{ age: 34 }]] }),
    tripPrice: optional(
      Amount.annotate({
        description: `Cost of the whole party's trip, read in \`currency\`; ${ceiling}.`,
        examples: [3000],
      }),
    ),
    studiesAmount: optional(
      Amount.annotate({
        description: `Insured tuition, in \`currency\`; ${ceiling}.`,
        examples: [8000],
      }),
    ),
    currency: optional(
      CurrencyCode.annotate({
        description: `Default ${defaultCurrency}.`,
        examples: [defaultCurrency],
        vocabulary: "currencies",
      }),
    ),
    shouldCoverCancellation: optional(
      Schema.Boolean.annotate({
        description: "Default false; requires tripPrice.",
        examples: [true],
      }),
    ),
    shouldCoverExtremeSports: optional(
      Schema.Boolean.annotate({ description: "Default false.", examples: [true] }),
    ),
    isAnnual: optional(
      Schema.Boolean.annotate({
        description: "Default false; forced by annual and expat.",
        examples: [true],
      }),
    ),
  }).annotate({ identifier: "TripRequest", aliases: ["tripInfo"] })
}

/**
 * A normal trip, exactly as answers echo it: aliases mapped, defaults filled, destinations without
 * duplicates, isAnnual forced where the intent says so, stateResidence only for US residents.
 */
export const pricedTrip = (limitOf: LimitOf) =>
  Schema.Struct({
    ...tripRequest(limitOf).fields,
    currency: CurrencyCode,
    shouldCoverCancellation: Schema.Boolean,
    shouldCoverExtremeSports: Schema.Boolean,
    isAnnual: Schema.Boolean,
  }).annotate({ identifier: "Trip" })

/** A trip as a partner may send it; see {@link tripRequest}. */
export type TripRequest = ReturnType<typeof tripRequest>["Type"]

/** A normal trip; see {@link pricedTrip}. */
export type Trip = ReturnType<typeof pricedTrip>["Type"]

/** One traveller: age in whole years. */
export type Traveller = Trip["travellers"][number]
