import { makeDraws } from "../../core/random/draws.ts"
import type { PricingZone } from "../pricing/zone.ts"
import { pricingZones } from "../pricing/zone.ts"
import type { Trip } from "../trip/trip.ts"
import { type Undercut, cheaperThan, type PriceLaw } from "./breach.ts"
import { elsewhere, longer, olderAdult, oneMore } from "./neighbours.ts"
import type { TripPrices, RateTrip } from "./rated-trip.ts"

/** A trip that must not cost less than the one that it is made from, and the law that says so. */
export interface Neighbour {
  readonly law: PriceLaw
  readonly trip: Trip
}

/** What neighbours are made with. */
export interface NeighbourTerms {
  /** The age in years from which an older traveller never costs less. */
  readonly adultAge: number
  /** The most travellers that a trip may have. */
  readonly travellersMax: number
  /** The countries of each zone that a trip can be tried in. */
  readonly countries: ReadonlyMap<PricingZone, ReadonlyArray<string>>
}

/** How much older, and how many days longer, neighbours are at most. */
const yearsMax = 20
const daysMax = 30

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
