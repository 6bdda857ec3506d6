import * as Result from "effect/Result"
import type { Explained } from "../../explanation/explanation.ts"
import { explanationOf, type FigureFinding } from "../../explanation/figure-finding.ts"
import type { FeeTerms } from "../../fees/handling-fee.ts"
import { choiceFindings } from "./choice.ts"
import { rateReason } from "./currencies.ts"
import { leftOutFindings } from "./left-out.ts"
import { offerFindings } from "./offer.ts"
import { priceFindings } from "./price.ts"
import type { QuoteCase } from "./quote-case.ts"
import type { OfferLinks, PricedQuote, PriceTrip, PricingUnavailable } from "../offer.ts"
import type { QuotePlan } from "../plan.ts"
import type { PricingPieces } from "../prepared.ts"
import { tripRating } from "../rate-by-tariff.ts"
import type { Trip } from "../../trip/trip.ts"

/** Prices trips with their explanations: the very quote, and the rows behind it. */
export type ExplainQuote = (
  trip: Trip,
  terms: FeeTerms,
  links: OfferLinks,
) => Result.Result<Explained<PricedQuote>, PricingUnavailable>

const findingsOf = (quote: QuoteCase): ReadonlyArray<FigureFinding> => [
  ...choiceFindings(quote),
  ...quote.answer.offers.flatMap(({ id }, index) => {
    const offer = quote.pieces.offers.get(String(id))
    if (offer === undefined) return []
    const at = `offers[${index}]`
    return [
      ...offerFindings(quote, offer, at),
      ...priceFindings(quote, offer, at),
      positionFinding(quote, at),
    ]
  }),
  ...leftOutFindings(quote),
]

/** Prepares explanations over the very pieces and steps that trips are priced with. */
export const prepareQuoteExplanation =
  (pieces: PricingPieces, price: PriceTrip, plan: (trip: Trip) => QuotePlan): ExplainQuote =>
  (trip, terms, links) =>
    Result.map(price(trip, terms, links), (answer) => {
      const { facts, rates, selection } = plan(trip)
      const rate = tripRating(pieces.tables, { trip, facts, rates })
      const findings = findingsOf({ pieces, trip, terms, facts, rates, selection, rate, answer })
      return { answer, explanation: explanationOf(answer, findings) }
    })

/** Why an offer stands where it stands: all prices, at the reference rates where currencies differ. */
const positionFinding = (quote: QuoteCase, at: string): FigureFinding => {
  const { offers } = quote.answer
  const codes = [...new Set(offers.map(({ price }) => price.currency))]
  return {
    figure: `${at}.position`,
    because: codes.length > 1 ? codes.map((code) => rateReason(quote, code)) : [],
    from: offers.map((_, index) => `offers[${index}].price.amountInCents`),
  }
}
