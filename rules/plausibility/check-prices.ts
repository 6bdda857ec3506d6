import type { Finding } from "../../core/check/finding.ts"
import { groupBy } from "../../core/group-by.ts"
import { rehearsedOutcome } from "../pricing/magic.ts"
import type { PricingTables } from "../pricing/pricing-tables.ts"
import type { PricingZone } from "../pricing/zone.ts"
import type { Trip } from "../trip/trip.ts"
import type { Undercut } from "./breach.ts"
import { breachFinding, headFinding } from "./breach-finding.ts"
import { gatherBreaches, gatherHeads } from "./gather-breaches.ts"
import { type HeadBreach, prepareHeadBreaches } from "./head-breaches.ts"
import { ladderPairs } from "./ladder.ts"
import { groupBreaches } from "./group-law.ts"
import { prepareMainCovers } from "./main-covers.ts"
import { planBreaches } from "./plan-law.ts"
import { neighbourBreaches, neighboursOf } from "./neighbour-laws.ts"
import { askedForms, partyOf } from "./neighbours.ts"
import { type PricedCatalogue, preparePricedCatalogue } from "./priced-catalogue.ts"
import type { PriceTerms } from "./price-terms.ts"
import type { TripPrices } from "./rated-trip.ts"
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

/** All that some trips break. */
interface Broken {
  readonly breaches: Array<Undercut>
  readonly heads: Array<HeadBreach>
}

/** The countries of each zone that no failure is rehearsed for and that no offer leaves out. */
const zoneCountries = ({
  pieces: { geography },
  tables,
}: PricedCatalogue): ReadonlyMap<PricingZone, ReadonlyArray<string>> => {
  const magic = new Set(tables.magic?.rows.map(({ country }) => country))
  const usable = tables.countries.rows
    .map(({ code }) => code)
    .filter((code) => !geography.isExcluded(code) && !magic.has(code))
  return groupBy(usable, geography.zoneOf)
}

/** Prepares all laws; each trip is tried in every form that its traveller may ask for. */
const prepareLaws = (catalogue: PricedCatalogue, terms: PriceTerms) => {
  const { boundOf, individualsMax, travellersMax } = terms
  const pairs = ladderPairs(catalogue.tables.offers.rows)
  const headBreaches = prepareHeadBreaches(catalogue.tables, terms)
  const mainCovers = prepareMainCovers(catalogue.tables)
  const adultAge = boundOf("adult_age")
  const groupShareBps = boundOf("group_share_min_bps")
  const countries = zoneCountries(catalogue)
  const met = new Set<number>()
  let trips = 0
  const rateTrip = (trip: Trip): TripPrices => {
    const rated = catalogue.rateTrip(trip)
    trips += 1
    for (const id of rated.prices.keys()) met.add(id)
    return rated
  }
  const tryForm = (form: Trip, seed: number, { breaches, heads }: Broken): void => {
    const rated = rateTrip(form)
    if (rated.prices.size === 0) return
    breaches.push(...planBreaches(pairs, rated))
    heads.push(...headBreaches(rated))
    // Options add to the price of every neighbour alike: with all of them and with none is enough.
    if (form.shouldCoverCancellation !== form.shouldCoverExtremeSports) return
    const neighbours = neighboursOf(rated, { adultAge, countries, travellersMax }, seed)
    breaches.push(...neighbourBreaches(rateTrip, rated, neighbours))
    const individuals = rateTrip(partyOf(form, individualsMax))
    const group = rateTrip(partyOf(form, individualsMax + 1))
    breaches.push(...groupBreaches(mainCovers, individuals, group, groupShareBps))
  }
  return { tryForm, count: () => ({ trips, met: met.size }) }
}

/** Holds the prices of one catalogue for some trips to all laws. */
export const tryPrices = (
  tables: PricingTables,
  trips: ReadonlyArray<Trip>,
  terms: PriceTerms,
): TriedPrices => {
  const catalogue = preparePricedCatalogue(tables)
  const { count, tryForm } = prepareLaws(catalogue, terms)
  const magic = tables.magic?.rows ?? []
  const broken: Broken = { breaches: [], heads: [] }
  const plain = trips.filter((trip) => rehearsedOutcome(magic, trip) === undefined)
  for (const [seed, trip] of fewTrips(catalogue.pieces, plain).entries()) {
    for (const form of askedForms(trip)) tryForm(form, seed, broken)
  }
  const rated = [...catalogue.pieces.offers.values()].filter(
    ({ insurer, row }) => insurer.adapter !== "http" && !row.soldByRedirect,
  )
  return {
    findings: [
      ...gatherBreaches(broken.breaches).map((counted) => breachFinding(catalogue, counted)),
      ...gatherHeads(broken.heads).map((counted) => headFinding(catalogue, counted)),
    ],
    offers: rated.length,
    ...count(),
  }
}
