import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { CountryCode } from "../../core/vocabulary/country.ts"
import { CurrencyCode } from "../../core/vocabulary/currency-code.ts"
import { guaranteeStates } from "../../core/vocabulary/guarantee.ts"
import { tripRefusalCodes } from "../../rules/trip/refusal.ts"
import { ChargedAs, RequiredScope } from "./annotations.ts"
import { errorSchemas, signedRefusals } from "./errors.ts"

const optional = Schema.optionalKey
const amount = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))
const ceiling = "at most 1,000,000 EUR at fixed rates"
const Day = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u))
const Traveller = Schema.Struct({
  age: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 120 })),
})

/** A trip as a partner may send it. */
export const TripRequest = Schema.Struct({
  intent: Schema.String.annotate({ description: "One of the trip types of GET /travel/meta." }),
  startDate: Day,
  endDate: Day.annotate({ description: "Never before startDate; equal is allowed." }),
  countryResidence: CountryCode,
  stateResidence: optional(
    Schema.String.annotate({ description: "US residents only: one of the 50 states or DC." }),
  ),
  arrivalCountries: Schema.Array(CountryCode).check(Schema.isMinLength(1), Schema.isMaxLength(20)),
  travellers: Schema.Array(Traveller).check(Schema.isMinLength(1), Schema.isMaxLength(50)),
  tripPrice: optional(
    amount.annotate({
      description: `Cost of the whole party's trip, read in \`currency\`; ${ceiling}.`,
    }),
  ),
  studiesAmount: optional(
    amount.annotate({ description: `Insured tuition, in \`currency\`; ${ceiling}.` }),
  ),
  currency: optional(CurrencyCode.annotate({ description: "Default EUR." })),
  shouldCoverCancellation: optional(
    Schema.Boolean.annotate({ description: "Default false; requires tripPrice." }),
  ),
  shouldCoverExtremeSports: optional(Schema.Boolean),
  isAnnual: optional(
    Schema.Boolean.annotate({ description: "Default false; forced by annual and expat." }),
  ),
}).annotate({ identifier: "TripRequest" })

/** The trip as priced: normal, with its defaults. */
export const TripEcho = Schema.Struct({
  ...TripRequest.fields,
  currency: CurrencyCode,
  shouldCoverCancellation: Schema.Boolean,
  shouldCoverExtremeSports: Schema.Boolean,
  isAnnual: Schema.Boolean,
}).annotate({ identifier: "Trip" })

/** The body of a request for prices. */
export const QuoteRequest = Schema.Struct({
  trip: TripRequest,
  sessionId: optional(Schema.String),
  language: optional(Schema.String.annotate({ description: "One of 26; default en." })),
})

const Price = Schema.Struct({
  amount: Schema.Finite,
  amountInCents: Schema.Int,
  currency: CurrencyCode,
  insurerAmount: Schema.Finite,
  insurerCurrency: CurrencyCode,
  isStartingPrice: Schema.Boolean,
  period: Schema.NullOr(Schema.String),
})

const Guarantee = Schema.Struct({
  state: Schema.Literals(guaranteeStates),
  value: optional(Schema.NullOr(Schema.Finite)),
})

/** One priced offer. */
export const Offer = Schema.Struct({
  id: Schema.Int,
  name: Schema.NullOr(Schema.String),
  plan: Schema.NullOr(Schema.String),
  insurer: Schema.Struct({
    name: Schema.NullOr(Schema.String),
    logoUrl: Schema.NullOr(Schema.String),
  }),
  iconUrl: optional(Schema.String),
  price: Price,
  guaranteeCurrency: CurrencyCode,
  guarantees: Schema.Record(Schema.String, Guarantee),
  highlights: Schema.Struct({
    included: Schema.Array(Schema.String),
    excluded: Schema.Array(Schema.String),
  }),
  documents: Schema.Struct({
    cgvUrl: Schema.NullOr(Schema.String),
    ipidUrl: Schema.NullOr(Schema.String),
  }),
  position: Schema.Int,
}).annotate({ identifier: "Offer" })

/** The fee breakdown of an account that charges an uplift, in basis points of the premium. */
export const PartnerFee = Schema.Struct({
  feeBps: Schema.Int,
  upliftBps: Schema.Int,
  commissionBps: Schema.Int,
})

/** The answer to a request for prices. */
export const QuoteResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Schema.Literals(["sandbox", "live"]),
  sessionId: Schema.String,
  offers: Schema.Array(Offer),
  unpricedCount: Schema.Int,
  redirectOnlyCount: Schema.Int,
  nearMissCount: Schema.Int,
  trip: TripEcho,
  quote: Schema.Struct({
    mode: Schema.String,
    days: Schema.Int,
    travellers: Schema.Int,
    expiresAt: Schema.String,
  }),
  meta: Schema.Struct({
    apiVersion: Schema.String,
    language: Schema.String,
    notice: Schema.String,
    partnerFee: optional(PartnerFee),
  }),
}).annotate({ identifier: "QuoteResponse" })

/** Prices one trip: comparable offers, cheapest first. Nothing is stored. */
export const quotes = HttpApiEndpoint.post("quotes", "/api/v1/travel/quotes", {
  payload: QuoteRequest,
  success: QuoteResponse,
  error: errorSchemas([
    "INVALID_JSON",
    ...tripRefusalCodes,
    ...signedRefusals,
    "QUOTA_EXCEEDED",
    "PRICING_REFUSED",
    "PRICING_TIMED_OUT",
  ]),
})
  .annotate(RequiredScope, "quotes")
  .annotate(ChargedAs, "price")
  .annotate(OpenApi.Summary, "Price one trip")
  .annotate(
    OpenApi.Description,
    "Comparable offers of the catalogue, cheapest first. `tripInfo` is accepted in place of `trip`. Consumes one read; scope `quotes`.",
  )
