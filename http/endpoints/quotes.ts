import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { shapeOf } from "../../core/fields/shape-of.ts"
import { type ExchangeRates, prepareExchangeRates } from "../../rules/currency/exchange-rates.ts"
import {
  type FeeTerms,
  handlingFeeBps,
  partnerFee,
  prepareFeeTerms,
} from "../../rules/fees/handling-fee.ts"
import type { PricingEngine } from "../../rules/pricing/engine.ts"
import type { LivePricing } from "../../rules/pricing/live.ts"
import { type NoticeText, prepareMeta } from "../../rules/pricing/notice.ts"
import {
  describePricingUnavailable,
  type OfferLinks,
  type PricingUnavailable,
} from "../../rules/pricing/offer.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { describeTripRefusal, type TripRefusal } from "../../rules/trip/trip-refusal.ts"
import { type QuoteRequest, readQuoteRequest } from "../../rules/trip/request.ts"
import { type Trip, tripRequest } from "../../rules/trip/trip.ts"
import { limitOf } from "../../rules/reference/limits.ts"
import { prepareTripVocabulary } from "../../rules/trip/trip-vocabulary.ts"
import { prepareKeepTrip } from "../../rules/trip/kept-trip.ts"
import { type Insurers, type LiveQuote, prepareLiveQuotes } from "../ports/live-quotes.ts"
import { afterCharge, type Operations, readJson, type SignedCall } from "../api/operation.ts"
import { textBody, WrittenJson } from "../api/answer.ts"
import { type Refusal, refusal } from "../api/api-refusal.ts"
import type { RequestSample } from "../ports/request-sample.ts"
import type { Sessions } from "../ports/session-links.ts"
import { earliestDay, utcDay } from "../platform/utc-day.ts"
import { apiVersion } from "../config/version.ts"
import { prepareTellUnknown } from "./unknown-fields.ts"
import { quoteText } from "../../rules/pricing/quote-json.ts"
import { type QuoteAnswer, quoteOf } from "../../rules/pricing/quote-answer.ts"
import { quoteBody } from "../../rules/trip/quote-body.ts"

/** A trip refusal as callers read it. */
const tripRefusal = (refused: TripRefusal): Refusal =>
  refusal(refused.code, describeTripRefusal(refused))

/** A refusal to price as callers read it. */
const pricingRefusal = (unavailable: PricingUnavailable): Refusal =>
  refusal(
    unavailable.reason === "refused" ? "PRICING_REFUSED" : "PRICING_TIMED_OUT",
    describePricingUnavailable(unavailable),
  )

/** The words of quotes, by the language asked. */
export type WordsIn = (language: string) => {
  readonly text: NoticeText
  readonly links: OfferLinks
}

/** What quotes are made with. */
export interface QuoteParts {
  readonly tables: Tables
  readonly sessions: Sessions["Service"]
  /** Tells quotes in the language asked; loaded when the first one is. */
  readonly words: Effect.Effect<WordsIn>
  readonly sandbox: PricingEngine
  readonly live: LivePricing
  readonly insurers: Insurers["Service"]
  /** The exchange rates of this moment; asked once for a quote. */
  readonly currentRates: () => ExchangeRates
  readonly requestSample: Pick<RequestSample["Service"], "keepWith">
}

type PriceTrip = (
  trip: Trip,
  terms: FeeTerms,
  links: OfferLinks,
) => Effect.Effect<LiveQuote, PricingUnavailable>

const prepareSandboxPrices = ({ sandbox, tables }: QuoteParts): PriceTrip => {
  const rates = prepareExchangeRates(tables.currencies.rows)
  return (trip, terms, links) =>
    Effect.fromResult(
      Result.map(sandbox.price(trip, terms, links), (priced) => ({ ...priced, rates })),
    )
}

const prepareLivePrices = (parts: QuoteParts): PriceTrip => {
  const price = prepareLiveQuotes(parts)
  return (trip, terms, links) => price(trip, handlingFeeBps(terms), links)
}

/** Prepares what is said of answers: one object for all of an account without an uplift. */
const prepareMetaOf = (tables: Tables) => {
  const metaOf = (language: string, notice: string) => ({ apiVersion, language, notice })
  const staleDays = limitOf(tables, "rates_stale_days")
  const plain = {
    sandbox: prepareMeta("sandbox", staleDays, metaOf),
    live: prepareMeta("live", staleDays, metaOf),
  }
  return (
    { key: { mode }, nowMs }: SignedCall,
    { language, trip }: QuoteRequest,
    { rates, said }: LiveQuote,
    terms: FeeTerms,
    text: NoticeText,
  ) => {
    const days = {
      ratesOf: rates.dayOf(trip.currency),
      today: utcDay(nowMs),
      isPast: trip.startDate < earliestDay(nowMs),
    }
    const meta = plain[mode](text, language, days, said)
    const fee = partnerFee(terms)
    return fee === undefined ? meta : { ...meta, partnerFee: fee }
  }
}

const millisPerMinute = 60_000

/** Names fields that no quote reads; no limit of the tables decides which those are. */
const tellUnknown = prepareTellUnknown(shapeOf(quoteBody(tripRequest(() => 0))))

/** `POST /travel/quotes`: reads the trip, prices it for the key, and keeps its session. */
export const makeQuotes = (parts: QuoteParts): Operations["quotes"] => {
  const { requestSample, sessions, tables, words } = parts
  const vocabulary = prepareTripVocabulary(tables)
  const prices = { sandbox: prepareSandboxPrices(parts), live: prepareLivePrices(parts) }
  const feeTerms = prepareFeeTerms(tables)
  const lifetimeMs = limitOf(tables, "quote_lifetime_minutes") * millisPerMinute
  const metaOf = prepareMetaOf(tables)
  const keepSome = requestSample.keepWith(() => prepareKeepTrip(tables))

  const respond = (
    call: SignedCall,
    request: QuoteRequest,
    priced: LiveQuote,
    text: NoticeText,
  ) => {
    const { key, nowMs } = call
    const { sessionId, trip } = request
    const { mode, partner } = key
    const { quote, ...told } = quoteOf(mode, trip, priced)
    return {
      ok: true,
      mode,
      sessionId: sessions.resume({ accountId: partner.id, mode }, sessionId),
      ...told,
      quote: { ...quote, expiresAt: new Date(nowMs + lifetimeMs).toISOString() },
      meta: metaOf(call, request, priced, feeTerms(key.partner), text),
    } satisfies QuoteAnswer
  }

  const written = (answer: ReturnType<typeof respond>): WrittenJson<typeof answer> =>
    new WrittenJson(textBody(quoteText(answer)))

  const answer = (call: SignedCall, request: QuoteRequest, wordsIn: WordsIn) => {
    const { links, text } = wordsIn(request.language)
    return Effect.mapBothEager(
      prices[call.key.mode](request.trip, feeTerms(call.key.partner), links),
      {
        onFailure: pricingRefusal,
        onSuccess: (priced) => written(respond(call, request, priced, text)),
      },
    )
  }

  // Once they are there, no quote waits for its words.
  let loaded: WordsIn | undefined
  const inWords = (call: SignedCall, request: QuoteRequest): ReturnType<typeof answer> =>
    loaded === undefined
      ? Effect.flatMap(words, (wordsIn) => {
          loaded = wordsIn
          return answer(call, request, wordsIn)
        })
      : answer(call, request, loaded)

  return {
    admit: (call) =>
      Result.flatMap(readJson(call.body), (body) =>
        tellUnknown(
          call,
          body,
          Result.map(Result.mapError(readQuoteRequest(body, vocabulary), tripRefusal), (request) =>
            afterCharge(() => keepSome(call.key.mode, request.trip, inWords(call, request))),
          ),
        ),
      ),
  }
}
