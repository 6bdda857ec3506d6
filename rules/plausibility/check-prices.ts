import * as Result from "effect/Result"
import type { Finding } from "../../core/check/finding.ts"
import { groupBy } from "../../core/group-by.ts"
import { memo } from "../../core/memory.ts"
import type { Bps } from "../../core/money/minor.ts"
import { zero } from "../../core/money/rational.ts"
import { caseSituations } from "../corpus/cases.ts"
import type { CorpusTables } from "../corpus/corpus-tables.ts"
import { corpusSeed } from "../corpus/corpus.ts"
import { tripSituations } from "../corpus/generate.ts"
import {
  breachFinding,
  type CountedBreach,
  type CountedHead,
  headFinding,
} from "./breach-finding.ts"
import { compareCovers, type Held } from "./cover-order.ts"
import {
  askedForms,
  ladderPairs,
  neighbourBreaches,
  neighboursOf,
  partyOf,
} from "./neighbour-laws.ts"
import {
  decisivePart,
  greatestPart,
  type HeadBreach,
  prepareHeadBreaches,
  type PriceTerms,
} from "./price-bounds.ts"
import {
  breachOf,
  type OfferPrice,
  perEuro,
  shortfall,
  type TripPrices,
  type Undercut,
} from "./rated-trip.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import { type PricingPieces, tripFacts } from "../pricing/plan.ts"
import { rehearsedOutcome } from "../pricing/magic.ts"
import type { OfferRow, PricingTables, TripFacts } from "../pricing/pricing-tables.ts"
import type { PricingZone } from "../pricing/zone.ts"
import { readQuoteRequest } from "../trip/request.ts"
import type { TripVocabulary } from "../trip/trip-vocabulary.ts"
import type { Trip } from "../trip/trip.ts"
import { preparePricedCatalogue, type PricedCatalogue } from "./priced-catalogue.ts"

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

/** The analysts' trips, then drawn ones, as far as they can be read. */
export const corpusTrips = (
  tables: CorpusTables,
  vocabulary: TripVocabulary,
  seed = corpusSeed,
): ReadonlyArray<Trip> =>
  [...caseSituations(tables), ...tripSituations(tables, seed, drawnCount)].flatMap(({ quote }) => {
    const read = readQuoteRequest(quote, vocabulary)
    return Result.isSuccess(read) ? [read.success.trip] : []
  })

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

/** Prepares what offers hold of the main guarantees; the lines of an offer are read once. */
const prepareMainCovers = ({ linesOf }: Pick<PricingTables, "linesOf">): MainCoversOf => {
  const mainLines = memo(({ row }: CatalogueOffer) => {
    const lines = linesOf(row)
    return mainSlugs.map((slug) => lines.find((line) => line.slug === slug))
  })
  return (offer, { cancellation, extremeSports }) =>
    mainLines(offer).map((line) => {
      if (line === undefined) return nothing
      const { option, state, value } = line
      const isHeld = option === null || (option === "cancellation" ? cancellation : extremeSports)
      return isHeld ? { state, value, eurRate: offer.guaranteeCurrency.eurRate } : nothing
    })
}

/** What an offer holds of the main guarantees for the options that a trip asks for. */
type MainCoversOf = (
  offer: CatalogueOffer,
  options: Pick<TripFacts, "cancellation" | "extremeSports">,
) => MainCovers

/** What an offer holds under each of them. */
type MainCovers = ReadonlyArray<Held>

/** The guarantees that mostly make a price: what an offer pays for care, and for a trip that is cancelled. */
const mainSlugs = ["hospitalFeesAbroad", "expatHospitalFees", "cancelTrip"] as const

const nothing: Held = { state: "not_available", value: null, eurRate: zero }

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

/** All that some trips break. */
interface Broken {
  readonly breaches: Array<Undercut>
  readonly heads: Array<HeadBreach>
}

/** Breaches of the order of plans: a higher plan costs less than a lower one for the same trip. */
const planBreaches = (
  pairs: ReadonlyArray<{ readonly lower: OfferRow; readonly higher: OfferRow }>,
  rated: TripPrices,
): ReadonlyArray<Undercut> =>
  pairs.flatMap(({ higher, lower }) => {
    const low = rated.prices.get(higher.offerId)
    const high = rated.prices.get(lower.offerId)
    return low === undefined || high === undefined
      ? []
      : breachOf("plan", { rated, price: low }, { rated, price: high })
  })

/**
 * Breaches between the most individual travellers and the smallest group: an offer for the group costs
 * less than a share of the cheapest offer of its insurer for one traveller fewer, though it holds as
 * much for care and cancellation. Offers that are sold to both cost more for one traveller more, by another law.
 */
const groupBreaches = (
  mainCovers: MainCoversOf,
  individuals: TripPrices,
  group: TripPrices,
  shareBps: Bps,
): ReadonlyArray<Undercut> => {
  const coversOf = ({ offer }: OfferPrice) => mainCovers(offer, group.facts)
  return [...group.prices.values()].flatMap((price) => {
    if (individuals.prices.has(price.offer.row.offerId)) return []
    const covers = coversOf(price)
    const cheapest = [...individuals.prices.values()]
      .filter((other) => areAlike(price, other) && holdsNoLess(covers, coversOf(other)))
      .reduce<OfferPrice | undefined>(
        (best, one) => (best === undefined || shortfall(one, best) > 0 ? one : best),
        undefined,
      )
    return cheapest === undefined
      ? []
      : breachOf(
          "group",
          { rated: group, price },
          { rated: individuals, price: cheapest },
          shareBps,
        )
  })
}

/** Whether two offers are of one insurer and priced for the same time. */
const areAlike = ({ offer: one }: OfferPrice, { offer: other }: OfferPrice): boolean =>
  one !== other && one.row.insurer === other.row.insurer && one.row.period === other.row.period

/** Whether one offer holds as much as another one of everything; what cannot be compared is not. */
const holdsNoLess = (one: MainCovers, other: MainCovers): boolean =>
  one.every((held, index) => {
    const there = other[index]
    const order = there === undefined ? undefined : compareCovers(held, there)
    return order !== undefined && order >= 0
  })

/**
 * Few of some trips that together meet every offer that any of them meets, a few times in each zone,
 * in their order.
 */
const fewTrips = (
  { geography, select }: Pick<PricingPieces, "geography" | "select">,
  trips: ReadonlyArray<Trip>,
): ReadonlyArray<Trip> => {
  const timesOf = new Map<CatalogueOffer, Partial<Record<PricingZone, number>>>()
  return trips.filter((trip) => {
    const facts = tripFacts(trip, geography)
    const met = select(facts).sold.map((offer) => {
      const times = timesOf.get(offer) ?? {}
      timesOf.set(offer, times)
      return times
    })
    const isNew = met.some((times) => (times[facts.zone] ?? 0) < timesMet)
    if (isNew) for (const times of met) times[facts.zone] = (times[facts.zone] ?? 0) + 1
    return isNew
  })
}

const timesMet = 4

/** One breach of each law, two offers and cause, with how many others there are like it. */
const gatherBreaches = (breaches: ReadonlyArray<Undercut>): ReadonlyArray<CountedBreach> => {
  const counted = breaches.map((breach) => ({
    breach,
    part: decisivePart(breach.low.price.rating, breach.high.price.rating, factorOf(breach)),
  }))
  const groups = groupBy(
    counted,
    ({ breach: { high, law, low }, part }) =>
      // A group is beside whatever is cheapest, so that it alone counts.
      `${law} ${low.price.offer.row.offerId} ${law === "group" ? "" : high.price.offer.row.offerId} ${part}`,
  )
  return [...groups.values()].flatMap((group) => {
    const breach = plainest(group.map((one) => one.breach))
    const part = group[0]?.part
    return breach === undefined || part === undefined
      ? []
      : [{ breach, part, others: group.length - 1 }]
  })
}

/** What the higher price is taken times: the share, and the rate into the lower one's currency. */
const factorOf = ({ high, low, shareBps }: Undercut): number =>
  (shareBps / 10_000) * (perEuro(low.price) / perEuro(high.price))

/** The one that is easiest to follow: the fewest travellers, then the widest gap. */
const plainest = (breaches: ReadonlyArray<Undercut>): Undercut | undefined =>
  breaches.toSorted(
    (left, right) =>
      left.low.rated.facts.travellers - right.low.rated.facts.travellers || gap(right) - gap(left),
  )[0]

const gap = ({ high, low, shareBps }: Undercut): number =>
  shortfall(low.price, high.price, shareBps)

/** The widest breach of each offer and greatest part, with how many others there are. */
const gatherHeads = (heads: ReadonlyArray<HeadBreach>): ReadonlyArray<CountedHead> => {
  const counted = heads.map((breach) => ({ breach, part: greatestPart(breach.price.rating) }))
  const groups = groupBy(counted, ({ breach, part }) => `${breach.price.offer.row.offerId} ${part}`)
  const excess = ({ head }: HeadBreach): number => head.euros / head.eurosMax
  return [...groups.values()].flatMap((group) => {
    const [widest] = group.toSorted((left, right) => excess(right.breach) - excess(left.breach))
    return widest === undefined ? [] : [{ ...widest, others: group.length - 1 }]
  })
}

/** How many trips are drawn from the corpus, and how often each offer is met in each zone. */
const drawnCount = 1_000
