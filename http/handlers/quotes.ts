import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { daysInclusive } from "../../core/vocabulary/day.ts"
import { type FeeTerms, partnerFee } from "../../rules/fees/handling-fee.ts"
import { preparePricing } from "../../rules/pricing/engine.ts"
import type { OfferLinks, PricedQuote, PricingUnavailable } from "../../rules/pricing/offer.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { describeTripRefusal, type TripRefusal } from "../../rules/trip/refusal.ts"
import { type QuoteRequest, readQuoteRequest } from "../../rules/trip/request.ts"
import type { Trip } from "../../rules/trip/trip.ts"
import { limitOf, prepareTripVocabulary } from "../../rules/trip/vocabulary.ts"
import type { KeyRecord } from "../accounts/key-record.ts"
import { type Operations, readJson, type SignedCall } from "../serve/operation.ts"
import { type Refusal, refusal } from "../serve/refusal.ts"
import type { Sessions } from "../session/sessions.ts"
import { apiVersion } from "../version.ts"

const notices = {
  sandbox:
    "Sample prices of a fictional insurer. They are no offer of insurance and must not be shown as one.",
  live: "Premiums hold until expiresAt; the insurer confirms the final premium when the traveller subscribes.",
}

/** What the answers of a sandbox key say of their prices. */
export const sandboxNotice: string = notices.sandbox

/** A trip refusal as callers read it. */
export const tripRefusal = (refused: TripRefusal): Refusal =>
  refusal(refused.code, describeTripRefusal(refused))

/** A refusal to price as callers read it. */
export const pricingRefusal = ({ reason }: PricingUnavailable): Refusal =>
  reason === "refused"
    ? refusal("PRICING_REFUSED", "Every insurer refused the call.")
    : refusal("PRICING_TIMED_OUT", "No insurer answered in time.")

/** What quotes are made with. */
export interface QuoteParts {
  readonly tables: Tables
  readonly sessions: Sessions["Service"]
  readonly links: OfferLinks
}

type PriceTrip = (
  mode: KeyRecord["mode"],
  trip: Trip,
  terms: FeeTerms,
) => Effect.Effect<PricedQuote, Refusal>

const preparePriceTrip = ({ links, tables }: QuoteParts): PriceTrip => {
  const pricing = preparePricing(tables)
  return (mode, trip, terms) =>
    mode === "live"
      ? Effect.fail(refusal("PRICING_REFUSED", "No insurer is connected for live prices yet."))
      : Effect.mapError(Effect.fromResult(pricing.priceSandbox(trip, terms, links)), pricingRefusal)
}

const prepareFeeTerms = (tables: Tables): ((key: KeyRecord) => FeeTerms) => {
  const standardFeeBps = tables.fees.get("standard_handling_fee_bps")?.value ?? 0
  return ({ partner }) => ({
    standardFeeBps,
    upliftBps: partner.upliftBps,
    baseRateBps: partner.baseRateBps,
  })
}

const millisPerMinute = 60_000

/** `POST /travel/quotes`: reads the trip, prices it for the key, and keeps its session. */
export const makeQuotes = (parts: QuoteParts): Operations["quotes"] => {
  const { sessions, tables } = parts
  const vocabulary = prepareTripVocabulary(tables)
  const priceTrip = preparePriceTrip(parts)
  const feeTerms = prepareFeeTerms(tables)
  const lifetimeMs = limitOf(tables, "quote_lifetime_minutes") * millisPerMinute

  const respond = ({ key, nowMs }: SignedCall, request: QuoteRequest, priced: PricedQuote) => {
    const { language, trip } = request
    const owner = { accountId: key.partner.id, mode: key.mode }
    const fee = partnerFee(feeTerms(key))
    return {
      ok: true,
      mode: key.mode,
      sessionId: sessions.resume(owner, request.sessionId),
      ...priced,
      trip,
      quote: {
        mode: key.mode,
        days: daysInclusive(trip.startDate, trip.endDate),
        travellers: trip.travellers.length,
        expiresAt: new Date(nowMs + lifetimeMs).toISOString(),
      },
      meta: {
        apiVersion,
        language,
        notice: notices[key.mode],
        ...(fee === undefined ? {} : { partnerFee: fee }),
      },
    }
  }

  return {
    admit: (call) =>
      Result.map(
        Result.flatMap(readJson(call.body), (body) =>
          Result.mapError(readQuoteRequest(body, vocabulary), tripRefusal),
        ),
        (request) => () =>
          Effect.map(priceTrip(call.key.mode, request.trip, feeTerms(call.key)), (priced) =>
            respond(call, request, priced),
          ),
      ),
  }
}
