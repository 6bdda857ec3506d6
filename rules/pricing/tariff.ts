import type { Tables } from "../tables/index.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import type { Rational } from "../../core/money/rational.ts"
import type { TripFacts } from "./facts.ts"
import { type CancellationCharge, factorPercentSum, type Premium, ratePremium } from "./rate.ts"

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

const cancellationCharge = (
  tables: TariffTables,
  offer: CatalogueOffer,
  { facts, tripPrice }: Party,
): CancellationCharge | undefined => {
  const { cancellationScale } = offer.row
  if (cancellationScale === null || tripPrice === undefined) return undefined
  const [rate] = tables.cancellationRates.evaluate({
    cancellationScale,
    oldestAge: facts.oldestAge,
  })
  return rate && { shareBps: rate.shareBps, tripPrice }
}

/**
 * Rates an offer for a party from the tariff tables: the exact premium before fees, or undefined
 * when the tables have no rate for it or the trip price that it depends on is unknown.
 */
export const rateOffer = (
  tables: TariffTables,
  offer: CatalogueOffer,
  party: Party,
): Premium | undefined => {
  const { facts } = party
  const [rate] = tables.tariffs.evaluate({
    tariff: offer.row.tariff,
    zone: facts.zone,
    days: facts.days,
  })
  const factors = factorPercentSum(offer.ageScale, party.ages)
  if (rate === undefined || factors === undefined) return undefined
  const charged = chargesCancellation(offer, facts)
  const cancellation = charged ? cancellationCharge(tables, offer, party) : undefined
  if (charged && cancellation === undefined) return undefined
  const surcharges = tables.surcharges.evaluate({
    offerId: String(offer.row.offerId),
    intent: facts.intent,
    extremeSports: facts.extremeSports,
  })
  return ratePremium({
    rate,
    days: facts.days,
    factorPercentSum: factors,
    surchargePercent: surcharges.reduce((sum, row) => sum + row.surchargePercent, 0),
    minimumPremium: offer.row.minimumPremium,
    cancellation,
  })
}
