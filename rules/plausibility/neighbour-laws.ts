import { groupBy } from "../../core/group-by.ts"
import { makeDraws } from "../../core/random/draws.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import { plusDays } from "../../core/vocabulary/day.ts"
import {
  cheaperThan,
  type PriceLaw,
  type RateTrip,
  type TripPrices,
  type Undercut,
} from "./rated-trip.ts"
import type { OfferRow, PricingTables } from "../pricing/pricing-tables.ts"
import { type PricingZone, pricingZones } from "../pricing/zone.ts"
import type { Trip } from "../trip/trip.ts"

/**
 * Trips that must not cost less than a trip: one with an older adult, a longer one, one into each
 * wider zone, and one with a traveller more. The same number draws the same trips.
 */
export const neighboursOf = (
  { facts, trip }: TripPrices,
  { adultAge, countries, travellersMax }: NeighbourTerms,
  seed: number,
): ReadonlyArray<Neighbour> => {
  const draws = makeDraws(seed)
  const older = olderAdult(trip, draws.between(1, yearsMax), adultAge)
  const later = longer(trip, draws.between(1, daysMax))
  const wider = pricingZones.slice(pricingZones.indexOf(facts.zone) + 1).flatMap((zone) => {
    // A trip at home costs less, whatever the zone.
    const country = countries.get(zone)?.find((code) => code !== trip.countryResidence)
    return country === undefined ? [] : [elsewhere(trip, country)]
  })
  return [
    ...(older === undefined ? [] : [{ law: "age", trip: older } as const]),
    ...(later === undefined ? [] : [{ law: "length", trip: later } as const]),
    ...wider.map((other): Neighbour => ({ law: "zone", trip: other })),
    ...(facts.travellers < travellersMax ? [{ law: "party", trip: oneMore(trip) } as const] : []),
  ]
}

/** Breaches between a trip and those that must not cost less. */
export const neighbourBreaches = (
  rateTrip: RateTrip,
  rated: TripPrices,
  neighbours: ReadonlyArray<Neighbour>,
): ReadonlyArray<Undercut> =>
  neighbours.flatMap(({ law, trip }) => cheaperThan(law, rated, rateTrip(trip)))

/**
 * The same trip in every form that its traveller may ask for: with and without cancellation, as far as
 * its price is known, and with and without extreme sports.
 */
export const askedForms = (trip: Trip): ReadonlyArray<Trip> =>
  [false, true]
    .filter((cancellation) => !cancellation || trip.tripPrice !== undefined)
    .flatMap((shouldCoverCancellation) =>
      [false, true].map((shouldCoverExtremeSports) => ({
        ...trip,
        shouldCoverCancellation,
        shouldCoverExtremeSports,
      })),
    )

/** The same trip of a party whose oldest is some years older; undefined if that is no adult, or beyond all ages. */
export const olderAdult = (trip: Trip, years: number, adultAge: number): Trip | undefined => {
  const oldest = Math.max(...trip.travellers.map(({ age }) => age))
  if (oldest < adultAge || oldest + years > ageMax) return undefined
  const index = trip.travellers.findIndex(({ age }) => age === oldest)
  return { ...trip, travellers: trip.travellers.with(index, { age: oldest + years }) }
}

/** The same trip with some more days at its end. */
export const longer = (trip: Trip, days: number): Trip | undefined => {
  const endDate = plusDays(trip.endDate, days)
  return endDate === undefined ? undefined : { ...trip, endDate }
}

/** The same trip with one traveller more, as old as the youngest; its price stays. */
export const oneMore = (trip: Trip): Trip => ({
  ...trip,
  travellers: [...trip.travellers, { age: Math.min(...trip.travellers.map(({ age }) => age)) }],
})

/** The same trip of some travellers of the same ages, in turn, and its price by head. */
export const partyOf = (trip: Trip, count: number): Trip => {
  const { travellers, tripPrice } = trip
  const party = Array.from({ length: count }, (_, index) => ({
    age: travellers[index % travellers.length]?.age ?? 0,
  }))
  return tripPrice === undefined
    ? { ...trip, travellers: party }
    : {
        ...trip,
        travellers: party,
        tripPrice: Math.round((tripPrice / travellers.length) * count),
      }
}

/**
 * Every two plans of one insurer and product of which one ranks above the other, each with its
 * nearest first. Plans without a rank, or of the same one, stand in no order.
 *
 * ```ts
 * import { ladderPairs } from "../rules/plausibility/neighbour-laws.ts"
 *
 * const plan = (offerId: number, planRank: number | null) => ({ offerId, insurer: "a", name: "Trip", planRank })
 * ladderPairs([plan(3, 2), plan(1, 1), plan(2, null)]).map(({ higher, lower }) => [lower.offerId, higher.offerId]) // => [[1, 3]]
 * ```
 */
export const ladderPairs = <Row extends Pick<OfferRow, "insurer" | "name" | "planRank">>(
  offers: ReadonlyArray<Row>,
): ReadonlyArray<{ readonly lower: Row; readonly higher: Row }> =>
  [...groupBy(offers, ({ insurer, name }) => `${insurer} ${name}`).values()].flatMap((plans) => {
    const ladder = plans
      .filter(({ planRank }) => (planRank ?? null) !== null)
      .sort((left, right) => (left.planRank ?? 0) - (right.planRank ?? 0))
    return ladder.flatMap((higher, index) =>
      ladder
        .slice(0, index)
        .filter(({ planRank }) => planRank !== higher.planRank)
        .map((lower) => ({ lower, higher }))
        .reverse(),
    )
  })

/** An offer as people know it: product, plan and id. */
export const offerText = ({ name, offerId, plan }: OfferRow): string =>
  `${name} ${plan} (${offerId})`

/** The name of an offer's insurer. */
export const insurerText = (
  { insurers }: Pick<PricingTables, "insurers">,
  { insurer }: OfferRow,
): string => insurers.get(insurer)?.name ?? insurer

/** What neighbours are made with. */
interface NeighbourTerms {
  /** The age in years from which an older traveller never costs less. */
  readonly adultAge: number
  /** The most travellers that a trip may have. */
  readonly travellersMax: number
  /** The countries of each zone that a trip can be tried in. */
  readonly countries: ReadonlyMap<PricingZone, ReadonlyArray<string>>
}

/** A trip that must not cost less than the one that it is made from, and the law that says so. */
interface Neighbour {
  readonly law: PriceLaw
  readonly trip: Trip
}

const ageMax = 120

/** How much older, and how many days longer, neighbours are at most. */
const yearsMax = 20

const daysMax = 30

/** The same trip to one other country. */
const elsewhere = (trip: Trip, country: CountryCode): Trip => ({
  ...trip,
  arrivalCountries: [country],
})
