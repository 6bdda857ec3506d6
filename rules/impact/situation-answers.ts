import * as Result from "effect/Result"
import { prepareBilan } from "../coach/bilan.ts"
import type { CoachContext } from "../coach/context.ts"
import { offlineContext } from "../coach/offline.ts"
import type { CoachPieces } from "../coach/coach-pieces.ts"
import type { CoachRefusal } from "../coach/coach-refusal.ts"
import type { BilanResponse } from "../coach/response.ts"
import { newAccountTerms } from "../fees/new-account-terms.ts"
import type { PricingEngine } from "../pricing/engine.ts"
import { prepareLive } from "../pricing/live.ts"
import { prepareSandbox } from "../pricing/sandbox.ts"
import type { OfferLinks, PricedQuote, PricingUnavailable } from "../pricing/offer.ts"
import type { Tables } from "../tables/index.ts"
import type { TripRefusal } from "../trip/trip-refusal.ts"
import { readQuoteRequest } from "../trip/request.ts"
import { prepareTripVocabulary } from "../trip/trip-vocabulary.ts"
import type { Situation } from "../corpus/situation.ts"

/** A quote, or why there is none. */
export type QuoteResult = Result.Result<PricedQuote, PricingUnavailable | TripRefusal>

/** What both endpoints answer to a situation: prices of the sandbox, and of the live catalogue's tables. */
export interface SituationAnswers {
  readonly bilan: Result.Result<BilanResponse, CoachRefusal>
  readonly quote: QuoteResult
  readonly live: QuoteResult
}

/** What bilans of a corpus depend on beside the tables: a caller who may send anything, uncredited. */
export const corpusContext: CoachContext = offlineContext("corpus")

/** Links of a corpus: the file or document itself, so that another host is no difference. */
export const corpusLinks: OfferLinks = {
  iconUrl: (file) => file,
  documentUrl: (offerId, kind) => `${offerId}/${kind}`,
}

/** Prices what a situation asks of the quote endpoint. */
export type AnswerQuote = (situation: Pick<Situation, "quote">) => QuoteResult

/** Prepares prices from one catalogue for a new account, over tables whose vocabulary reads the trips. */
export const prepareQuoteAnswers = (
  tables: Tables,
  { price }: Pick<PricingEngine, "price">,
): AnswerQuote => {
  const vocabulary = prepareTripVocabulary(tables)
  const terms = newAccountTerms(tables)
  return ({ quote }) =>
    Result.flatMap(readQuoteRequest(quote, vocabulary), ({ trip }): QuoteResult =>
      price(trip, terms, corpusLinks),
    )
}

/** Prepares all answers from one set of tables and its pieces, as production gives them. */
export const prepareAnswers = (
  tables: Tables,
  pieces: CoachPieces,
): ((situation: Situation) => SituationAnswers) => {
  const bilans = prepareBilan(pieces)
  const sandbox = prepareQuoteAnswers(tables, prepareSandbox(tables))
  const live = prepareQuoteAnswers(tables, prepareLive(tables))
  return (situation) => ({
    bilan: bilans.make(situation.bilan, corpusContext),
    quote: sandbox(situation),
    live: live(situation),
  })
}
