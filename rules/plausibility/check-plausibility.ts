import type { Finding } from "../../core/check/finding.ts"
import type { CorpusTables } from "../corpus/corpus-tables.ts"
import { prepareReadPrinted } from "../guarantees/printed/prepare.ts"
import type { LiveTables, SandboxTables } from "../pricing/pricing-tables.ts"
import { livePricingTables } from "../pricing/live.ts"
import { sandboxPricingTables } from "../pricing/sandbox.ts"
import { prepareTripVocabulary } from "../trip/trip-vocabulary.ts"
import { corpusTrips, type TriedPrices, tryPrices } from "./check-prices.ts"
import { checkCoverOrder } from "./cover-order.ts"
import type { PriceBoundTables } from "./plausibility-tables.ts"
import { priceTerms } from "./price-bounds.ts"

/** The tables that prices and covers of both catalogues are judged by. */
export type PlausibilityTables = SandboxTables &
  LiveTables &
  CorpusTables &
  PriceBoundTables &
  Parameters<typeof prepareTripVocabulary>[0] &
  Parameters<typeof priceTerms>[0]

/** How much was tried. */
export type TriedCount = Omit<TriedPrices, "findings">

/** What was found in the plans and prices of both catalogues, and how much was tried. */
export interface PlausibilityReport {
  readonly findings: ReadonlyArray<Finding>
  readonly sandbox: TriedCount
  readonly catalogue: TriedCount
}

/** The trips of the corpus that prices are tried on. */
export type TriedTrips = ReturnType<typeof corpusTrips>

/** What was found in the plans and prices of one catalogue, and how much was tried. */
export interface JudgedCatalogue {
  readonly findings: ReadonlyArray<Finding>
  readonly tried: TriedCount
}

/** The trips of the corpus that both catalogues are judged on. */
export const triedTrips = (tables: PlausibilityTables): TriedTrips =>
  corpusTrips(tables, prepareTripVocabulary(tables))

const countOf = ({ met, offers, trips }: TriedPrices): TriedCount => ({ met, offers, trips })

/** Judges the plans and prices of the sandbox: see {@link checkPlausibility}. */
export const judgeSandbox = (tables: PlausibilityTables, trips: TriedTrips): JudgedCatalogue => {
  const sandbox = sandboxPricingTables(tables)
  const tried = tryPrices(sandbox, trips, priceTerms(tables))
  return { findings: [...checkCoverOrder(sandbox), ...tried.findings], tried: countOf(tried) }
}

/** Judges the plans and prices of the live catalogue: see {@link checkPlausibility}. */
export const judgeCatalogue = (tables: PlausibilityTables, trips: TriedTrips): JudgedCatalogue => {
  const readPrinted = prepareReadPrinted(tables)
  const catalogue = livePricingTables(tables, readPrinted)
  const tried = tryPrices(catalogue, trips, priceTerms(tables))
  return {
    findings: [...checkCoverOrder(catalogue, readPrinted), ...tried.findings],
    tried: countOf(tried),
  }
}

/** What was found in both catalogues, together. */
export const judgedTogether = (
  sandbox: JudgedCatalogue,
  catalogue: JudgedCatalogue,
): PlausibilityReport => ({
  findings: [...sandbox.findings, ...catalogue.findings],
  sandbox: sandbox.tried,
  catalogue: catalogue.tried,
})

/**
 * Judges what plans cover beside each other, and what offers cost for the trips of the corpus: every
 * law that prices break, with the trip that shows it best.
 */
export const checkPlausibility = (tables: PlausibilityTables): PlausibilityReport => {
  const trips = triedTrips(tables)
  return judgedTogether(judgeSandbox(tables, trips), judgeCatalogue(tables, trips))
}
