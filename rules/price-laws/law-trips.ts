import type { AmountMinor } from "../../core/money/minor.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import { plusDays } from "../../core/vocabulary/day.ts"
import { convertMinorOrNaN } from "../currency/convert.ts"
import type { OfferPrice, TripPrices } from "../plausibility/rated-trip.ts"
import type { Trip } from "../trip/trip.ts"
import type { PriceLawWord } from "../plausibility/plausibility-tables.ts"
import type { ProofCatalogue, LawContext } from "./law-catalogue.ts"

/** Two trips that a law compares; for the law of dominance one trip, twice. */
export interface TripPair {
  readonly before: Trip
  readonly after: Trip
}

/** The day on which the trips of proofs begin; prices do not depend on it. */
const firstDay = "2027-06-01"

/** What a trip of a context is made of. */
export interface TripParts {
  readonly context: LawContext
  readonly days: number
  readonly ages: ReadonlyArray<number>
  /** In cents of a euro; undefined where the trip has no price to insure. */
  readonly priceCents: number | undefined
  readonly currency: CurrencyCode
}

/** Prepares trips of contexts in the currencies of a catalogue. */
export const prepareLawTrips =
  ({ rates }: Pick<ProofCatalogue, "rates">) =>
  ({ ages, context: { destinations, kind }, currency, days, priceCents }: TripParts): Trip => {
    const row = rates.get(currency)
    const perEuro =
      row === undefined ? 1 : Number(row.eurRate.numerator) / Number(row.eurRate.denominator)
    const minor = 10 ** (row?.minorUnits ?? 2)
    const trip: Trip = {
      intent: kind.intent,
      startDate: firstDay,
      endDate: plusDays(firstDay, days - 1) ?? firstDay,
      countryResidence: kind.residence,
      ...(kind.residence === "US" ? { stateResidence: "NY" } : {}),
      arrivalCountries: destinations,
      travellers: ages.map((age) => ({ age })),
      currency,
      shouldCoverCancellation: kind.cancellation,
      shouldCoverExtremeSports: kind.extremeSports,
      isAnnual: kind.annual,
    }
    return priceCents === undefined
      ? trip
      : { ...trip, tripPrice: Math.round((priceCents / 100) * perEuro * minor) / minor }
  }

/** What a traveller pays for an offer, in minor units of the trip's currency. */
export interface PaidPrice {
  readonly price: OfferPrice
  readonly paidMinor: AmountMinor
}

/** The prices of a trip as its traveller pays them, the cheapest first. */
export interface PaidTrip {
  readonly rated: TripPrices
  readonly paid: ReadonlyArray<PaidPrice>
}

/** Prepares what travellers pay, by the steps that answer them. */
export const preparePaid =
  ({ priced, rates }: Pick<ProofCatalogue, "priced" | "rates">) =>
  (trip: Trip): PaidTrip => {
    const rated = priced.rateTrip(trip)
    const paid = [...rated.prices.values()].flatMap((price): PaidPrice | [] => {
      const plan = rates.plan(price.currency.code, trip.currency)
      const paidMinor = plan === undefined ? Number.NaN : convertMinorOrNaN(plan, price.amountMinor)
      return paidMinor > 0 ? { price, paidMinor } : []
    })
    return { rated, paid: paid.sort((left, right) => left.paidMinor - right.paidMinor) }
  }

/** The offer that is too cheap and the one that it must not undercut. */
export interface LawBreach {
  readonly law: PriceLawWord
  readonly pair: TripPair
  readonly before: PaidTrip
  readonly after: PaidTrip
  /** What cost the least before, or the offer that is dominated. */
  readonly high: PaidPrice
  /** What costs less now, or the offer that dominates. */
  readonly low: PaidPrice
}

/** The breach of a law by the cheapest offers of two trips; undefined where they keep it. */
export const cheapestBreach = (
  law: PriceLawWord,
  pair: TripPair,
  paidFor: (trip: Trip) => PaidTrip,
): LawBreach | undefined => {
  const [before, after] = [paidFor(pair.before), paidFor(pair.after)]
  const [high] = before.paid
  const [low] = after.paid
  return high === undefined || low === undefined || low.paidMinor >= high.paidMinor
    ? undefined
    : { law, pair, before, after, high, low }
}

/** The breach of the law of dominance by two offers of a trip; undefined where they keep it. */
export const dominanceBreach = (
  trip: Trip,
  { better, worse }: { readonly better: number; readonly worse: number },
  paidFor: (trip: Trip) => PaidTrip,
): LawBreach | undefined => {
  const paid = paidFor(trip)
  const find = (id: number) => paid.paid.find(({ price }) => price.offer.row.offerId === id)
  const [low, high] = [find(better), find(worse)]
  return high === undefined || low === undefined || low.paidMinor >= high.paidMinor
    ? undefined
    : { law: "cover", pair: { before: trip, after: trip }, before: paid, after: paid, high, low }
}
