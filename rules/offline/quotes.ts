import * as Result from "effect/Result"
import { prepareWarnings, type RequestWarning } from "../../core/fields/request-warning.ts"
import type { ByteText } from "../../core/json/byte-text.ts"
import { memo, once } from "../../core/memory.ts"
import { type ExchangeRates, prepareExchangeRates } from "../currency/exchange-rates.ts"
import { documentLanguages } from "../documents/covers.ts"
import type { Explained } from "../explanation/explanation.ts"
import { type FeeTerms, newAccountTerms } from "../fees/handling-fee.ts"
import { type TravellerLanguage, travellerLanguage } from "../messages/travellers/languages.ts"
import {
  highlightTeller,
  type TravellerText,
  type TravellerTexts,
} from "../messages/travellers/traveller-text.ts"
import type { OfflineQuote, QuoteMode, QuoteRefusal } from "./pricing-functions.ts"
import type { PricingEngine } from "../pricing/engine.ts"
import { prepareLive } from "../pricing/live.ts"
import { type NoticeKind, prepareMeta } from "../pricing/notice.ts"
import {
  describePricingUnavailable,
  type OfferLinks,
  type PricedQuote,
  type PricingUnavailable,
} from "../pricing/offer.ts"
import { quoteOf } from "../pricing/quote-answer.ts"
import { prepareSandbox } from "../pricing/sandbox.ts"
import { limitOf } from "../reference/limits.ts"
import type { OfflinePricingTables } from "../tables/offline-pricing.ts"
import { prepareTripWords, type QuoteRequest, readQuoteRequest } from "../trip/request.ts"
import { describeTripRefusal, type TripRefusal } from "../trip/trip-refusal.ts"
import { prepareTripVocabulary } from "../trip/trip-vocabulary.ts"
import { writeQuote } from "../pricing/quote-json.ts"
import type { FieldShape } from "../../core/fields/shape.ts"

/** Quotes without network and database. */
export interface OfflineQuotes {
  /** What they are made with, for who takes single steps. */
  readonly pricing: PricingEngine
  readonly rates: ExchangeRates
  readonly terms: FeeTerms
  readonly read: (request: unknown) => Result.Result<QuoteRequest, QuoteRefusal>
  readonly quote: (request: unknown) => Result.Result<OfflineQuote, QuoteRefusal>
  /** The same quote as its JSON. */
  readonly quoteJson: (request: unknown) => Result.Result<ByteText, QuoteRefusal>
  readonly explainQuote: (request: unknown) => Result.Result<Explained<OfflineQuote>, QuoteRefusal>
  /** What of a request is not read, refused or not. */
  readonly warningsOf: (request: unknown) => ReadonlyArray<RequestWarning>
}

/** What quotes are made with, beside the tables. */
export interface OfflineQuoteParts {
  readonly apiVersion: string
  readonly engineVersion: string
  /** Where icons and documents are served from. */
  readonly links: OfferLinks
  readonly mode: QuoteMode
  /**
   * The day of the quotes in UTC, which tells how old the exchange rates are; left out, nothing is
   * said of their age.
   */
  readonly today?: string | undefined
  readonly texts: TravellerTexts
  /** The shape of requests, as their schema declares it. */
  readonly shape: FieldShape
}

const noticeKinds: Readonly<Record<QuoteMode, NoticeKind>> = { sandbox: "sandbox", live: "tables" }

/** A refused trip, or one that nobody prices, as importers read it. */
export const quoteRefusalOf = (refused: TripRefusal | PricingUnavailable): QuoteRefusal =>
  refused._tag === "TripRefusal"
    ? { _tag: "QuoteRefusal", code: refused.code, detail: describeTripRefusal(refused) }
    : {
        _tag: "QuoteRefusal",
        code: "PRICING_UNAVAILABLE",
        detail: describePricingUnavailable(refused),
      }

/** Prepares quotes over a set of tables; requests are held to the endpoint's own rules. */
export const makeOfflineQuotes = (
  tables: OfflinePricingTables,
  { apiVersion, engineVersion, links, mode, shape, texts, today }: OfflineQuoteParts,
): OfflineQuotes => {
  const vocabulary = prepareTripVocabulary(tables)
  const pricing = mode === "live" ? prepareLive(tables) : prepareSandbox(tables)
  const terms = newAccountTerms(tables)
  const wordsIn = prepareQuoteWords(texts, links)
  const rates = prepareExchangeRates(tables.currencies.rows)
  const warnings = once(() => prepareWarnings(shape, prepareTripWords(tables)))
  const metaOf = prepareMeta(
    noticeKinds[mode],
    limitOf(tables, "rates_stale_days"),
    (language, notice) => ({ apiVersion, engineVersion, language, notice }),
  )

  const respond = ({ language, trip }: QuoteRequest, priced: PricedQuote): OfflineQuote => {
    const ratesOf = rates.dayOf(trip.currency)
    return {
      ok: true,
      mode,
      ...quoteOf(mode, trip, priced),
      meta: metaOf(
        wordsIn(language).text,
        language,
        {
          ratesOf,
          today: today ?? ratesOf,
          isPast: today !== undefined && trip.startDate < today,
        },
        priced.said,
      ),
    }
  }

  const quote: OfflineQuotes["quote"] = (request) =>
    Result.mapError(
      Result.flatMap(readQuoteRequest(request, vocabulary), (asked) =>
        Result.map(pricing.price(asked.trip, terms, wordsIn(asked.language).links), (priced) =>
          respond(asked, priced),
        ),
      ),
      quoteRefusalOf,
    )

  const explainQuote: OfflineQuotes["explainQuote"] = (request) =>
    Result.mapError(
      Result.flatMap(readQuoteRequest(request, vocabulary), (asked) =>
        Result.map(
          pricing.explain(asked.trip, terms, wordsIn(asked.language).links),
          ({ answer, explanation }) => ({ answer: respond(asked, answer), explanation }),
        ),
      ),
      quoteRefusalOf,
    )

  return {
    pricing,
    rates,
    terms,
    read: (request) => Result.mapError(readQuoteRequest(request, vocabulary), quoteRefusalOf),
    quote,
    quoteJson: (request) => Result.map(quote(request), writeQuote),
    explainQuote,
    warningsOf: (request) => warnings()(request),
  }
}

/** The words of a quote in one language, and the links that its offers carry. */
interface QuoteWords {
  readonly text: TravellerText
  readonly links: OfferLinks
}

const documentsIn = (language: TravellerLanguage): string =>
  documentLanguages.find((known) => known === language) ?? "en"

/**
 * Prepares the words of quotes by the language asked: their highlights are told in it, and their
 * documents are linked to in it or in English. The same language gets the same words, once prepared.
 */
export const prepareQuoteWords = (
  texts: TravellerTexts,
  { documentUrl, iconUrl }: OfferLinks,
): ((language: string) => QuoteWords) => {
  const wordsIn = memo((language: TravellerLanguage): QuoteWords => {
    const text = texts(language)
    const query = `?lang=${documentsIn(language)}`
    const links: OfferLinks = {
      iconUrl,
      documentUrl: (offerId, kind) => `${documentUrl(offerId, kind)}${query}`,
      tell: highlightTeller(text),
    }
    return { text, links }
  })
  return (language) => wordsIn(travellerLanguage(language))
}
