import * as Result from "effect/Result"
import { prepareWarnings, type RequestWarning } from "../../core/fields/request-warning.ts"
import { shapeOf } from "../../core/fields/shape-of.ts"
import type { ByteText } from "../../core/json/byte-text.ts"
import { daysInclusive } from "../../core/vocabulary/day.ts"
import type { Explained } from "../../rules/explanation/explanation.ts"
import { prepareExchangeRates } from "../../rules/currency/exchange-rates.ts"
import { newAccountTerms } from "../../rules/fees/new-account-terms.ts"
import { prepareLive } from "../../rules/pricing/live.ts"
import { type NoticeKind, prepareMeta } from "../../rules/pricing/notice.ts"
import { type QuoteAnswer, writeQuote } from "../../rules/pricing/quote-json.ts"
import { prepareSandbox } from "../../rules/pricing/sandbox.ts"
import type { Offer, OfferLinks, PricedQuote, PriceTrip } from "../../rules/pricing/offer.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { type QuoteRequest, readQuoteRequest } from "../../rules/trip/request.ts"
import { quoteBody } from "../../rules/trip/quote-body.ts"
import { prepareTripWords } from "../../rules/trip/request-words.ts"
import { tripRequest } from "../../rules/trip/trip.ts"
import { limitOf, limitsOf } from "../../rules/reference/limits.ts"
import { prepareTripVocabulary } from "../../rules/trip/trip-vocabulary.ts"
import { pricingRefusal, tripRefusal } from "../endpoints/quotes.ts"
import { type Refusal, refusals } from "../api/api-refusal.ts"
import { prepareTravellerTexts } from "../messages/traveller-texts.ts"
import { prepareQuoteWords } from "../pages/offer-links.ts"
import { apiVersion } from "../config/version.ts"
import type { RequestRefusal } from "./request-reader.ts"

/** Which catalogue is priced: the sandbox's or the live one. */
export type QuoteMode = "sandbox" | "live"

/**
 * A quote without a session: what the endpoint answers a new account's key, but for its times. A live
 * one is at the tables' exchange rates, and without the insurers that rate their own offers.
 */
export interface OfflineQuote<Shown = Offer> extends QuoteAnswer<Shown> {
  readonly meta: {
    readonly apiVersion: string
    readonly engineVersion: string
    readonly language: string
    readonly notice: string
  }
}

/** Quotes without network and database. */
export interface OfflineQuotes {
  readonly quote: (request: unknown) => Result.Result<OfflineQuote, RequestRefusal>
  /** The same quote as its JSON, of which most is written once. */
  readonly quoteJson: (request: unknown) => Result.Result<ByteText, RequestRefusal>
  readonly explainQuote: (
    request: unknown,
  ) => Result.Result<Explained<OfflineQuote>, RequestRefusal>
  /** What of a request is not read, refused or not. */
  readonly warningsOf: (request: unknown) => ReadonlyArray<RequestWarning>
}

const refusalOf = ({ detail, name }: Refusal): RequestRefusal => ({
  error: refusals[name].code,
  detail,
})

/** What quotes are made with, beside the tables. */
export interface OfflineQuoteParts {
  readonly engineVersion: string
  /** Where icons and documents are served from. */
  readonly links: OfferLinks
  readonly mode: QuoteMode
  /** The day of the quotes in UTC, which tells how old the exchange rates are. */
  readonly today: string
}

const noticeKinds: Readonly<Record<QuoteMode, NoticeKind>> = { sandbox: "sandbox", live: "tables" }

/** Prepares quotes over a set of tables; requests are held to the endpoint's own rules. */
export const makeOfflineQuotes = (
  tables: Tables,
  { engineVersion, links, mode, today }: OfflineQuoteParts,
): OfflineQuotes => {
  const vocabulary = prepareTripVocabulary(tables)
  const pricing = mode === "live" ? prepareLive(tables) : prepareSandbox(tables)
  const terms = newAccountTerms(tables)

  const read = (request: unknown): Result.Result<QuoteRequest, Refusal> =>
    Result.mapError(readQuoteRequest(request, vocabulary), tripRefusal)

  const wordsIn = prepareQuoteWords(prepareTravellerTexts(tables), links)
  const rates = prepareExchangeRates(tables.currencies.rows)
  const metaOf = prepareMeta(
    noticeKinds[mode],
    limitOf(tables, "rates_notice_days"),
    (language, notice) => ({ apiVersion, engineVersion, language, notice }),
  )

  const respond = <Shown>(
    { language, trip }: QuoteRequest,
    { nearMissCount, offers, redirectOnlyCount, unpricedCount }: PricedQuote<Shown>,
  ): OfflineQuote<Shown> => ({
    ok: true,
    mode,
    offers,
    unpricedCount,
    redirectOnlyCount,
    nearMissCount,
    trip,
    quote: {
      mode,
      days: daysInclusive(trip.startDate, trip.endDate),
      travellers: trip.travellers.length,
    },
    meta: metaOf(wordsIn(language).text, language, rates.dayOf(trip.currency), today),
  })

  const pricedBy =
    <Shown>(price: PriceTrip<Shown>) =>
    (request: unknown): Result.Result<OfflineQuote<Shown>, RequestRefusal> =>
      Result.flatMap(read(request), (asked) =>
        Result.map(
          Result.mapError(price(asked.trip, terms, wordsIn(asked.language).links), pricingRefusal),
          (priced) => respond(asked, priced),
        ),
      ).pipe(Result.mapError(refusalOf))

  const written = pricedBy(pricing.written.price)

  const explainQuote: OfflineQuotes["explainQuote"] = (request) =>
    Result.flatMap(read(request), (asked) =>
      Result.map(
        Result.mapError(
          pricing.explain(asked.trip, terms, wordsIn(asked.language).links),
          pricingRefusal,
        ),
        ({ answer, explanation }) => ({ answer: respond(asked, answer), explanation }),
      ),
    ).pipe(Result.mapError(refusalOf))

  return {
    quote: pricedBy(pricing.price),
    quoteJson: (request) => Result.map(written(request), writeQuote),
    explainQuote,
    warningsOf: prepareWarnings(
      shapeOf(quoteBody(tripRequest(limitsOf(tables)))),
      prepareTripWords(tables),
    ),
  }
}
