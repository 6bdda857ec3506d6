import { groupBy } from "../../core/group-by.ts"
import type { PricingDecisions, PricingTables, SandboxTables } from "./pricing-tables.ts"
import { guardTables } from "./guards.ts"
import { prepareEngine, type PricingEngine } from "./engine.ts"

/** The decision tables of the sandbox. */
export const sandboxDecisions = (tables: SandboxTables): PricingDecisions => ({
  eligibility: tables.sandboxEligibility,
  tariffs: tables.sandboxTariffs,
  ageFactors: tables.sandboxAgeFactors,
  cancellationRates: tables.sandboxCancellationRates,
  surcharges: tables.sandboxSurcharges,
  guards: guardTables(tables, "sandbox"),
})

/** The tables of the sandbox's fictional insurer. */
export const sandboxPricingTables = (tables: SandboxTables): PricingTables => {
  const linesOf = groupBy(tables.sandboxGuarantees.rows, ({ offerId }) => offerId)
  return {
    insurers: tables.sandboxInsurers,
    offers: tables.sandboxOffers,
    zones: tables.sandboxZones,
    excludedCountries: [],
    ...sandboxDecisions(tables),
    relaxable: tables.sandboxRelaxable,
    guarantees: tables.sandboxGuarantees,
    linesOf: (offer) => linesOf.get(String(offer.offerId)) ?? [],
    highlights: tables.sandboxHighlights,
    magic: tables.sandboxMagic,
    currencies: tables.currencies,
    countries: tables.countries,
    limits: tables.limits,
    guaranteeNames: tables.guarantees,
    fees: tables.fees,
  }
}

/** Prepares the prices of the sandbox's fictional insurer. */
export const prepareSandbox = (tables: SandboxTables): PricingEngine =>
  prepareEngine(sandboxPricingTables(tables))
