import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ByteText } from "../../core/json/byte-text.ts"
import { daysInclusive } from "../../core/vocabulary/day.ts"
import type { KeyMode } from "../../rules/accounts/partner.ts"
import type { ExchangeRates } from "../../rules/currency/exchange-rates.ts"
import { type FeeTerms, handlingFeeBps, partnerFee } from "../../rules/fees/handling-fee.ts"
import { memo } from "../../core/memo.ts"
import type { PricingEngine } from "../../rules/pricing/engine.ts"
import type { LivePricing } from "../../rules/pricing/live.ts"
import type {
  Offer,
  OfferLinks,
  PricedQuote,
  PricingUnavailable,
} from "../../rules/pricing/offer.ts"
import { prepareWriteQuote, type QuoteAnswer } from "../../rules/pricing/quote-json.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { describeTripRefusal, type TripRefusal } from "../../rules/trip/refusal.ts"
import { type QuoteRequest, readQuoteRequest } from "../../rules/trip/request.ts"
import type { Trip } from "../../rules/trip/trip.ts"
import { limitOf } from "../../rules/reference/limits.ts"
import { prepareTripVocabulary } from "../../rules/trip/vocabulary.ts"
import type { Insurers } from "../insurers/insurers.ts"
import { makeIsoTime } from "../iso-time.ts"
import {
  besideCharge,
  type Operations,
  readJson,
  type SignedCall,
  WrittenJson,
} from "../serve/operation.ts"
import { type Refusal, refusal } from "../serve/refusal.ts"
import type { Sessions } from "../session/sessions.ts"
import { apiVersion } from "../version.ts"
import { prepareFeeTerms } from "./fee-terms.ts"

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
    ? refusal("PRICING_REFUSED", "No insurer gave a price.")
    : refusal("PRICING_TIMED_OUT", "No insurer answered in time.")

/** What quotes are made with. */
export interface QuoteParts {
  readonly tables: Tables
  readonly sessions: Sessions["Service"]
  readonly links: OfferLinks
  readonly sandbox: PricingEngine
  readonly live: LivePricing
  readonly insurers: Insurers["Service"]
  /** The exchange rates of this moment; asked once for a quote. */
  readonly currentRates: () => ExchangeRates
}

/** A priced trip whose offers are JSON. */
type WrittenQuote = PricedQuote<ByteText>

type PriceTrip = (trip: Trip, terms: FeeTerms) => Effect.Effect<WrittenQuote, PricingUnavailable>

const sandboxPrices =
  ({ links, sandbox }: QuoteParts): PriceTrip =>
  (trip, terms) =>
    Effect.fromResult(sandbox.written.price(trip, terms, links))

/** Prices of the live catalogue: every insurer is asked once, and all figures are at one moment's rates. */
const prepareLivePrices = (parts: QuoteParts): PriceTrip => {
  const { currentRates, insurers, links, live, tables } = parts
  const { plan, rateByTariff, readPrinted, written } = live
  const httpInsurers = tables.catalogueInsurers.rows.flatMap(({ adapter, insurer }) =>
    adapter === "http" ? insurer : [],
  )
  const isGuarantee = (slug: string): boolean => tables.guarantees.get(slug) !== undefined
  const ask = insurers.over({ rateByTariff, readPrinted, httpInsurers, isGuarantee })
  return (trip, terms) =>
    Effect.suspend(() => {
      const planned = plan(trip, currentRates())
      return Effect.flatMap(ask(planned.requests), (answered) => {
        const answers = answered.map(({ answer }) => answer)
        return Effect.fromResult(written.settle(planned, answers, handlingFeeBps(terms), links))
      })
    })
}

/** What is said of an answer in a language. */
const metaIn = (mode: KeyMode) => (language: string) =>
  Object.freeze({ apiVersion, language, notice: notices[mode] })

/** Prepares what is said of answers: one object for all of an account without an uplift. */
const prepareMeta = () => {
  const plain = { sandbox: memo(metaIn("sandbox")), live: memo(metaIn("live")) }
  return (mode: KeyMode, language: string, terms: FeeTerms) => {
    const meta = plain[mode](language)
    const fee = partnerFee(terms)
    return fee === undefined ? meta : { ...meta, partnerFee: fee }
  }
}

const millisPerMinute = 60_000

/** `POST /travel/quotes`: reads the trip, prices it for the key, and keeps its session. */
export const makeQuotes = (parts: QuoteParts): Operations["quotes"] => {
  const { sessions, tables } = parts
  const vocabulary = prepareTripVocabulary(tables)
  const prices = { sandbox: sandboxPrices(parts), live: prepareLivePrices(parts) }
  const feeTerms = prepareFeeTerms(tables)
  const lifetimeMs = limitOf(tables, "quote_lifetime_minutes") * millisPerMinute
  const isoTime = makeIsoTime()
  const metaOf = prepareMeta()
  const write = prepareWriteQuote()

  const respond = (
    { key, nowMs }: SignedCall,
    { language, sessionId, trip }: QuoteRequest,
    { nearMissCount, offers, redirectOnlyCount, unpricedCount }: WrittenQuote,
  ) => {
    const { mode, partner } = key
    return {
      ok: true,
      mode,
      sessionId: sessions.resume({ accountId: partner.id, mode }, sessionId),
      offers,
      unpricedCount,
      redirectOnlyCount,
      nearMissCount,
      trip,
      quote: {
        mode,
        days: daysInclusive(trip.startDate, trip.endDate),
        travellers: trip.travellers.length,
        expiresAt: isoTime(nowMs + lifetimeMs),
      },
      meta: metaOf(mode, language, feeTerms(key)),
    } satisfies QuoteAnswer<ByteText>
  }

  const written = (
    answer: ReturnType<typeof respond>,
  ): WrittenJson<Omit<typeof answer, "offers"> & { readonly offers: ReadonlyArray<Offer> }> =>
    new WrittenJson(write(answer))

  return {
    admit: (call) =>
      Result.map(
        Result.flatMap(readJson(call.body), (body) =>
          Result.mapError(readQuoteRequest(body, vocabulary), tripRefusal),
        ),
        (request) =>
          besideCharge(() =>
            Effect.mapBothEager(prices[call.key.mode](request.trip, feeTerms(call.key)), {
              onFailure: pricingRefusal,
              onSuccess: (priced) => written(respond(call, request, priced)),
            }),
          ),
      ),
  }
}
