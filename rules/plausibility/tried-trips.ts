import * as Result from "effect/Result"
import { caseSituations } from "../corpus/cases.ts"
import type { CorpusTables } from "../corpus/corpus-tables.ts"
import { tripSituations } from "../corpus/generate.ts"
import { corpusSeed } from "../corpus/corpus.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import type { PricingZone } from "../pricing/zone.ts"
import { tripFacts } from "../pricing/facts.ts"
import type { PricingPieces } from "../pricing/prepared.ts"
import { readQuoteRequest } from "../trip/request.ts"
import type { Trip } from "../trip/trip.ts"
import type { TripVocabulary } from "../trip/trip-vocabulary.ts"

/** How many trips are drawn from the corpus, and how often each offer is met in each zone. */
export const drawnCount = 1_000
const timesMet = 4

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

/**
 * Few of some trips that together meet every offer that any of them meets, a few times in each zone,
 * in their order.
 */
export const fewTrips = (
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
