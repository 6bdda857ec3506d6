import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { CurrencyCode } from "../../core/vocabulary/code-schemas.ts"
import { guaranteeStates } from "../../core/vocabulary/guarantee.ts"
import { tripRefusalCodes } from "../../rules/trip/trip-refusal.ts"
import type { pricedTrip, tripRequest } from "../../rules/trip/trip.ts"
import { ChargedAs, RequiredScope } from "./annotations.ts"
import { errorSchemas, signedRefusals } from "./error-schemas.ts"
import { quoteBody } from "../../rules/trip/quote-body.ts"

const optional = Schema.optionalKey
const Price = Schema.Struct({
  amount: Schema.Finite,
  amountInCents: Schema.Int,
  currency: CurrencyCode,
  insurerAmount: Schema.Finite,
  insurerCurrency: CurrencyCode,
  isStartingPrice: Schema.Boolean,
  period: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Price" })

const Guarantee = Schema.Struct({
  state: Schema.Literals(guaranteeStates),
  value: optional(Schema.NullOr(Schema.Finite)),
  excess: optional(Schema.Finite).annotate({
    description:
      "What each claim leaves to the traveller, in guaranteeCurrency; 0 where there is none, absent where the insurer says nothing.",
  }),
}).annotate({ identifier: "OfferGuarantee" })

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
}).annotate({ identifier: "PartnerFee" })

/** The schema of an answer to a request for prices, under the limits of the tables. */
export const quoteResponse = (trip: ReturnType<typeof pricedTrip>) =>
  Schema.Struct({
    ok: Schema.Boolean,
    mode: Schema.Literals(["sandbox", "live"]),
    sessionId: Schema.String,
    offers: Schema.Array(Offer),
    unpricedCount: Schema.Int,
    redirectOnlyCount: Schema.Int,
    nearMissCount: Schema.Int,
    trip,
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

/** The answer to a request for prices. */
export type QuoteResponse = ReturnType<typeof quoteResponse>["Type"]

/** Prices one trip: comparable offers, cheapest first. Nothing is stored. */
export const quotes = (
  request: ReturnType<typeof tripRequest>,
  priced: ReturnType<typeof pricedTrip>,
) =>
  HttpApiEndpoint.post("quotes", "/api/v1/travel/quotes", {
    payload: quoteBody(request),
    success: quoteResponse(priced),
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
