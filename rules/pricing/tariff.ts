import { groupBy } from "../../core/group-by.ts"
import { type Rational, zero } from "../../core/money/rational.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import {
  type PricingTables,
  type TariffRow,
  type TripFacts,
  yearsCharged,
} from "./pricing-tables.ts"
import { type CancellationCharge, factorPercentSum, type RatingFacts } from "./rate.ts"

/** The tables that an offer is rated from. */
export type TariffTables = Pick<PricingTables, "cancellationRates" | "surcharges" | "tariffs">

/** What rating needs to know of a party beyond the facts of the trip. */
export interface Party {
  readonly facts: TripFacts
  /** The ages that the tariffs tell apart, the oldest first; they are the same for every offer. */
  readonly ageGroups: ReadonlyArray<ReadonlyArray<number>>
  /** The trip price in the offer's currency; undefined when it is unknown there. */
  readonly tripPrice: Rational | undefined
}

/** Whether an offer's premium depends on the trip price for this trip. */
export const chargesCancellation = (
  { row }: CatalogueOffer,
  facts: Pick<TripFacts, "cancellation">,
): boolean =>
  row.cancellation === "always" || (row.cancellation === "when_asked" && facts.cancellation)

/** Travellers of one row of a tariff. */
export interface TariffHeads {
  readonly rate: TariffRow
  readonly ages: ReadonlyArray<number>
  readonly factorPercentSum: number
}

type SurchargeRows = ReturnType<TariffTables["surcharges"]["evaluate"]>

/** The cancellation cover charged, with the row of its rate. */
export interface RatedCancellation extends CancellationCharge {
  readonly row: TariffTables["cancellationRates"]["rows"][number]
}

/** What goes into an offer's premium, with the rows that it was read from. */
export interface Rating extends RatingFacts {
  readonly heads: ReadonlyArray<TariffHeads>
  readonly surcharges: SurchargeRows
  readonly cancellation: RatedCancellation | undefined
}

/** Why an offer has no premium for a party. */
export type Unrated =
  | "rated_by_insurer"
  | "no_tariff"
  | "no_age_factor"
  | "no_trip_price"
  | "no_cancellation_rate"

const cancellationCharge = (
  tables: TariffTables,
  offer: CatalogueOffer,
  { facts, tripPrice }: Party,
): RatedCancellation | Unrated => {
  const { cancellationScale } = offer.row
  if (cancellationScale === null) return "no_cancellation_rate"
  if (tripPrice === undefined) return "no_trip_price"
  const [row] = tables.cancellationRates.evaluate({
    cancellationScale,
    oldestAge: facts.oldestAge,
  })
  return row === undefined ? "no_cancellation_rate" : { shareBps: row.shareBps, tripPrice, row }
}

/** Whether tariffs distinguish ages themselves. */
export const tellsAges = ({ tariffs }: Pick<TariffTables, "tariffs">): boolean =>
  "age" in tariffs.definition.inputs

/**
 * The ages that a tariff table distinguishes: each age of a party, or all as one where it has no
 * ages.
 */
export const agesApart = (
  tables: TariffTables,
  ages: ReadonlyArray<number>,
): ReadonlyArray<ReadonlyArray<number>> =>
  tellsAges(tables)
    ? [...groupBy(ages, (age) => age).values()].toSorted(([left = 0], [right = 0]) => right - left)
    : [ages]

/** The rates of a party, those of its oldest travellers first, or why some age has none. */
const tariffHeads = (
  tables: TariffTables,
  offer: CatalogueOffer,
  tariff: string,
  { ageGroups, facts }: Party,
): ReadonlyArray<TariffHeads> | Unrated => {
  const { days, zone } = facts
  const heads: Array<TariffHeads> = []
  for (const ages of ageGroups) {
    const [rate] = tables.tariffs.evaluate({ tariff, zone, days, age: ages[0] ?? 0 })
    if (rate === undefined) return "no_tariff"
    const factors = factorPercentSum(offer.ageScale, ages)
    if (factors === undefined) return "no_age_factor"
    heads.push({ rate, ages, factorPercentSum: factors })
  }
  return heads
}

/**
 * Rates an offer for a party from the tariff tables: all that goes into its premium, or why there is
 * none: the tables have no rate for it, or the trip price that it depends on is unknown.
 */
export const rateOffer = (
  tables: TariffTables,
  offer: CatalogueOffer,
  party: Party,
): Rating | Unrated => {
  const { facts } = party
  const { minimumPremium, offerId, tariff } = offer.row
  const charged = chargesCancellation(offer, facts)
  if (charged && party.tripPrice === undefined) return "no_trip_price"
  if (tariff === null) return "rated_by_insurer"
  const heads = tariffHeads(tables, offer, tariff, party)
  if (typeof heads === "string") return heads
  const cancellation = charged ? cancellationCharge(tables, offer, party) : undefined
  if (typeof cancellation === "string") return cancellation
  const { atHome, extremeSports, intent, residenceZone } = facts
  const surcharges = tables.surcharges.evaluate({
    offerId: String(offerId),
    intent,
    extremeSports,
    residenceZone,
    atHome,
  })
  return {
    perContract: heads[0]?.rate.perContract ?? zero,
    heads,
    surcharges,
    days: facts.days,
    years: yearsCharged(offer.row.period, facts.days),
    surchargePercent: surcharges.reduce((sum, row) => sum + row.surchargePercent, 0),
    minimumPremium,
    cancellation,
  }
}
