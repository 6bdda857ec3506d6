import { compare, one } from "../../../core/money/rational.ts"
import { camelCase } from "../../../core/table/names.ts"
import { cellOf, citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import type { CatalogueOffer } from "../catalogue.ts"
import type { NearMiss } from "../eligibility.ts"
import { ratePremium } from "../rate.ts"
import type { EligibilityRow } from "../pricing-tables.ts"
import type { Unrated } from "../tariff.ts"
import { rehearsalReasons } from "./choice.ts"
import { eligibilityReasons, matchReasons } from "./eligibility.ts"
import { offerReason } from "./offer.ts"
import type { QuoteCase } from "./quote-case.ts"

const offerName = ({ row }: CatalogueOffer): string => `(${row.name} ${row.plan})`

/** Why an offer has no premium, in words. */
export const unratedTexts: Readonly<Record<Unrated, string>> = {
  rated_by_insurer: "is rated by its insurer, who is not asked here",
  no_tariff: "has no tariff for this zone and duration",
  no_age_factor: "has no factor for the age of a traveller",
  no_trip_price: "needs the trip price in a supported currency",
  no_cancellation_rate: "has no cancellation rate for the oldest traveller",
}

/** Names an offer that matches and has no price, with what it lacks. */
const unpricedReasons = (quote: QuoteCase, offer: CatalogueOffer): ReadonlyArray<Reason> => {
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

const counted = (figure: string, because: ReadonlyArray<Reason>): FigureFinding => ({
  figure,
  because,
  from: ["request.trip"],
})

/** Which offers were left out, and why: unpriced, sold elsewhere, or nearly matching. */
export const leftOutFindings = (quote: QuoteCase): ReadonlyArray<FigureFinding> => {
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
  const unpriced = sold.filter(({ row }) => !priced.has(row.offerId))
  const redirected = matched.filter(({ row }) => row.soldByRedirect)
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
