import * as Result from "effect/Result"
import type { CoachContext } from "../coach/context.ts"
import { prepareCoach } from "../coach/engine.ts"
import type { CoachRefusal } from "../coach/refusal.ts"
import type { BilanResponse } from "../coach/response.ts"
import { cardModes } from "../coach/vocabulary.ts"
import type { FeeTerms } from "../fees/handling-fee.ts"
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
export const corpusContext: CoachContext = {
  allowedCardModes: cardModes,
  isOwnRef: () => false,
  quoteUrl: () => null,
  engineVersion: "corpus",
  formalitiesAvailable: true,
}

/** Links of a corpus: the file or document itself, so that another host is no difference. */
export const corpusLinks: OfferLinks = {
  iconUrl: (file) => file,
  documentUrl: (offerId, kind) => `${offerId}/${kind}`,
}

/** The fee of a corpus: the house's own, without an uplift. */
export const corpusTerms = (tables: Pick<Tables, "fees">): FeeTerms => ({
  standardFeeBps: tables.fees.get("standard_handling_fee_bps")?.value ?? 0,
  upliftBps: 0,
  baseRateBps: tables.fees.get("base_commission_bps")?.value ?? 0,
})

/** Prepares both endpoints' answers from one set of tables, as production gives them. */
export const prepareAnswers = (tables: Tables): ((situation: Situation) => Answers) => {
  const coach = prepareCoach(tables)
  const pricing = preparePricing(tables)
  const vocabulary = prepareTripVocabulary(tables)
  const terms = corpusTerms(tables)
  return ({ bilan, quote }) => {
    const read: Result.Result<PricedQuote, PricingUnavailable | TripRefusal> = Result.flatMap(
      readQuoteRequest(quote, vocabulary),
      ({ trip }): Result.Result<PricedQuote, PricingUnavailable | TripRefusal> =>
        pricing.priceSandbox(trip, terms, corpusLinks),
    )
    return { bilan: coach.bilan(bilan, corpusContext), quote: read }
  }
}
