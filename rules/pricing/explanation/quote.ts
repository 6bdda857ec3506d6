import * as Result from "effect/Result"
import type { Explained } from "../../explanation/explanation.ts"
import { explanationOf, type Finding } from "../../explanation/finding.ts"
import { type FeeTerms, handlingFeeBps } from "../../fees/handling-fee.ts"
import type { Trip } from "../../trip/trip.ts"
import { tripFacts } from "../facts.ts"
import type { OfferLinks, PricedQuote, PriceSandbox, PricingUnavailable } from "../offer.ts"
import type { PreparedPricing } from "../prepared.ts"
import { offerPricing } from "../trip-pricing.ts"
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

const findingsOf = (quote: QuoteCase): ReadonlyArray<Finding> => [
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
  (pieces: PreparedPricing, priceSandbox: PriceSandbox): ExplainQuote =>
  (trip, terms, links) =>
    Result.map(priceSandbox(trip, terms, links), (answer) => {
      const { currencies } = pieces.tables
      const facts = tripFacts(trip, pieces.geography)
      const shared = { trip, facts, feeBps: handlingFeeBps(terms), currencies }
      const pricing = offerPricing({ ...shared, tariffs: pieces.tariffs })
      const selection = pieces.select(facts)
      const findings = findingsOf({ pieces, trip, terms, facts, selection, pricing, answer })
      return { answer, explanation: explanationOf(answer, findings) }
    })
