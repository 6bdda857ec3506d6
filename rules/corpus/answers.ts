import * as Result from "effect/Result"
import { prepareBilan } from "../coach/bilan.ts"
import type { CoachContext } from "../coach/context.ts"
import { offlineContext } from "../coach/offline.ts"
import type { PreparedCoach } from "../coach/prepared.ts"
import type { CoachRefusal } from "../coach/refusal.ts"
import type { BilanResponse } from "../coach/response.ts"
import { newAccountTerms } from "../fees/new-account-terms.ts"
import { preparePricing } from "../pricing/engine.ts"
import type { OfferLinks, PricedQuote, PricingUnavailable } from "../pricing/offer.ts"
import type { Tables } from "../tables/index.ts"
import type { TripRefusal } from "../trip/refusal.ts"
import { readQuoteRequest } from "../trip/request.ts"
import { prepareTripVocabulary } from "../trip/vocabulary.ts"
import type { Situation } from "./situation.ts"

/** What both endpoints answer to a situation. */
export interface Answers {
  readonly bilan: Result.Result<BilanResponse, CoachRefusal>
  readonly quote: Result.Result<PricedQuote, PricingUnavailable | TripRefusal>
}

/** What bilans of a corpus depend on beside the tables: a caller who may send anything, uncredited. */
export const corpusContext: CoachContext = offlineContext("corpus")

/** Links of a corpus: the file or document itself, so that another host is no difference. */
export const corpusLinks: OfferLinks = {
  iconUrl: (file) => file,
  documentUrl: (offerId, kind) => `${offerId}/${kind}`,
}

/** Prepares both endpoints' answers from one set of tables and its pieces, as production gives them. */
export const prepareAnswers = (
  tables: Tables,
  pieces: PreparedCoach,
): ((situation: Situation) => Answers) => {
  const bilans = prepareBilan(pieces)
  const pricing = preparePricing(tables)
  const vocabulary = prepareTripVocabulary(tables)
  const terms = newAccountTerms(tables)
  return ({ bilan, quote }) => {
    const read: Result.Result<PricedQuote, PricingUnavailable | TripRefusal> = Result.flatMap(
      readQuoteRequest(quote, vocabulary),
      ({ trip }): Result.Result<PricedQuote, PricingUnavailable | TripRefusal> =>
        pricing.priceSandbox(trip, terms, corpusLinks),
    )
    return { bilan: bilans.make(bilan, corpusContext), quote: read }
  }
}
