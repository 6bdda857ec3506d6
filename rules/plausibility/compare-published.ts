import * as Result from "effect/Result"
import { groupBy } from "../../core/group-by.ts"
import { medianOf } from "../../core/median.ts"
import { nearestNumber } from "../../core/money/rational.ts"
import { plusDays } from "../../core/vocabulary/day.ts"
import { ladderPairs } from "./neighbour-laws.ts"
import type { PublishedPrice, PublishedRatio, PublishedTables } from "./plausibility-tables.ts"
import { amountIn, type OfferPrice, perEuro } from "./rated-trip.ts"
import { readQuoteRequest } from "../trip/request.ts"
import type { TripVocabulary } from "../trip/trip-vocabulary.ts"
import type { Trip } from "../trip/trip.ts"
import type { PricedCatalogue } from "./priced-catalogue.ts"

/** A published price with ours for the same trip, in its currency; undefined where we sell none. */
export interface ComparedPrice {
  readonly row: PublishedPrice
  readonly published: number
  readonly ours: Spread | undefined
}

/** A published ratio with those of our offers. */
export interface ComparedRatio {
  readonly row: PublishedRatio
  readonly low: number
  readonly high: number
  readonly ours: Spread | undefined
}

/** What is published, with ours beside it. */
export interface PublishedComparison {
  readonly prices: ReadonlyArray<ComparedPrice>
  readonly ratios: ReadonlyArray<ComparedRatio>
}

/**
 * Prices the trips of published prices and ratios from a catalogue: ours include the handling fee, as
 * the traveller sees them, and are converted at the rates of the tables.
 */
export const comparePublished = (
  catalogue: PricedCatalogue,
  { publishedPrices, publishedRatios }: PublishedTables,
  vocabulary: TripVocabulary,
): PublishedComparison => {
  const pricesFor = preparePrices(catalogue, vocabulary)
  const rateOf = (code: string): number => {
    const currency = catalogue.tables.currencies.get(code)
    return currency === undefined ? 1 : nearestNumber(currency.eurRate)
  }
  return {
    prices: publishedPrices.rows.map((row) => ({
      row,
      published: nearestNumber(row.premium),
      ours: spreadOf(
        [...pricesFor(row).values()].map((price) => mainIn(price, rateOf(row.currency))),
      ),
    })),
    ratios: publishedRatios.rows.map((row) => ({
      row,
      low: nearestNumber(row.low),
      high: nearestNumber(row.high),
      ours: spreadOf(ratiosOf(catalogue, row, pricesFor)),
    })),
  }
}

/** The published prices of one trip, with ours: the rows differ in their publishers alone. */
export const byTrip = (
  prices: ReadonlyArray<ComparedPrice>,
): ReadonlyArray<ReadonlyArray<ComparedPrice>> => [
  ...groupBy(prices, ({ row }) =>
    [
      row.intent,
      row.residence,
      row.destination,
      row.days,
      row.ages.join("|"),
      row.tripPrice,
      row.cancellation,
      row.annual,
      row.currency,
    ].join(" "),
  ).values(),
]

/** The lowest, the middle and the highest of some values, and how many there are. */
export interface Spread {
  readonly count: number
  readonly lowest: number
  readonly median: number
  readonly highest: number
}

/**
 * The spread of some values; undefined of none.
 *
 * ```ts
 * import { spreadOf } from "../rules/plausibility/compare-published.ts"
 *
 * spreadOf([30, 10, 20]) // => { count: 3, lowest: 10, median: 20, highest: 30 }
 * spreadOf([]) // => undefined
 * ```
 */
export const spreadOf = (values: ReadonlyArray<number>): Spread | undefined =>
  values.length === 0
    ? undefined
    : {
        count: values.length,
        lowest: Math.min(...values),
        median: medianOf(values),
        highest: Math.max(...values),
      }

const preparePrices =
  ({ rateTrip }: Pick<PricedCatalogue, "rateTrip">, vocabulary: TripVocabulary): PricesFor =>
  (travel) => {
    const trip = publishedTrip(travel, vocabulary)
    return trip === undefined ? new Map() : rateTrip(trip).prices
  }

type PricesFor = (travel: PublishedTravel) => ReadonlyMap<number, OfferPrice>

/** What is published of a trip. */
type PublishedTravel = Pick<
  PublishedPrice,
  | "intent"
  | "residence"
  | "destination"
  | "days"
  | "ages"
  | "tripPrice"
  | "cancellation"
  | "annual"
  | "currency"
>

/** The trip that a price is published for; undefined for one that is no request. */
const publishedTrip = (travel: PublishedTravel, vocabulary: TripVocabulary): Trip | undefined => {
  const trip = {
    intent: travel.intent,
    startDate: firstDay,
    endDate: plusDays(firstDay, travel.days - 1),
    countryResidence: travel.residence,
    ...(travel.residence === "US" ? { stateResidence: "NY" } : {}),
    arrivalCountries: [travel.destination],
    travellers: travel.ages.map((age) => ({ age })),
    ...(travel.tripPrice === null ? {} : { tripPrice: travel.tripPrice }),
    currency: travel.currency,
    shouldCoverCancellation: travel.cancellation,
    shouldCoverExtremeSports: false,
    isAnnual: travel.annual,
  }
  const read = readQuoteRequest({ trip }, vocabulary)
  return Result.isSuccess(read) ? read.success.trip : undefined
}

/** Prices depend on how long a trip is, and not on when it begins. */
const firstDay = "2027-01-01"

/** A price in main units of a currency, at the table's rates. */
const mainIn = (price: OfferPrice, eurRate: number): number =>
  (amountIn(price, price) / perEuro(price)) * eurRate

const ratiosOf = (
  catalogue: PricedCatalogue,
  row: PublishedRatio,
  pricesFor: PricesFor,
): ReadonlyArray<number> => {
  switch (row.subject) {
    case "plan":
      return planRatios(catalogue, row, pricesFor(row))
    case "cancellation":
      return cancellationShares(row, pricesFor)
    default:
      return offerRatios(row, pricesFor)
  }
}

/** The ratios of plans of one ladder. */
const planRatios = (
  { tables }: Pick<PricedCatalogue, "tables">,
  { planRank, planRankBefore }: PublishedRatio,
  prices: ReadonlyMap<number, OfferPrice>,
): ReadonlyArray<number> =>
  ladderPairs(tables.offers.rows)
    .filter(
      ({ higher, lower }) => higher.planRank === planRank && lower.planRank === planRankBefore,
    )
    .flatMap(({ higher, lower }) => {
      const [above, below] = [prices.get(higher.offerId), prices.get(lower.offerId)]
      return above === undefined || below === undefined
        ? []
        : [amountIn(above, below) / amountIn(below, below)]
    })

/** What each offer adds to its price for cancellation, in per cent of the trip price. */
const cancellationShares = (row: PublishedRatio, pricesFor: PricesFor): ReadonlyArray<number> => {
  const without = pricesFor({ ...row, cancellation: false })
  return [...pricesFor(row)].flatMap(([offerId, price]) => {
    const charged = price.rating.cancellation
    if (charged === undefined) return []
    const bare = without.get(offerId)
    const isOption = bare !== undefined && bare.rating.cancellation === undefined
    const added = amountIn(price, price) - (isOption ? amountIn(bare, price) : 0)
    return [(added / nearestNumber(charged.tripPrice)) * 100]
  })
}

/**
 * What each offer costs times what it costs for the trip before; where none is sold for both, as for
 * ten travellers and eleven, the cheapest of each insurer.
 */
const offerRatios = (row: PublishedRatio, pricesFor: PricesFor): ReadonlyArray<number> => {
  const before = pricesFor({
    ...row,
    ages: row.agesBefore,
    days: row.daysBefore,
    destination: row.destinationBefore,
  })
  const after = pricesFor(row)
  const same = ratiosBetween(before, after)
  return same.length > 0 ? same : ratiosBetween(cheapestOf(before), cheapestOf(after))
}

/** How prices with the same key change. */
const ratiosBetween = <Key>(
  before: ReadonlyMap<Key, OfferPrice>,
  after: ReadonlyMap<Key, OfferPrice>,
): ReadonlyArray<number> =>
  [...after].flatMap(([key, price]) => {
    const other = before.get(key)
    return other === undefined ? [] : [amountIn(price, other) / amountIn(other, other)]
  })

/** The cheapest price of each insurer. */
const cheapestOf = (prices: ReadonlyMap<number, OfferPrice>): ReadonlyMap<string, OfferPrice> =>
  new Map(
    [...groupBy(prices.values(), ({ offer }) => offer.row.insurer)].map(([insurer, theirs]) => [
      insurer,
      theirs.reduce((best, one) => (amountIn(one, best) < amountIn(best, best) ? one : best)),
    ]),
  )
