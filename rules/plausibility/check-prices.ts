import type { Finding } from "../../core/check/finding.ts"
import { prepareExchangeRates } from "../currency/exchange-rates.ts"
import { handlingFeeBps } from "../fees/handling-fee.ts"
import { newAccountTerms } from "../fees/new-account-terms.ts"
import { premiumReasons } from "../pricing/explanation/premium.ts"
import { rehearsedOutcome } from "../pricing/magic.ts"
import { preparePricingPieces } from "../pricing/prepared.ts"
import type { PricingTables } from "../pricing/pricing-tables.ts"
import { tripRating } from "../pricing/rate-by-tariff.ts"
import type { Trip } from "../trip/trip.ts"
import { breachFinding, type ReasonsOf } from "./breach-finding.ts"
import { gatherBreaches } from "./gather-breaches.ts"
import { ladderPairs } from "./ladder.ts"
import { planBreaches } from "./laws.ts"
import { askedForms } from "./neighbours.ts"
import { prepareRatedTrips } from "./rated-trip.ts"
import { fewTrips } from "./tried-trips.ts"

/** Which prices were tried, and what was found. */
export interface TriedPrices {
  readonly findings: ReadonlyArray<Finding>
  /** Trips that were priced, the derived ones included. */
  readonly trips: number
  /** Offers that are rated from the tables, and those of them that some trip met. */
  readonly offers: number
  readonly met: number
}

/** Holds the prices of one catalogue for some trips to all laws. */
export const tryPrices = (tables: PricingTables, trips: ReadonlyArray<Trip>): TriedPrices => {
  const pieces = preparePricingPieces(tables)
  const rates = prepareExchangeRates(tables.currencies.rows)
  const terms = newAccountTerms(tables)
  const rateTrip = prepareRatedTrips(pieces, rates, handlingFeeBps(terms))
  const pairs = ladderPairs(tables.offers.rows)
  const magic = tables.magic?.rows ?? []
  const seen = new Set<number>()
  let count = 0
  const breaches = fewTrips(
    pieces,
    trips.filter((trip) => rehearsedOutcome(magic, trip) === undefined),
  ).flatMap((trip) =>
    askedForms(trip).flatMap((form) => {
      const rated = rateTrip(form)
      count += 1
      for (const id of rated.prices.keys()) seen.add(id)
      return planBreaches(pairs, rated)
    }),
  )
  const reasonsOf: ReasonsOf = ({ price: { offer }, rated: { facts, trip } }) => {
    const rate = tripRating(tables, { facts, rates, trip })
    const answer = { offers: [], unpricedCount: 0, redirectOnlyCount: 0, nearMissCount: 0 }
    const selection = pieces.select(facts)
    return premiumReasons({ pieces, trip, terms, facts, rates, selection, rate, answer }, offer)
  }
  const rated = [...pieces.offers.values()].filter(
    ({ insurer, row }) => insurer.adapter !== "http" && !row.soldByRedirect,
  )
  return {
    findings: gatherBreaches(breaches).map((counted) => breachFinding(tables, reasonsOf, counted)),
    trips: count,
    offers: rated.length,
    met: seen.size,
  }
}
