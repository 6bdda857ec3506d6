import { type MakeBilan, prepareBilan } from "./bilan.ts"
import { cardModesFor, type ListCards, prepareCatalogue } from "./catalogue.ts"
import { prepareCatalogueIndex } from "./catalogue-index.ts"
import { prepareProducts } from "./products.ts"
import { prepareProfiles } from "./profiles.ts"
import { prepareCardResolver } from "./resolve-card.ts"
import type { CoachTables } from "./tables.ts"
import type { CardMode } from "./vocabulary.ts"

/** The Coach over one set of tables: plain functions that read nothing else. */
export interface Coach {
  readonly bilan: MakeBilan
  readonly cards: ListCards
  readonly cardModes: (mode: "sandbox" | "live") => ReadonlyArray<CardMode>
}

/** Prepares the Coach: every index is built here, once; its methods are plain total functions. */
export const prepareCoach = (tables: CoachTables): Coach => {
  const products = prepareProducts(tables)
  const profiles = prepareProfiles(tables, products)
  const catalogue = prepareCatalogueIndex(tables, products)
  const resolver = prepareCardResolver(tables, catalogue, profiles)
  return {
    bilan: prepareBilan(tables, catalogue, resolver),
    cards: prepareCatalogue(tables, catalogue, profiles, resolver),
    cardModes: cardModesFor,
  }
}
