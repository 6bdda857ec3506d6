import type { Tables } from "../tables/index.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import type { Rational } from "../../core/money/rational.ts"
import type { TripFacts } from "./facts.ts"
import { type CancellationCharge, factorPercentSum, type RatingFacts } from "./rate.ts"

/** The tables that an offer is rated from. */
export interface TariffTables {
  readonly tariffs: Tables["sandboxTariffs"]
  readonly cancellationRates: Tables["sandboxCancellationRates"]
  readonly surcharges: Tables["sandboxSurcharges"]
}

/** What rating needs to know of a party beyond the facts of the trip. */
export interface Party {
  readonly facts: TripFacts
  readonly ages: ReadonlyArray<number>
  /** The trip price in the offer's currency; undefined when it is unknown there. */
  readonly tripPrice: Rational | undefined
}

/** Whether an offer's premium depends on the trip price for this trip. */
export const chargesCancellation = (offer: CatalogueOffer, facts: TripFacts): boolean =>
  offer.row.cancellation === "always" ||
  (offer.row.cancellation === "when_asked" && facts.cancellation)

/** What goes into an offer's premium, with the rows that it was read from. */
export interface Rating extends RatingFacts {
  readonly rate: TariffTables["tariffs"]["rows"][number]
  readonly surcharges: TariffTables["surcharges"]["rows"]
  readonly cancellation: RatedCancellation | undefined
}

/** The cancellation cover charged, with the row of its rate. */
export interface RatedCancellation extends CancellationCharge {
  readonly row: TariffTables["cancellationRates"]["rows"][number]
}

/** Why an offer has no premium for a party. */
export type Unrated = "no_tariff" | "no_age_factor" | "no_trip_price" | "no_cancellation_rate"

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
  const [rate] = tables.tariffs.evaluate({
    tariff: offer.row.tariff,
    zone: facts.zone,
    days: facts.days,
  })
  const factors = factorPercentSum(offer.ageScale, party.ages)
  if (rate === undefined) return "no_tariff"
  if (factors === undefined) return "no_age_factor"
  const charged = chargesCancellation(offer, facts)
  const cancellation = charged ? cancellationCharge(tables, offer, party) : undefined
  if (typeof cancellation === "string") return cancellation
  const surcharges = tables.surcharges.evaluate({
    offerId: String(offer.row.offerId),
    intent: facts.intent,
    extremeSports: facts.extremeSports,
  })
  return {
    rate,
    surcharges,
    days: facts.days,
    factorPercentSum: factors,
    surchargePercent: surcharges.reduce((sum, row) => sum + row.surchargePercent, 0),
    minimumPremium: offer.row.minimumPremium,
    cancellation,
  }
}
