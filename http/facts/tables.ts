import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { cardTable } from "./cards.ts"
import { readFactFile, readFacts } from "./fact-file.ts"
import { binTable, countryTable, formalityTable, healthZoneTable } from "./places.ts"
import { benefitTable, coversOf, productTable } from "./products.ts"
import { baselineTable, genericProfileTable, profilesOf } from "./profiles.ts"
import type { TableText } from "./table-text.ts"
import { ratesOf, universalProfiles } from "./universal-profiles.ts"

/** The tables that a folder of facts gives, and what changed in the card catalogue. */
export interface Import {
  readonly tables: ReadonlyArray<TableText>
  readonly cardsAdded: number
  readonly cardsGone: number
}

/** Turns the fact files of `from` into tables; `into` holds the card catalogue whose numbers are kept. */
export const importFacts = (from: string, into: string): Import => {
  const facts = (name: string) => readFactFile(from, name)
  const banks = [...facts("banks-fr.csv"), ...facts("banks-world.csv")]
  const printed = coversOf([...facts("card-benefits-fr.csv"), ...facts("card-benefits-world.csv")])
  const national = profilesOf(printed, banks)
  const universal = universalProfiles(national, ratesOf(facts("currencies.csv")))
  const covers = [...printed, ...universal.flatMap((profile) => profile.covers)]
  const profiles = [...national, ...universal]
  const catalogue = join(into, "coach/cards.csv")
  const existing = existsSync(catalogue)
    ? readFacts(catalogue, readFileSync(catalogue, "utf8"))
    : []
  const cards = cardTable(banks, existing)
  return {
    tables: [
      countryTable(facts("countries.csv")),
      healthZoneTable(facts("health-zones.csv")),
      cards.table,
      productTable(covers),
      benefitTable(covers),
      genericProfileTable(profiles),
      baselineTable(profiles),
      binTable(facts("bins.csv")),
      formalityTable(facts("formalities.csv")),
    ],
    cardsAdded: cards.added,
    cardsGone: cards.gone,
  }
}
