import { groupBy } from "../../core/group-by.ts"
import { prepareReadPrinted } from "../guarantees/printed/prepare.ts"
import type { ReadPrinted } from "../guarantees/printed/read-printed.ts"
import type { LiveTables, PricingDecisions, PricingTables } from "./pricing-tables.ts"
import { guardTables } from "./guards.ts"
import { prepareEngine, type PricingEngine } from "./engine.ts"

/** The decision tables of the live catalogue. */
export const liveDecisions = (tables: LiveTables): PricingDecisions => ({
  eligibility: tables.catalogueEligibility,
  tariffs: tables.catalogueTariffs,
  cancellationRates: tables.catalogueCancellationRates,
  surcharges: tables.catalogueSurcharges,
  guards: guardTables(tables, "live"),
})

/** The tables of the live catalogue, whose guarantees are read as their insurers print them. */
export const livePricingTables = (tables: LiveTables, readPrinted: ReadPrinted): PricingTables => {
  const printedOf = groupBy(tables.catalogueGuarantees.rows, ({ offerId }) => offerId)
  const linesOf: PricingTables["linesOf"] = (offer) => {
    const language = tables.catalogueInsurers.get(offer.insurer)?.language ?? "en"
    const context = { language, currency: offer.guaranteeCurrency }
    return (printedOf.get(String(offer.offerId)) ?? []).map(({ excess, option, printed, slug }) => {
      const { state, value } = readPrinted(printed, context)
      return { slug, state, value, option, excess }
    })
  }
  return {
    insurers: tables.catalogueInsurers,
    offers: tables.catalogueOffers,
    zones: tables.catalogueZones,
    excludedCountries: tables.catalogueExcludedCountries.rows.map(({ country }) => country),
    ...liveDecisions(tables),
    relaxable: tables.catalogueRelaxable,
    guarantees: tables.catalogueGuarantees,
    linesOf,
    highlights: tables.catalogueHighlights,
    currencies: tables.currencies,
    countries: tables.countries,
    limits: tables.limits,
    guaranteeNames: tables.guarantees,
    fees: tables.fees,
  }
}

/** Prices trips from the live catalogue, and reads what its insurers print. */
export interface LivePricing extends PricingEngine {
  readonly readPrinted: ReadPrinted
}

/** Prepares the prices of the live catalogue. */
export const prepareLive = (tables: LiveTables): LivePricing => {
  const readPrinted = prepareReadPrinted(tables)
  return { ...prepareEngine(livePricingTables(tables, readPrinted)), readPrinted }
}
