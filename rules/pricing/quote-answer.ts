import { daysInclusive } from "../../core/vocabulary/day.ts"
import type { KeyMode } from "../accounts/partner.ts"
import type { Trip } from "../trip/trip.ts"
import type { Offer, PricedQuote } from "./offer-shown.ts"

/** An answer around a quote, its members in this order. */
export interface QuoteAnswer<Shown = Offer> extends PricedQuote<Shown> {
  readonly ok: true
  readonly mode: KeyMode
  /** A token, or absent where nothing is kept between calls. */
  readonly sessionId?: string
  /** The trip as it was read. */
  readonly trip: Trip
  readonly quote: {
    readonly mode: KeyMode
    readonly days: number
    readonly travellers: number
    /** An ISO 8601 time. */
    readonly expiresAt?: string
  }
  /** What else is said of the answer. */
  readonly meta: object
}

/** What an answer says of prices and trip, from a server or without one: no session, no end, no `meta`. */
export const quoteOf = <Mode extends KeyMode>(
  mode: Mode,
  trip: Trip,
  { nearMissCount, offers, redirectOnlyCount, unpricedCount }: PricedQuote,
) => ({
  offers,
  unpricedCount,
  redirectOnlyCount,
  nearMissCount,
  trip,
  quote: {
    mode,
    days: daysInclusive(trip.startDate, trip.endDate),
    travellers: trip.travellers.length,
  },
})
