import { memo } from "../../core/memory.ts"
import { daysInclusive } from "../../core/vocabulary/day.ts"
import { groupBy } from "../../core/group-by.ts"
import type { ReadPrinted } from "../guarantees/printed/read-printed.ts"
import { coverHighlight } from "../pricing/highlights.ts"
import type { Offer } from "../pricing/offer.ts"
import { type PricingPieces, tripFacts } from "../pricing/plan.ts"
import type { HighlightRow } from "../pricing/pricing-tables.ts"
import { type SaleTerms, saleTermsOf } from "../pricing/sale-terms.ts"
import type { Trip } from "../trip/trip.ts"

/** How an offer stands to a guarantee that it does not hold. */
export type LackKind = "absent" | "optional" | "unstated"

/** Something that an offer leaves out, and what the trip has of it. */
export interface LeftOut {
  /** Which text says it. */
  readonly says: string
  readonly figure: number | null
  /** The traveller's own figures beside it: the days of the trip, or the ages; none where it has none. */
  readonly own: ReadonlyArray<number>
}

/** What an offer does not cover on a trip, and the limits within which it covers. */
export interface NotCovered {
  /** The guarantees that it does not hold, in the order of their table. */
  readonly lacks: ReadonlyArray<{ readonly slug: string; readonly kind: LackKind }>
  readonly leftOut: ReadonlyArray<LeftOut>
  readonly terms: SaleTerms
  /** The countries that it leaves out, where it leaves any out. */
  readonly countriesOut: ReadonlyArray<string>
}

/** What the catalogue says of guarantees that an answer shows as not available. */
export interface ToldLacks {
  /** How an offer stands to a guarantee; undefined where it holds it. */
  readonly lackOf: (offer: Pick<Offer, "guarantees" | "id">, slug: string) => LackKind | undefined
}

/** Prepares telling what is left out, what an option brings, and what was never understood. */
export const prepareLacks = (pieces: PricingPieces, readPrinted: ReadPrinted): ToldLacks => {
  const { guarantees, offers } = pieces.tables
  const optional = new Set<string>()
  const unread = new Set<string>()
  const rowOf = new Map(offers.rows.map((row) => [String(row.offerId), row]))
  for (const { offerId, option, printed, slug } of guarantees.rows) {
    const key = `${offerId} ${slug}`
    if (option !== null) optional.add(key)
    const offer = pieces.offers.get(offerId)
    const currency = rowOf.get(offerId)?.guaranteeCurrency
    if (printed === undefined || offer === undefined || currency === undefined) continue
    const { mapped } = readPrinted(printed, { language: offer.insurer.language, currency })
    if (!mapped) unread.add(key)
  }
  return {
    lackOf: (offer, slug) => {
      const guarantee = Object.hasOwn(offer.guarantees, slug) ? offer.guarantees[slug] : undefined
      const key = `${offer.id} ${slug}`
      if (guarantee === undefined || unread.has(key)) return "unstated"
      if (guarantee.state !== "not_available") return undefined
      return optional.has(key) ? "optional" : "absent"
    },
  }
}

/** Tells what an offer does not cover on a trip; what is the same for all offers is read once for each trip. */
export type TellNotCovered = (trip: Trip) => (offer: Pick<Offer, "guarantees" | "id">) => NotCovered

/** Prepares telling what offers do not cover. */
export const prepareNotCovered = (pieces: PricingPieces, { lackOf }: ToldLacks): TellNotCovered => {
  const { geography, tables } = pieces
  const rowsOf = groupBy(
    tables.highlights.rows.filter(
      ({ kind, says }) => kind === "excluded" && says !== coverHighlight,
    ),
    ({ offerId }) => offerId,
  )
  const asked = memo((isExpat: boolean) =>
    tables.guaranteeNames.rows.flatMap(({ group, slug }) =>
      (group === "expat") === isExpat && !rarelyAsked.has(slug) ? slug : [],
    ),
  )
  return (trip) => {
    const taken = tables.eligibility.evaluate(tripFacts(trip, geography))
    const taking = new Set(taken.map(({ line }) => line))
    return (offer) => {
      const terms = saleTermsOf(tables.eligibility, offer.id, taking)
      const printed = new Set(Object.keys(offer.guarantees))
      const isExpat = asked(true).some((slug) => printed.has(slug))
      const isAsked = new Set([...printed, ...asked(isExpat)])
      return {
        lacks: tables.guaranteeNames.rows.flatMap(({ slug }) => {
          const kind = isAsked.has(slug) ? lackOf(offer, slug) : undefined
          return kind === undefined ? [] : { slug, kind }
        }),
        leftOut: leftOutOf(rowsOf.get(String(offer.id)) ?? [], terms, trip),
        terms,
        countriesOut: terms.leavesCountriesOut ? tables.excludedCountries : [],
      }
    }
  }
}

/** Guarantees that few offers print, as few trips need them: nobody misses a word on them. */
const rarelyAsked: ReadonlySet<string> = new Set(["studiesInterruption"])

const longerTrips = "trips_longer"
const olderTravellers = "travellers_over"

/** What an offer's own statements leave out, and the limits of its sale that they do not tell. */
const leftOutOf = (
  rows: ReadonlyArray<HighlightRow>,
  { daysMax, oldestAgeMax }: SaleTerms,
  trip: Trip,
): ReadonlyArray<LeftOut> => {
  const ages = [...new Set(trip.travellers.map(({ age }) => age))]
  const ownOf: Readonly<Record<string, ReadonlyArray<number>>> = {
    [longerTrips]: [daysInclusive(trip.startDate, trip.endDate)],
    [olderTravellers]: ages,
  }
  const limits = [
    { says: longerTrips, figure: daysMax },
    { says: olderTravellers, figure: oldestAgeMax },
  ]
  const isTold = (says: string): boolean => rows.some((row) => row.says === says)
  return [...rows, ...limits.filter(({ figure, says }) => figure !== null && !isTold(says))].map(
    ({ figure, says }) => ({ says, figure, own: ownOf[says] ?? [] }),
  )
}
