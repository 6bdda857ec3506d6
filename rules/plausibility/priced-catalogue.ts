import type { Bps } from "../../core/money/minor.ts"
import { prepareExchangeRates } from "../currency/exchange-rates.ts"
import { handlingFeeBps, newAccountTerms } from "../fees/handling-fee.ts"
import { premiumRows } from "../pricing/explanation/price.ts"
import type { PricingTables } from "../pricing/pricing-tables.ts"
import type { RowsOf } from "./breach-finding.ts"
import { prepareRatedTrips, type RateTrip } from "./rated-trip.ts"
import { preparePricingPieces, type PricingPieces } from "../pricing/plan.ts"
import { tripRating } from "../pricing/rating.ts"

/** One catalogue, ready to price trips from its tables, and to say which rows a price is made of. */
export interface PricedCatalogue {
  readonly tables: PricingTables
  readonly pieces: PricingPieces
  /** The fee of a new account, in basis points of the premium. */
  readonly feeBps: Bps
  readonly rateTrip: RateTrip
  readonly rowsOf: RowsOf
}

/** Prepares a catalogue, with the fee of a new account and the rates of the tables. */
export const preparePricedCatalogue = (tables: PricingTables): PricedCatalogue => {
  const pieces = preparePricingPieces(tables)
  const rates = prepareExchangeRates(tables.currencies.rows)
  const terms = newAccountTerms(tables)
  const answer = { offers: [], unpricedCount: 0, redirectOnlyCount: 0, nearMissCount: 0 }
  const feeBps = handlingFeeBps(terms)
  return {
    tables,
    pieces,
    feeBps,
    rateTrip: prepareRatedTrips(pieces, rates, feeBps),
    rowsOf: ({ price: { offer }, rated: { facts, trip } }) => {
      const rate = tripRating(tables, { facts, rates, trip })
      const selection = pieces.select(facts)
      return premiumRows(
        { pieces, trip, terms, facts, rates, selection, guarded: undefined, rate, answer },
        offer,
      )
    },
  }
}
