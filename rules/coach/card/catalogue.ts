import { memo, once } from "../../../core/memory.ts"
import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import {
  type CardProduct,
  coverOf,
  heldAmount,
  isGeneric,
  isHeld,
  isKnown,
  medicalSlug,
  type Products,
} from "./products.ts"
import type { CoachTables } from "../coach-tables.ts"
import { type CardTier, type Network, type ProfileTier, profileTiers } from "../coach-vocabulary.ts"

/** A card of the catalogue with its product. */
export interface CatalogueCard {
  readonly catalogueId: number
  readonly country: CountryCode
  readonly bank: string
  readonly name: string
  readonly network: Network | null
  /** The range that its name shows by a word. */
  readonly tier: CardTier | null
  /** The range that it is worth. */
  readonly level: ProfileTier | null
  /** Whether it is known to be no longer sold. */
  readonly withdrawn: boolean
  /** Its declared place among its bank's cards of network and range; null where none is declared. */
  readonly rank: number | null
  readonly product: CardProduct
}

/** A bank of the catalogue and its cards, most basic first. */
export interface CatalogueBank {
  readonly country: CountryCode
  readonly name: string
  readonly cards: ReadonlyArray<CatalogueCard>
}

/** The card catalogue, indexed. */
export interface CatalogueIndex {
  readonly banks: ReadonlyArray<CatalogueBank>
  /** The cards of all banks, in the order of their table. */
  readonly cards: ReadonlyArray<CatalogueCard>
  /** Those of a country's banks. */
  readonly cardsIn: (country: CountryCode) => ReadonlyArray<CatalogueCard>
  readonly byId: (catalogueId: number) => CatalogueCard | undefined
  /** A bank by its name, a short name or another spelling, in a country. */
  readonly bankNamed: (country: CountryCode, name: string) => CatalogueBank | undefined
  /** Whether any bank of a country is listed. */
  readonly listsBanks: (country: CountryCode) => boolean
  /** The row by which a name that is not the bank's own finds the bank. */
  readonly aliasNamed: (country: CountryCode, name: string) => AliasRow | undefined
}

/** How many covers a product is known to hold. */
export const heldCount = ({ covers }: CardProduct): number =>
  [...covers.values()].filter(isHeld).length

/**
 * Whether so little is known of a product that its few known covers say nothing: less than half, or
 * only what is usual of such cards.
 */
export const isLittleKnown = (product: CardProduct): boolean =>
  isGeneric(product) ||
  [...product.covers.values()].filter(isKnown).length * 2 < product.covers.size

/** The order of cards by the place that is declared among those of their bank, network and range. */
export const byDeclaredRank = (left: CatalogueCard, right: CatalogueCard): number =>
  declaredRank(left) - declaredRank(right)

/**
 * The order of cards, most basic first: by level, then by declared rank, then those of which at least
 * half the covers are known, by how many they are known to hold, then by their medical ceiling, then
 * by catalogue id. Business cards and cards without a level come last, and behind them all cards that
 * are no longer sold.
 */
export const byBasicness = (left: CatalogueCard, right: CatalogueCard): number =>
  Number(left.withdrawn) - Number(right.withdrawn) ||
  levelRank(left) - levelRank(right) ||
  byDeclaredRank(left, right) ||
  Number(isLittleKnown(left.product)) - Number(isLittleKnown(right.product)) ||
  heldCount(left.product) - heldCount(right.product) ||
  medicalCeiling(left.product) - medicalCeiling(right.product) ||
  left.catalogueId - right.catalogueId

/** Indexes the card catalogue by id and by bank, each when it is first asked for. */
export const prepareCatalogueIndex = (
  tables: CatalogueTables,
  products: Products,
): CatalogueIndex => {
  const cardsOf = cardReader(products)
  const cards = once(() => tables.coachCards.rows.flatMap(cardsOf))
  const cardsIn = memo((country: CountryCode) =>
    tables.coachCards.having("country", country).flatMap(cardsOf),
  )
  const banks = once(() => banksOf(cards()))
  const names = once(() => namesOf(tables, banks()))
  const byId = once(() => new Map(cards().map((card) => [card.catalogueId, card])))
  const listsBanks = memo((country: CountryCode) =>
    tables.coachCards
      .having("country", country)
      .some(({ benefitProduct }) => products.lists(country, benefitProduct)),
  )
  const named = (country: CountryCode, name: string): NamedBank | undefined => {
    const key = plainName(name)
    return key === "" ? undefined : names().get(country)?.get(key)
  }
  return {
    get cards() {
      return cards()
    },
    get banks() {
      return banks()
    },
    cardsIn,
    byId: (catalogueId) => byId().get(catalogueId),
    listsBanks,
    bankNamed: (country, name) => named(country, name)?.bank,
    aliasNamed: (country, name) => named(country, name)?.alias,
  }
}

/**
 * The words of a name without case, accents and punctuation.
 *
 * ```ts
 * import { plainWords } from "../rules/coach/card/catalogue.ts"
 *
 * plainWords("Carte World-Élite Mastercard") // => ["carte", "world", "elite", "mastercard"]
 * plainWords("Caisse d'Épargne") // => ["caisse", "d", "epargne"]
 * ```
 */
export const plainWords = (name: string): ReadonlyArray<string> =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replace(/\p{Mark}/gu, "")
    .match(/[a-z0-9]+/g) ?? []

/**
 * A name without case, accents, spaces and punctuation, so that spellings of one name meet.
 *
 * ```ts
 * import { plainName } from "../rules/coach/card/catalogue.ts"
 *
 * plainName("Caisse d'Épargne") // => "caissedepargne"
 * plainName("U.S. Bank") // => "usbank"
 * ```
 */
export const plainName = (name: string): string =>
  (isPlain.test(name) ? name : name.normalize("NFD")).toLowerCase().replace(/[^a-z0-9]/g, "")

type AliasRow = CoachTables["bankAliases"]["rows"][number]

const levelRank = ({ level, tier }: CatalogueCard): number => {
  if (tier === "business") return profileTiers.length
  return level === null ? profileTiers.length + 1 : profileTiers.indexOf(level)
}

const declaredRank = ({ rank }: CatalogueCard): number => rank ?? Number.MAX_SAFE_INTEGER

const medicalCeiling = (product: CardProduct): number => {
  const cover = coverOf(product, medicalSlug)
  return cover.state === "actual_costs" ? Number.MAX_SAFE_INTEGER : (heldAmount(cover) ?? 0)
}

/** The tables that the catalogue is read from. */
type CatalogueTables = Pick<CoachTables, "bankAliases" | "coachCards">

/** The card of a row, if its product is listed; the same each time. */
const cardReader = (products: Products) =>
  memo((row: CardRow): ReadonlyArray<CatalogueCard> => {
    const product = products.get(row.country, row.benefitProduct)
    if (product === undefined) return []
    const { bank, cardName: name, catalogueId, country, level, network, rank, sold, tier } = row
    const withdrawn = sold === "withdrawn"
    return [{ catalogueId, country, bank, name, network, tier, level, withdrawn, rank, product }]
  })

type CardRow = CoachTables["coachCards"]["rows"][number]

const banksOf = (cards: ReadonlyArray<CatalogueCard>): ReadonlyArray<CatalogueBank> => {
  const banks = new Map<
    string,
    { country: CountryCode; name: string; cards: Array<CatalogueCard> }
  >()
  for (const card of cards) {
    const key = `${card.country} ${card.bank}`
    const bank = banks.get(key)
    if (bank === undefined)
      banks.set(key, { country: card.country, name: card.bank, cards: [card] })
    else bank.cards.push(card)
  }
  for (const bank of banks.values()) bank.cards.sort(byBasicness)
  return [...banks.values()]
}

/** The names of each country's banks: aliases first, so that a bank's own name wins over them. */
const namesOf = (
  tables: CatalogueTables,
  banks: ReadonlyArray<CatalogueBank>,
): ReadonlyMap<string, ReadonlyMap<string, NamedBank>> => {
  const byCountry = new Map<string, Map<string, NamedBank>>()
  const add = (named: NamedBank, name: string): void => {
    const { country } = named.bank
    const names = byCountry.get(country) ?? new Map<string, NamedBank>()
    byCountry.set(country, names.set(plainName(name), named))
  }
  const byName = new Map(banks.map((bank) => [`${bank.country} ${bank.name}`, bank]))
  for (const row of tables.bankAliases.rows) {
    const bank = byName.get(`${row.country} ${row.bank}`)
    if (bank !== undefined) add({ bank, alias: row }, row.alias)
  }
  for (const bank of banks) add({ bank }, bank.name)
  return byCountry
}

/** A bank under one of its names; `alias` is the row of a name that is not its own. */
interface NamedBank {
  readonly bank: CatalogueBank
  readonly alias?: AliasRow
}

/** Names without accents are taken apart by nothing, which takes time. */
const isPlain = /^[ -~]*$/
