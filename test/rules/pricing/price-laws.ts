import * as Result from "effect/Result"
import type { Draws } from "../../../core/random/draws.ts"
import { parseDecimal, type Rational, zero } from "../../../core/money/rational.ts"
import type { Guarantee } from "../../../core/vocabulary/guarantee.ts"
import { daysInclusive, plusDays } from "../../../core/vocabulary/day.ts"
import { compareCovers, type Held } from "../../../rules/plausibility/cover-order.ts"
import type { LawCatalogue, PriceLawWord } from "../../../rules/plausibility/plausibility-tables.ts"
import type { PricingEngine } from "../../../rules/pricing/engine.ts"
import { tripFacts } from "../../../rules/pricing/plan.ts"
import type { Offer } from "../../../rules/pricing/offer.ts"
import type { AllTables } from "../../../rules/tables/index.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { links, standardTerms } from "./trips.ts"

/** A trip that may not cost less than the one drawn, and the law that says so. */
interface Neighbour {
  readonly law: PriceLawWord
  readonly trip: Trip
}

/** A pair of trips, or of offers for one trip, that breaks a law. */
export interface Fall extends Neighbour {
  readonly before: Trip
  readonly was: Offer
  readonly is: Offer
}

const edges = {
  ages: [
    0, 2, 3, 10, 16, 17, 18, 25, 26, 30, 31, 35, 36, 39, 40, 41, 49, 50, 59, 60, 61, 64, 65, 66, 69,
    70, 71, 74, 75, 76, 79, 80, 81, 84, 85, 89,
  ],
  days: [
    1, 2, 3, 4, 7, 8, 9, 10, 14, 15, 16, 30, 31, 32, 56, 57, 60, 61, 90, 91, 100, 101, 120, 121,
    180, 181, 200, 365, 366, 367, 732, 733,
  ],
  sizes: [1, 2, 3, 4, 5, 8, 9, 10, 10, 10, 11, 11, 12, 15, 25, 49, 50],
  residences: ["FR", "DE", "GB", "CH", "US", "CA", "BR", "MA", "IN", "SG", "SN"],
  destinations: ["ES", "FR", "TH", "JP", "US", "CA", "BR", "GB", "MA", "AF"],
  currencies: ["EUR", "EUR", "EUR", "USD", "GBP", "CHF"],
}

/** Draws trips at the edges where tables change from one row to the next. */
export const drawTrip = (
  draws: Draws,
  intents: ReadonlyArray<string>,
  forcesAnnual: (intent: string) => boolean,
): Trip => {
  const of = <One>(some: ReadonlyArray<One>): One => some[draws.below(some.length)] as One
  const intent = draws.below(4) === 0 ? "forTourism" : of(intents)
  const size = draws.below(5) === 0 ? draws.between(1, 50) : of(edges.sizes)
  const oneAge = draws.below(2) === 0
  const age = () => (draws.below(6) === 0 ? draws.between(0, 89) : of(edges.ages))
  const first = age()
  const second = age()
  const mixed = draws.below(3)
  const travellers = Array.from({ length: size }, (_, index) => ({
    age: oneAge ? first : mixed === 0 ? age() : index === 0 ? second : first,
  }))
  const days = draws.below(3) === 0 ? draws.between(1, 400) : of(edges.days)
  const startDate = "2027-01-01"
  const many = draws.below(8) === 0
  const annual = forcesAnnual(intent) || draws.below(12) === 0
  const cancels = draws.below(3) === 0
  const tripPrice =
    cancels || draws.below(2) === 0
      ? of([0, 1, 50, 200, 500, 1_000, 1_500, 3_000, 5_000, 12_000, 40_000, draws.below(20_000)])
      : undefined
  const countryResidence = of(edges.residences)
  const own = draws.below(15) === 0
  return {
    intent,
    startDate,
    endDate: plusDays(startDate, days - 1) ?? startDate,
    countryResidence,
    arrivalCountries: own
      ? [countryResidence]
      : [
          ...new Set(
            many ? [of(edges.destinations), of(edges.destinations)] : [of(edges.destinations)],
          ),
        ],
    travellers,
    currency: of(edges.currencies),
    ...(tripPrice === undefined ? {} : { tripPrice }),
    shouldCoverCancellation: cancels && tripPrice !== undefined,
    shouldCoverExtremeSports: draws.below(4) === 0,
    isAnnual: annual,
  }
}

/** The neighbours of a trip: each has one thing more. */
const neighboursOf = (trip: Trip, draws: Draws): ReadonlyArray<Neighbour> => {
  const { travellers, tripPrice } = trip
  const ages = [...new Set(travellers.map(({ age }) => age))]
  const youngest = Math.min(...ages)
  const added = [
    youngest,
    Math.max(...ages),
    edges.ages[draws.below(edges.ages.length)] ?? 0,
    65,
    5,
  ]
  const one = <One>(value: One | undefined): ReadonlyArray<One> =>
    value === undefined ? [] : [value]
  return [
    ...(travellers.length >= 50
      ? []
      : [...new Set(added)].map((age): Neighbour => ({
          law: "traveller",
          trip: { ...trip, travellers: [...travellers, { age }] },
        }))),
    ...one(plusDays(trip.endDate, 1)).map((endDate): Neighbour => ({
      law: "day",
      trip: { ...trip, endDate },
    })),
    ...(tripPrice === undefined || trip.shouldCoverCancellation
      ? []
      : [{ law: "cancellation" as const, trip: { ...trip, shouldCoverCancellation: true } }]),
    ...(trip.shouldCoverExtremeSports
      ? []
      : [{ law: "extreme_sports" as const, trip: { ...trip, shouldCoverExtremeSports: true } }]),
    ...ages
      .filter((age) => age >= 18 && age < 120)
      .slice(0, 3)
      .map((age): Neighbour => {
        const at = travellers.findIndex((each) => each.age === age)
        return { law: "age", trip: { ...trip, travellers: travellers.with(at, { age: age + 1 }) } }
      }),
    ...one(tripPrice).flatMap((price): ReadonlyArray<Neighbour> => [
      { law: "trip_price", trip: { ...trip, tripPrice: price + 1 } },
      { law: "trip_price", trip: { ...trip, tripPrice: price + 1 + draws.below(5_000) } },
    ]),
  ]
}

const heldIn = (
  { guaranteeCurrency, guarantees }: Offer,
  slug: string,
  rateOf: (code: string) => Rational,
): Held => {
  const held: Guarantee | undefined = guarantees[slug]
  const value = held?.value ?? null
  return {
    state: held?.state ?? "not_available",
    value: value === null ? null : Result.getOrElse(parseDecimal(String(value)), () => zero),
    eurRate: rateOf(guaranteeCurrency),
  }
}

/** Prepares what breaks a law among a trip's offers and its neighbours'. */
export const preparePriceLaws = (
  engine: PricingEngine,
  catalogue: LawCatalogue,
  tables: Pick<AllTables, "currencies" | "guarantees" | "priceExceptions">,
) => {
  const slugs = tables.guarantees.rows.map(({ slug }) => slug)
  const rateOf = (code: string): Rational => tables.currencies.get(code)?.eurRate ?? zero
  const offersFor = (trip: Trip): ReadonlyArray<Offer> => {
    const quote = engine.price(trip, standardTerms, links)
    return Result.isSuccess(quote) ? quote.success.offers : []
  }
  /** Whether one offer holds no less of anything than another one, and more of something. */
  const dominates = (one: Offer, other: Offer): boolean => {
    let more = false
    for (const slug of slugs) {
      const [left, right] = [heldIn(one, slug, rateOf), heldIn(other, slug, rateOf)]
      if (left.state === "not_available" && right.state === "not_available") continue
      const order = compareCovers(left, right)
      if (order === undefined || order < 0) return false
      if (order > 0) more = true
    }
    return more
  }
  const isExcepted = ({ law, trip }: Neighbour, before: Trip): boolean => {
    const facts = tripFacts(trip, engine.pieces.geography)
    const oldestAgeBefore = Math.max(...before.travellers.map(({ age }) => age))
    const priceToldBefore = before.tripPrice !== undefined
    const asked = { ...facts, law, catalogue, oldestAgeBefore, priceToldBefore }
    return tables.priceExceptions.evaluate(asked).length > 0
  }
  const falls = (trip: Trip, draws: Draws): ReadonlyArray<Fall> => {
    const offers = offersFor(trip)
    const [was] = offers
    if (was === undefined) return []
    const found: Array<Fall> = []
    for (const [index, cheap] of offers.entries()) {
      for (const dear of offers.slice(index + 1)) {
        if (dear.price.amountInCents > cheap.price.amountInCents && dominates(cheap, dear)) {
          const same = { law: "cover" as const, trip }
          if (!isExcepted(same, trip)) found.push({ ...same, before: trip, was: dear, is: cheap })
        }
      }
    }
    for (const neighbour of neighboursOf(trip, draws)) {
      const [is] = offersFor(neighbour.trip)
      if (is === undefined || is.price.amountInCents >= was.price.amountInCents) continue
      if (!isExcepted(neighbour, trip)) found.push({ ...neighbour, before: trip, was, is })
    }
    return found
  }
  /** Whether a party of ten that has offers has none with an eleventh traveller of an age that it has. */
  const isLost = (trip: Trip): boolean => {
    if (trip.travellers.length !== 10 || offersFor(trip).length === 0) return false
    const [eleventh] = trip.travellers
    return (
      eleventh !== undefined &&
      offersFor({ ...trip, travellers: [...trip.travellers, eleventh] }).length === 0
    )
  }
  return { falls, isLost, offersFor }
}

/** A fall in a line, for whoever has to mend the tables. */
export const fallText = ({ before, is, law, trip, was }: Fall): string => {
  const ages = (one: Trip) => {
    const counts = Map.groupBy(one.travellers, ({ age }) => age)
    return [...counts].map(([age, all]) => `${all.length}x${age}`).join("+")
  }
  const facts = [
    before.intent,
    `${before.countryResidence}>${before.arrivalCountries.join("+")}`,
    `${daysInclusive(before.startDate, before.endDate)}d`,
    before.isAnnual ? "annual" : "",
    before.shouldCoverCancellation ? "cancellation" : "",
    before.shouldCoverExtremeSports ? "sports" : "",
    before.tripPrice === undefined ? "" : `P=${before.tripPrice}`,
    before.currency,
    `${ages(before)}${law === "cover" ? "" : ` > ${ages(trip)}`}`,
  ]
  const price = ({ id, price: { amount } }: Offer) => `${id} ${amount}`
  return `${law}: ${facts.filter((each) => each !== "").join(" ")}: ${price(was)} > ${price(is)}`
}
