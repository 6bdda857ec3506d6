import type { Tables } from "../tables/index.ts"
import { type CatalogueOffer, prepareOffers } from "./catalogue.ts"
import { type Geography, prepareGeography, type TripFacts } from "./facts.ts"
import { prepareSelection, type Selection } from "./selection.ts"
import type { TariffTables } from "./tariff.ts"

/** Every piece that quotes are made of, prepared from one set of tables; explanations ask the same. */
export interface PreparedPricing {
  readonly tables: Tables
  readonly geography: Geography
  /** The offers by their ids as written in the tables. */
  readonly offers: ReadonlyMap<string, CatalogueOffer>
  readonly select: (facts: TripFacts) => Selection
  readonly tariffs: TariffTables
}

/** The tables that tariffs are read from, by what they say of an offer. */
export const tariffTablesOf = (
  tables: Pick<Tables, "sandboxCancellationRates" | "sandboxSurcharges" | "sandboxTariffs">,
): TariffTables => ({
  tariffs: tables.sandboxTariffs,
  cancellationRates: tables.sandboxCancellationRates,
  surcharges: tables.sandboxSurcharges,
})

/** Prepares the pieces. */
export const preparePricingPieces = (tables: Tables): PreparedPricing => {
  const offers = prepareOffers({
    insurers: tables.sandboxInsurers,
    offers: tables.sandboxOffers,
    ageFactors: tables.sandboxAgeFactors,
    guarantees: tables.sandboxGuarantees,
    highlights: tables.sandboxHighlights,
    currencies: tables.currencies,
  })
  return {
    tables,
    geography: prepareGeography(tables.sandboxZones.rows, tables.countries.rows),
    offers,
    select: prepareSelection(
      { eligibility: tables.sandboxEligibility, relaxable: tables.sandboxRelaxable },
      offers,
    ),
    tariffs: tariffTablesOf(tables),
  }
}
