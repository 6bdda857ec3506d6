import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { binTablesOfFacts } from "./bin-folder.ts"
import {
  benefitProduct,
  cardTable,
  isUnknownProduct,
  isWithdrawn,
  type TierOfName,
} from "./cards.ts"
import { coverTermTable, termsOfCovers, withFactTerms } from "./cover-terms.ts"
import { cell, cellIfAny, type FactRecord, readFactFile, readTable } from "./fact-file.ts"
import { type CardsCarrying, withGenericCovers } from "./generic-covers.ts"
import { countryTable, formalityTable, healthZoneTable } from "./places.ts"
import {
  benefitTable,
  byProduct,
  completeCovers,
  coversOf,
  genericCovers,
  isGeneric,
  type ProductCover,
  productTable,
} from "./products.ts"
import { newerCover, newerFacts, overlay } from "./newer-facts.ts"
import { productTerms } from "./profile-terms.ts"
import { baselineTable, genericProfileTable, profilesOf, universalProfiles } from "./profiles.ts"
import type { TableText } from "./table-text.ts"
import { visaTable } from "./visas.ts"
import { preparePrintedTier } from "../../rules/coach/card/printed-tier.ts"
import { profileTiers } from "../../rules/coach/coach-vocabulary.ts"

/** The tables that a folder of facts gives, and the cards that are new or gone, in words. */
interface Import {
  readonly tables: ReadonlyArray<TableText>
  readonly cardsAdded: ReadonlyArray<string>
  readonly cardsGone: ReadonlyArray<string>
}

const key = (country: unknown, product: unknown): string => `${country}\u0000${product}`

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
  return overlay(
    older,
    newerFacts(from, "benefits.csv").map(asLevelled("product")),
    coverKey,
    newerCover,
  )
}

/** Cards as facts list them, each once, the newest. */
const cardFacts = (from: string): ReadonlyArray<FactRecord> =>
  overlay(
    ["banks-fr.csv", "banks-world.csv"].flatMap((name) => readFactFile(from, name)),
    newerFacts(from, "cards.csv").map(asCatalogued).map(asLevelled("benefit_product")),
    keyOf("country", "bank", "card_name"),
  )

/** One cover, not known, of each card of which nobody knows what it holds, or no fact says it. */
const unknownProducts = (
  cards: ReadonlyArray<FactRecord>,
  benefits: ReadonlyArray<FactRecord>,
): ReadonlyArray<FactRecord> => {
  const described = new Set(
    benefits.map((fact) => key(cell(fact, "country"), cell(fact, "product"))),
  )
  const isDescribed = (card: FactRecord): boolean =>
    described.has(key(cell(card, "country"), cell(card, "benefit_product")))
  return cards
    .filter((card) => isUnknownProduct(card) || !isDescribed(card))
    .map((card) => ({
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
}

/** Counts the cards on sale that carry the product of a cover. */
const countCarriers = (cards: ReadonlyArray<FactRecord>): CardsCarrying => {
  const counts = new Map<string, number>()
  for (const card of cards) {
    if (isWithdrawn(card)) continue
    const carried = key(cell(card, "country"), benefitProduct(card))
    counts.set(carried, (counts.get(carried) ?? 0) + 1)
  }
  return ({ country, product }) => counts.get(key(country, product)) ?? 0
}

/** Whether some card carries a product, so that what it holds can be told: not every page names the card it is of. */
const isCarried = (fact: FactRecord, carried: ReadonlySet<string>): boolean =>
  cell(fact, "product") === "generic" ||
  cellIfAny(fact, "seen") === "" ||
  carried.has(key(cell(fact, "country"), cell(fact, "product")))

/** The generic products that the facts do not list, of kinds of cards that some product is of. */
const unlistedKinds = (
  covers: ReadonlyArray<ProductCover>,
  slugs: ReadonlyArray<string>,
): ReadonlyArray<ProductCover> => {
  const kindOf = ({ country, network, tier }: ProductCover): string =>
    [country, network, tier].join("\u0000")
  const listed = new Set(covers.filter(isGeneric).map(kindOf))
  const unlisted = new Map(
    covers.filter((cover) => !listed.has(kindOf(cover))).map((cover) => [kindOf(cover), cover]),
  )
  return [...unlisted.values()].flatMap(({ country, network, tier }) =>
    tier === "" ? [] : genericCovers({ country, network, tier }, slugs),
  )
}

/**
 * Turns the fact files of `from` into tables, its folders of newer facts laid over them; `into` holds the card catalogue whose numbers are
 * kept. Throws, before anything is written, on facts that cannot be read to the end.
 */
export const importFacts = (from: string, into: string, visas?: string): Import => {
  const facts = (name: string) => readFactFile(from, name)
  const banks = cardFacts(from)
  const cardsCarrying = countCarriers(banks)
  const carried = new Set(banks.map((card) => key(cell(card, "country"), benefitProduct(card))))
  const benefits = benefitFacts(from).filter((fact) => isCarried(fact, carried))
  const read = completeCovers(coversOf([...benefits, ...unknownProducts(banks, benefits)]))
  const slugs = [...new Set(read.map(({ slug }) => slug))]
  const printed = withGenericCovers([...read, ...unlistedKinds(read, slugs)], cardsCarrying)
  const national = profilesOf(printed, cardsCarrying)
  const universal = universalProfiles(national, slugs)
  const covers = [...printed, ...universal.flatMap((profile) => profile.covers)]
  const profiles = [...national, ...universal]
  const stated = productTerms(printed, cardsCarrying)
  const terms = withFactTerms(stated, newerFacts(from, "cover-terms.csv"), printed)
  const catalogue = join(into, "coach/cards.csv")
  const existing = existsSync(catalogue)
    ? readTable(catalogue, readFileSync(catalogue, "utf8"))
    : []
  const cards = cardTable(banks, existing, tierOfName(into))
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

/** The tier that a card's name shows, by the words of the tables in a folder; none without that table. */
const tierOfName = (into: string): TierOfName => {
  const path = join(into, "coach/tier_words.csv")
  const rows = existsSync(path) ? readTable(path, readFileSync(path, "utf8")) : []
  const tierOf = preparePrintedTier(
    rows.flatMap((row) => {
      const tier = profileTiers.find((each) => each === cell(row, "tier"))
      return tier === undefined
        ? []
        : [
            {
              word: cell(row, "word"),
              tier,
              printed: cell(row, "printed") === "true",
              countries: cell(row, "countries")
                .split("|")
                .filter((code) => code !== ""),
            },
          ]
    }),
  )
  return (card) => tierOf(card) ?? ""
}

/** The products that a table of cards, profiles or baselines names in one of its columns. */
const namedIn = (table: TableText, column: string): ReadonlyArray<string> => {
  const country = table.columns.indexOf("country")
  const product = table.columns.indexOf(column)
  return table.rows.map((row) => key(row[country], row[product]))
}

/**
 * The covers of the products that some card can be read as. The facts derive a generic product for
 * every network and tier; one of a tier without cards only repeats the next lower tier, and where
 * no card, profile or baseline names it, the network's baseline stands for that tier instead.
 */
const namedCovers = (
  covers: ReadonlyArray<ProductCover>,
  cards: TableText,
  profiles: ReadonlyArray<TableText>,
): ReadonlyArray<ProductCover> => {
  const named = new Set([
    ...namedIn(cards, "benefit_product"),
    ...profiles.flatMap((table) => namedIn(table, "product")),
  ])
  return covers.filter((cover) => !isGeneric(cover) || named.has(key(cover.country, cover.product)))
}

/**
 * Stops when a card carries a product without covers: also a card that is gone from the facts keeps
 * its number, and what it held must stay known.
 */
const requireProducts = (cards: TableText, covers: ReadonlyArray<ProductCover>): void => {
  const known = new Set(byProduct(covers).map(([first]) => key(first?.country, first?.product)))
  for (const named of new Set(namedIn(cards, "benefit_product"))) {
    if (known.has(named)) continue
    const [country, product] = named.split("\u0000")
    throw new Error(
      `Cannot find the covers of ${product} (${country}): a card in ${cards.file} carries it`,
    )
  }
}

/** The bank and name under which a card stands in the facts, and in the catalogue. */
type Renamed = readonly [country: string, bank: string, name: string, as: readonly [string, string]]

/** Cards that newer facts name otherwise than the catalogue, which keeps its names and numbers. */
const renamed: ReadonlyArray<Renamed> = [
  [
    "FR",
    "HSBC France",
    "Cartes HSBC particuliers",
    ["CCF (ex-HSBC France)", "Cartes HSBC particuliers"],
  ],
  [
    "FR",
    "BPE (now Louvre Banque Privée)",
    "Gold Mastercard",
    ["Louvre Banque Privée", "Gold Mastercard BPE"],
  ],
  ["MY", "Maybank", "Maybank 2 Gold Cards", ["Maybank", "Maybank 2 Gold Cards (American Express)"]],
  [
    "MY",
    "Maybank",
    "Maybank 2 Platinum Cards",
    ["Maybank", "Maybank 2 Platinum Cards (American Express)"],
  ],
  [
    "MY",
    "RHB Bank",
    "RHB Premier Visa Infinite",
    ["RHB Bank", "RHB Premier Visa Infinite Credit Card"],
  ],
  ["MY", "UOB Malaysia", "UOB PRVI Miles Card", ["UOB Malaysia", "UOB PRVI Miles Elite Card"]],
  ["US", "Discover (Capital One)", "Discover it Cash Back", ["Discover", "Discover it Cash Back"]],
]

/** Products whose level newer facts leave open: as that of the country's other cards of their range word. */
const levels: ReadonlyMap<string, string> = new Map([
  [key("CA", "TD Cash Back Visa Infinite"), "premium"],
])

/** A fact of a card or a cover at the level that its product has. */
const asLevelled =
  (product: string) =>
  (fact: FactRecord): FactRecord => {
    const level = levels.get(key(cell(fact, "country"), cell(fact, product)))
    return level === undefined ? fact : { ...fact, tier: level }
  }

const known = new Map(
  renamed.map(([country, bank, name, as]) => [[country, bank, name].join("\u0000"), as]),
)

/** A card of the facts under the bank and name that the catalogue has for it. */
const asCatalogued = (fact: FactRecord): FactRecord => {
  const key = [cell(fact, "country"), cell(fact, "bank"), cell(fact, "card_name")].join("\u0000")
  const as = known.get(key)
  return as === undefined ? fact : { ...fact, bank: as[0], card_name: as[1] }
}
