import { daysInclusive, plusDays } from "../../core/vocabulary/day.ts"
import type { Trip } from "../trip/trip.ts"
import {
  type LawBreach,
  cheapestBreach,
  dominanceBreach,
  type PaidTrip,
  type TripPair,
} from "./law-trips.ts"

/** Pairs of trips that a witness may be replaced by, the smallest first. */
type Smaller = (pair: TripPair, law: LawBreach["law"]) => ReadonlyArray<TripPair>

const both = (pair: TripPair, change: (trip: Trip) => Trip): TripPair => ({
  before: change(pair.before),
  after: change(pair.after),
})

/** How many of the travellers of both trips are the same: a traveller who is added or ages stands last. */
const sharedOf = ({ before: { travellers } }: TripPair, law: LawBreach["law"]): number =>
  law === "age" ? travellers.length - 1 : travellers.length

/** The same trips with other ones of the travellers that both have. */
const withShared = (
  pair: TripPair,
  law: LawBreach["law"],
  change: (shared: Trip["travellers"]) => Trip["travellers"],
): TripPair => {
  const shared = sharedOf(pair, law)
  return both(pair, (trip) => ({
    ...trip,
    travellers: [...change(trip.travellers.slice(0, shared)), ...trip.travellers.slice(shared)],
  }))
}

const fewerTravellers: Smaller = (pair, law) => {
  const shared = sharedOf(pair, law)
  const least = law === "age" ? 0 : 1
  return Array.from({ length: Math.max(0, shared - least) }, (_, index) => index + least).flatMap(
    (count) =>
      [0, shared - count].map((from) =>
        withShared(pair, law, (travellers) => travellers.slice(from, from + count)),
      ),
  )
}

/** Lengths that are tried before a day less, in days: whole weeks and months, and where tables often change. */
const usualDays = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 15, 16, 21, 22, 30, 31, 32, 60, 61, 90, 91, 120, 121, 180, 181,
  366, 367,
]

const fewerDays: Smaller = (pair) => {
  const days = daysInclusive(pair.before.startDate, pair.before.endDate)
  return [...usualDays, days - 30, days - 1]
    .filter((fewer) => fewer >= 1 && fewer < days)
    .map((fewer) =>
      both(pair, (trip) => ({
        ...trip,
        endDate: plusDays(trip.endDate, fewer - days) ?? trip.endDate,
      })),
    )
}

const lowerPrices: Smaller = (pair) => {
  const { tripPrice } = pair.after
  if (tripPrice === undefined) return []
  const priced = (price: number): TripPair =>
    both(pair, (trip) =>
      trip.tripPrice === undefined
        ? trip
        : { ...trip, tripPrice: Math.max(0, price + trip.tripPrice - tripPrice) },
    )
  const none = both(pair, (trip) => {
    const unpriced = { ...trip }
    delete unpriced.tripPrice
    return unpriced
  })
  const asksForIt = pair.before.shouldCoverCancellation || pair.after.shouldCoverCancellation
  return [
    ...(asksForIt ? [] : [none]),
    ...[0, 1, 10, 100, 1_000, 10_000, Math.floor(tripPrice / 2), Math.ceil(tripPrice) - 1]
      .filter((price) => price >= 0 && price < tripPrice)
      .map(priced),
  ]
}

/** The age in years that a traveller is told with where it makes no difference. */
const plainAge = 35

const plainAges: Smaller = (pair, law) => {
  const shared = pair.before.travellers.slice(0, sharedOf(pair, law))
  const ages = [...new Set(shared.map(({ age }) => age))].filter((age) => age !== plainAge)
  return ages.map((from) =>
    withShared(pair, law, (travellers) =>
      travellers.map(({ age }) => ({ age: age === from ? plainAge : age })),
    ),
  )
}

const fewerPlaces: Smaller = (pair) => {
  const { arrivalCountries } = pair.before
  return arrivalCountries.length === 1
    ? []
    : arrivalCountries.map((code) => both(pair, (trip) => ({ ...trip, arrivalCountries: [code] })))
}

const inEuros: Smaller = (pair) =>
  pair.before.currency === "EUR" ? [] : [both(pair, (trip) => ({ ...trip, currency: "EUR" }))]

const ways: ReadonlyArray<Smaller> = [
  fewerTravellers,
  fewerDays,
  inEuros,
  lowerPrices,
  fewerPlaces,
  plainAges,
]

/** A witness is made smaller so often at most; one that is not the smallest yet still is one. */
const stepsMax = 500

/**
 * Prepares the smallest witness of a breach: neither a traveller, nor a day, nor a euro of insured price less
 * would show that the same offer is too cheap.
 */
export const prepareSmallestWitness =
  (
    paidFor: (trip: Trip) => PaidTrip,
    isExcepted: (law: LawBreach["law"], pair: TripPair) => boolean,
  ) =>
  (breach: LawBreach): LawBreach => {
    const { law } = breach
    const [better, worse] = [breach.low, breach.high].map(({ price }) => price.offer.row.offerId)
    const breachOf = (pair: TripPair): LawBreach | undefined => {
      const found =
        law === "cover"
          ? dominanceBreach(pair.after, { better: better ?? 0, worse: worse ?? 0 }, paidFor)
          : cheapestBreach(law, pair, paidFor)
      return found?.low.price.offer.row.offerId === better && !isExcepted(law, pair)
        ? found
        : undefined
    }
    const smallerThan = (larger: LawBreach): LawBreach | undefined => {
      for (const way of ways) {
        for (const pair of way(larger.pair, law)) {
          const found = breachOf(pair)
          if (found !== undefined) return found
        }
      }
      return undefined
    }
    let smallest = breach
    for (let steps = 0; steps < stepsMax; steps += 1) {
      const smaller = smallerThan(smallest)
      if (smaller === undefined) break
      smallest = smaller
    }
    return smallest
  }
