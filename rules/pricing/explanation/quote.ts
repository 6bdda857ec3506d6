import * as Result from "effect/Result"
import { compare, one } from "../../../core/money/rational.ts"
import { camelCase } from "../../../core/table/names.ts"
import { cellOf, citeRow } from "../../explanation/cite.ts"
import type { Explained, Reason } from "../../explanation/explanation.ts"
import { explanationOf, type FigureFinding } from "../../explanation/figure-finding.ts"
import type { FeeTerms } from "../../fees/handling-fee.ts"
import type { CatalogueOffer } from "../catalogue.ts"
import { eligibilityReasons, matchReasons, offerFindings, offerReason } from "./offer.ts"
import { priceFindings } from "./price.ts"
import type { OfferLinks, PricedQuote, PriceTrip, PricingUnavailable } from "../offer.ts"
import type { QuotePlan, PricingPieces } from "../plan.ts"
import type { EligibilityRow } from "../pricing-tables.ts"
import type { NearMiss } from "../selection.ts"
import { type Unrated } from "../tariff.ts"
import type { Trip } from "../../trip/trip.ts"
import {
  type QuoteCase,
  choiceFindings,
  keptReasons,
  rateReason,
  rehearsalReasons,
} from "./quote-case.ts"
import { tripRating } from "../rating.ts"
import { ratePremium } from "../rate.ts"

/** Prices trips with their explanations: the very quote, and the rows behind it. */
export type ExplainQuote = (
  trip: Trip,
  terms: FeeTerms,
  links: OfferLinks,
) => Result.Result<Explained<PricedQuote>, PricingUnavailable>

/** Prepares explanations over the very pieces and steps that trips are priced with. */
export const prepareQuoteExplanation =
  (pieces: PricingPieces, price: PriceTrip, plan: (trip: Trip) => QuotePlan): ExplainQuote =>
  (trip, terms, links) =>
    Result.map(price(trip, terms, links), (answer) => {
      const { facts, guarded, rates, selection } = plan(trip)
      const rate = tripRating(pieces.tables, { trip, facts, rates })
      const asked = { pieces, trip, terms, facts, rates, selection, guarded }
      const findings = findingsOf({ ...asked, rate, answer })
      return { answer, explanation: explanationOf(answer, findings) }
    })

/** Why an offer has no premium, in words. */
export const unratedTexts: Readonly<Record<Unrated, string>> = {
  rated_by_insurer: "is rated by its insurer, who is not asked here",
  no_tariff: "has no tariff for this zone and duration",
  no_age_factor: "has no factor for the age of a traveller",
  no_trip_price: "needs the trip price in a supported currency",
  no_cancellation_rate: "has no cancellation rate for the oldest traveller",
}

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

/** Which offers were left out, and why: unpriced, sold elsewhere, or nearly matching. */
const leftOutFindings = (quote: QuoteCase): ReadonlyArray<FigureFinding> => {
  const { eligible, matched, sold } = quote.selection
  const rehearsed = rehearsalReasons(quote)
  const ids = new Set(eligible.matched.map(({ offerId }) => offerId))
  const misses = eligible.nearMisses.filter(({ row }) => !ids.has(row.offerId))
  const nearly = misses.flatMap((miss) => nearMissReasons(quote, miss))
  if (rehearsed.length > 0) {
    const hidden = matched.flatMap((offer) => [
      offerReason(quote, offer, `${offerName(offer)} counts as nearly matching`),
      ...matchReasons(quote, String(offer.row.offerId)),
    ])
    return [
      counted("unpricedCount", rehearsed),
      counted("redirectOnlyCount", rehearsed),
      counted("nearMissCount", [...rehearsed, ...nearly, ...hidden]),
    ]
  }
  const priced = new Set(quote.answer.offers.map(({ id }) => id))
  const isLeft = (offer: CatalogueOffer): boolean => quote.guarded?.refused.has(offer) !== true
  const unpriced = sold.filter((offer) => isLeft(offer) && !priced.has(offer.row.offerId))
  const redirected = matched.filter((offer) => isLeft(offer) && offer.row.soldByRedirect)
  return [
    counted(
      "unpricedCount",
      unpriced.flatMap((offer) => unpricedReasons(quote, offer)),
    ),
    counted(
      "redirectOnlyCount",
      redirected.flatMap((offer) => redirectReasons(quote, offer)),
    ),
    counted("nearMissCount", nearly),
  ]
}

/** Names an offer that nearly matches, with the one condition that fails. */
const nearMissReasons = (
  quote: QuoteCase,
  { condition, row }: NearMiss<EligibilityRow>,
): ReadonlyArray<Reason> => {
  const { eligibility, relaxable } = quote.pieces.tables
  const cell = cellOf(eligibility, row, condition)
  const facts: Readonly<Record<string, unknown>> = { ...quote.facts }
  const is = String(facts[camelCase(condition)])
  const says = `${row.offerId} nearly matches: ${condition} should be ${cell} and is ${is}`
  const relaxed = relaxable.rows.find((each) => each.condition === condition)
  return [
    ...eligibilityReasons(quote, row, says, condition),
    citeRow(relaxable, relaxed, relaxed?.about ?? condition),
  ]
}

const offerName = ({ row }: CatalogueOffer): string => `(${row.name} ${row.plan})`

const counted = (figure: string, because: ReadonlyArray<Reason>): FigureFinding => ({
  figure,
  because,
  from: ["request.trip"],
})

/** Names an offer that matches and has no price, with what it lacks. */
const unpricedReasons = (quote: QuoteCase, offer: CatalogueOffer): ReadonlyArray<Reason> => {
  const referred = quote.guarded?.referred.get(offer)
  if (referred !== undefined) return keptReasons(offer, referred, "referred")
  const rating = quote.rate(offer)
  const lacks =
    typeof rating === "string"
      ? unratedTexts[rating]
      : compare(ratePremium(rating), one) < 0
        ? "costs nothing once it is rounded"
        : "costs more than can be counted exactly"
  return [
    offerReason(quote, offer, `${offerName(offer)} ${lacks}`),
    ...matchReasons(quote, String(offer.row.offerId)),
  ]
}

const redirectReasons = (quote: QuoteCase, offer: CatalogueOffer): ReadonlyArray<Reason> => [
  offerReason(
    quote,
    offer,
    `${offerName(offer)} is sold on the insurer's own site only`,
    "sold_by_redirect",
  ),
  ...matchReasons(quote, String(offer.row.offerId)),
]
