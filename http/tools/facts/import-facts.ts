import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { binTablesOfFacts } from "./bin-folder.ts"
import { benefitProduct, cardTable, isUnknownProduct, isWithdrawn } from "./cards.ts"
import { coverTermTable, termsOfCovers } from "./cover-terms.ts"
import { cell, type FactRecord, readFactFile, readTable } from "./fact-file.ts"
import { withGenericCovers } from "./generic-covers.ts"
import { keepDayLimit } from "./kept-limits.ts"
import { namedCovers, requireProducts } from "./named-products.ts"
import { newerFacts, overlay } from "./newer-facts.ts"
import { countryTable, formalityTable, healthZoneTable } from "./places.ts"
import {
  benefitTable,
  completeCovers,
  coversOf,
  type ProductCover,
  productTable,
} from "./products.ts"
import { productTerms, universalTerms } from "./profile-terms.ts"
import { baselineTable, genericProfileTable, profilesOf } from "./profiles.ts"
import { ratesOf } from "./rates.ts"
import { asCatalogued } from "./same-cards.ts"
import type { TableText } from "./table-text.ts"
import { universalProfiles } from "./universal-profiles.ts"
import { visaTable } from "./visas.ts"

/** The tables that a folder of facts gives, and the cards that are new or gone, in words. */
export interface Import {
  readonly tables: ReadonlyArray<TableText>
  readonly cardsAdded: ReadonlyArray<string>
  readonly cardsGone: ReadonlyArray<string>
}

const keyOf =
  (...columns: ReadonlyArray<string>) =>
  (fact: FactRecord): string =>
    columns.map((column) => cell(fact, column)).join("\u0000")

/** What facts print of covers: one row for each product and guarantee, the newest. */
const benefitFacts = (from: string): ReadonlyArray<FactRecord> => {
  const printedKey = keyOf("country", "product", "slug")
  const genericKey = keyOf("country", "product", "slug", "network", "tier")
  const coverKey = (fact: FactRecord): string =>
    cell(fact, "product") === "generic" ? genericKey(fact) : printedKey(fact)
  const older = ["card-benefits-fr.csv", "card-benefits-world.csv"].flatMap((name) =>
    readFactFile(from, name),
  )
  const olderByCover = new Map(older.map((fact) => [coverKey(fact), fact]))
  const newer = newerFacts(from, "-benefits.csv").map((fact) =>
    keepDayLimit(olderByCover.get(coverKey(fact)), fact),
  )
  return overlay(older, newer, coverKey)
}

/** Cards as facts list them, each once, the newest. */
const cardFacts = (from: string): ReadonlyArray<FactRecord> =>
  overlay(
    ["banks-fr.csv", "banks-world.csv"].flatMap((name) => readFactFile(from, name)),
    newerFacts(from, "-cards.csv").map(asCatalogued),
    keyOf("country", "bank", "card_name"),
  )

/** One cover, not known, of each card of which nobody knows what it holds. */
const unknownProducts = (cards: ReadonlyArray<FactRecord>): ReadonlyArray<FactRecord> =>
  cards.filter(isUnknownProduct).map((card) => ({
    country: cell(card, "country"),
    network: cell(card, "network"),
    product: benefitProduct(card),
    tier: cell(card, "tier"),
    slug: "hospitalFeesAbroad",
    state: "unknown",
    value: "",
    currency: "",
    condition: "no page found",
    source_url: "",
    as_of: "",
  }))

/** Whether a cover is of a product that some card on sale carries. */
const soldProducts = (cards: ReadonlyArray<FactRecord>): ((cover: ProductCover) => boolean) => {
  const sold = new Set(
    cards
      .filter((card) => !isWithdrawn(card))
      .map((card) => `${cell(card, "country")}\u0000${benefitProduct(card)}`),
  )
  return ({ country, product }) => sold.has(`${country}\u0000${product}`)
}

/**
 * Turns the fact files of `from` into tables, its folders of newer facts laid over them; `into` holds the card catalogue whose numbers are
 * kept. Throws, before anything is written, on facts that cannot be read to the end.
 */
export const importFacts = (from: string, into: string, visas?: string): Import => {
  const facts = (name: string) => readFactFile(from, name)
  const banks = cardFacts(from)
  const isSold = soldProducts(banks)
  const printed = withGenericCovers(
    completeCovers(coversOf([...benefitFacts(from), ...unknownProducts(banks)])),
    isSold,
  )
  const national = profilesOf(printed, banks)
  const rates = ratesOf(facts("currencies.csv"))
  const universal = universalProfiles(national, rates)
  const covers = [...printed, ...universal.flatMap((profile) => profile.covers)]
  const profiles = [...national, ...universal]
  const stated = productTerms(printed, isSold)
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
      healthZoneTable(
        overlay(
          facts("health-zones.csv"),
          newerFacts(from, "health-zones.csv"),
          keyOf("residence", "zone", "member"),
        ),
      ),
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
