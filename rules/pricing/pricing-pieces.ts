import { type Geography, prepareGeography } from "./facts.ts"
import type { PricingTables } from "./pricing-tables.ts"
import { prepareSelection, type Selection } from "./selection.ts"
import { type CatalogueOffer, prepareOffers } from "./catalogue.ts"
import type { TripFacts } from "./pricing-tables.ts"

/** Every piece that quotes are made of, prepared from one catalogue; explanations ask the same. */
export interface PricingPieces {
  readonly tables: PricingTables
  readonly geography: Geography
  /** The offers by their ids as written in the tables. */
  readonly offers: ReadonlyMap<string, CatalogueOffer>
  readonly select: (facts: TripFacts) => Selection
}

/** Prepares the pieces. */
export const preparePricingPieces = (tables: PricingTables): PricingPieces => {
  const offers = prepareOffers(tables)
  return {
    tables,
    geography: prepareGeography(tables),
    offers,
    select: prepareSelection(tables, offers),
  }
}
