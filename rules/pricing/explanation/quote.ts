import * as Result from "effect/Result"
import type { Explained } from "../../explanation/explanation.ts"
import { explanationOf, type FigureFinding } from "../../explanation/figure-finding.ts"
import type { FeeTerms } from "../../fees/handling-fee.ts"
import type { Trip } from "../../trip/trip.ts"
import type { OfferLinks, PricedQuote, PriceTrip, PricingUnavailable } from "../offer.ts"
import type { QuotePlan } from "../plan.ts"
import type { PreparedPricing } from "../prepared.ts"
import { tripRating } from "../rate-by-tariff.ts"
import { choiceFindings } from "./choice.ts"
import { leftOutFindings } from "./left-out.ts"
import { offerFindings } from "./offer.ts"
import { priceFindings } from "./price.ts"
import { positionFinding } from "./position.ts"
import type { QuoteCase } from "./quote-case.ts"

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
  (pieces: PreparedPricing, price: PriceTrip, plan: (trip: Trip) => QuotePlan): ExplainQuote =>
  (trip, terms, links) =>
    Result.map(price(trip, terms, links), (answer) => {
      const { facts, rates, selection } = plan(trip)
      const rate = tripRating(pieces.tables, { trip, facts, rates })
      const findings = findingsOf({ pieces, trip, terms, facts, rates, selection, rate, answer })
      return { answer, explanation: explanationOf(answer, findings) }
    })
