import type { Finding } from "../../core/check/finding.ts"
import type { CorpusTables } from "../corpus/corpus-tables.ts"
import { prepareReadPrinted } from "../guarantees/printed/prepare.ts"
import type { LiveTables, SandboxTables } from "../pricing/catalogue-tables.ts"
import { livePricingTables } from "../pricing/live.ts"
import { sandboxPricingTables } from "../pricing/sandbox.ts"
import { prepareTripVocabulary } from "../trip/trip-vocabulary.ts"
import { tryPrices, type TriedPrices } from "./check-prices.ts"
import { checkCoverOrder } from "./cover-order.ts"
import type { PriceBoundTables } from "./price-bound-tables.ts"
import { priceTerms } from "./price-terms.ts"
import { corpusTrips } from "./tried-trips.ts"

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

const countOf = ({ met, offers, trips }: TriedPrices): TriedCount => ({ met, offers, trips })

/**
 * Judges what plans cover beside each other, and what offers cost for the trips of the corpus: every
 * law that prices break, with the trip that shows it best.
 */
export const checkPlausibility = (tables: PlausibilityTables): PlausibilityReport => {
  const readPrinted = prepareReadPrinted(tables)
  const sandbox = sandboxPricingTables(tables)
  const catalogue = livePricingTables(tables, readPrinted)
  const trips = corpusTrips(tables, prepareTripVocabulary(tables))
  const terms = priceTerms(tables)
  const [rehearsed, live] = [tryPrices(sandbox, trips, terms), tryPrices(catalogue, trips, terms)]
  return {
    findings: [
      ...checkCoverOrder(sandbox),
      ...checkCoverOrder(catalogue, readPrinted),
      ...rehearsed.findings,
      ...live.findings,
    ],
    sandbox: countOf(rehearsed),
    catalogue: countOf(live),
  }
}
