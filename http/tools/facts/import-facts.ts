import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { binTablesOfFacts } from "./bin-folder.ts"
import { cardTable } from "./cards.ts"
import { coverTermTable, termsOfCovers } from "./cover-terms.ts"
import { readFactFile, readTable } from "./fact-file.ts"
import { namedCovers, requireProducts } from "./named-products.ts"
import { countryTable, formalityTable, healthZoneTable } from "./places.ts"
import { benefitTable, coversOf, productTable } from "./products.ts"
import { productTerms, universalTerms } from "./profile-terms.ts"
import { baselineTable, genericProfileTable, profilesOf } from "./profiles.ts"
import { ratesOf } from "./rates.ts"
import type { TableText } from "./table-text.ts"
import { universalProfiles } from "./universal-profiles.ts"
import { visaTable } from "./visas.ts"

/** The tables that a folder of facts gives, and the cards that are new or gone, in words. */
export interface Import {
  readonly tables: ReadonlyArray<TableText>
  readonly cardsAdded: ReadonlyArray<string>
  readonly cardsGone: ReadonlyArray<string>
}

/**
 * Turns the fact files of `from` into tables; `into` holds the card catalogue whose numbers are
 * kept. Throws, before anything is written, on facts that cannot be read to the end.
 */
export const importFacts = (from: string, into: string, visas?: string): Import => {
  const facts = (name: string) => readFactFile(from, name)
  const banks = [...facts("banks-fr.csv"), ...facts("banks-world.csv")]
  const printed = coversOf([...facts("card-benefits-fr.csv"), ...facts("card-benefits-world.csv")])
  const national = profilesOf(printed, banks)
  const rates = ratesOf(facts("currencies.csv"))
  const universal = universalProfiles(national, rates)
  const covers = [...printed, ...universal.flatMap((profile) => profile.covers)]
  const profiles = [...national, ...universal]
  const stated = productTerms(printed)
  const terms = [...stated, ...universalTerms(universal, national, stated, rates)]
  const catalogue = join(into, "coach/cards.csv")
  const existing = existsSync(catalogue)
    ? readTable(catalogue, readFileSync(catalogue, "utf8"))
    : []
  const cards = cardTable(banks, existing)
  const generic = genericProfileTable(profiles)
  const baselines = baselineTable(profiles)
  requireProducts(cards.table, covers)
  const named = namedCovers(covers, cards.table, [generic, baselines])
  return {
    tables: [
      countryTable(facts("countries.csv")),
      healthZoneTable(facts("health-zones.csv")),
      cards.table,
      productTable(named),
      benefitTable(named),
      coverTermTable(termsOfCovers(terms, named)),
      generic,
      baselines,
      ...binTablesOfFacts(from, into),
      formalityTable(facts("formalities.csv")),
      ...(visas === undefined ? [] : [visaTable(visas, facts, into)]),
    ],
    cardsAdded: cards.added,
    cardsGone: cards.gone,
  }
}
