import * as Schema from "effect/Schema"
import { CountryCode } from "../../core/vocabulary/country.ts"
import { CurrencyCode } from "../../core/vocabulary/currency-code.ts"
import { isCalendarDay } from "../../core/vocabulary/day.ts"
import type { LimitOf } from "../reference/limits.ts"

/** The currency of a trip and of a sale that name none. */
export const defaultCurrency = "EUR"

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
    intent: Schema.String.annotate({ description: "One of the trip types of GET /travel/meta." }),
    startDate: Day,
    endDate: Day.annotate({ description: "Never before startDate; equal is allowed." }),
    countryResidence: CountryCode,
    stateResidence: optional(
      Schema.String.annotate({ description: "US residents only: one of the 50 states or DC." }),
    ),
    arrivalCountries: Schema.Array(CountryCode).check(
      Schema.isMinLength(1),
      Schema.isMaxLength(limitOf("destinations_max")),
    ),
    travellers: Schema.Array(Schema.Struct({ age })).check(
      Schema.isMinLength(1),
      Schema.isMaxLength(limitOf("travellers_max")),
    ),
    tripPrice: optional(
      Amount.annotate({
        description: `Cost of the whole party's trip, read in \`currency\`; ${ceiling}.`,
      }),
    ),
    studiesAmount: optional(
      Amount.annotate({ description: `Insured tuition, in \`currency\`; ${ceiling}.` }),
    ),
    currency: optional(CurrencyCode.annotate({ description: `Default ${defaultCurrency}.` })),
    shouldCoverCancellation: optional(
      Schema.Boolean.annotate({ description: "Default false; requires tripPrice." }),
    ),
    shouldCoverExtremeSports: optional(Schema.Boolean),
    isAnnual: optional(
      Schema.Boolean.annotate({ description: "Default false; forced by annual and expat." }),
    ),
  }).annotate({ identifier: "TripRequest" })
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
