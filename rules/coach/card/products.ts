import { groupBy } from "../../../core/group-by.ts"
import { memo } from "../../../core/memory.ts"
import type { CountryCode, CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { GuaranteeState } from "../../../core/vocabulary/guarantee.ts"
import type { CoachTables } from "../coach-tables.ts"
import { type FigureSource, prepareReadSource, type ReadSource } from "../figure-source.ts"
import {
  type CoverState,
  type Network,
  networks,
  type ProfileTier,
  profileTiers,
  universalMarket,
} from "../coach-vocabulary.ts"

/** What a card holds for one guarantee; `value` is the ceiling in the product's currency, if any. */
export interface Cover {
  readonly state: CoverState
  readonly value: number | null
  /** Whether one source of low confidence is all that says so. */
  readonly weak?: true
  /** Where that was read; left out where nobody says so. */
  readonly source?: FigureSource
  /** How many cards were read to tell it of their kind, and how many of them hold it. */
  readonly counts?: { readonly holding: number; readonly read: number }
  /** Whether it is the least that cards hold: the card that it stands for may hold more. */
  readonly least?: true
  /** Up to which ceiling, and over how many cards, `value` is the lowest of several. */
  readonly range?: { readonly highest: number; readonly cards: number }
}

/** A card product: what its cards hold, in which currency; country and tier are null for no card. */
export interface CardProduct {
  readonly country: CountryCode | null
  readonly name: string
  readonly tier: ProfileTier | null
  readonly currency: CurrencyCode
  readonly covers: ReadonlyMap<string, Cover>
}

/** The slug whose ceiling is compared with the medical target. */
export const medicalSlug = "hospitalFeesAbroad"

/** The slug of the journey home that a doctor orders. */
export const repatriationSlug = "rapatriationAssistance"

/** What a product holds for a guarantee: unknown where it lists none, nothing where there is no card. */
export const coverOf = ({ country, covers }: CardProduct, slug: string): Cover =>
  covers.get(slug) ?? (country === null ? notHeld : notKnown)

/** Whether it is known if a cover is held. */
export const isKnown = ({ state }: Pick<Cover, "state">): boolean => state !== "unknown"

/** Whether a cover is known to be held. */
export const isHeld = ({ state }: Pick<Cover, "state">): boolean =>
  state !== "not_available" && state !== "unknown"

/** Whether a cover is held and nobody has read up to how much. */
export const isUnread = (cover: Pick<Cover, "state" | "value">): boolean =>
  isHeld(cover) && cover.state !== "actual_costs" && cover.value === null

/**
 * How an answer shows a cover: one that nobody has found out about is shown as not available, and its
 * gap says that this is unverified.
 */
export const shownState = ({ state }: Pick<Cover, "state">): GuaranteeState =>
  state === "unknown" ? "not_available" : state

/**
 * The amount that a cover is shown to hold, in the product's currency: 0 where it is not held, null
 * where it is held without a printed ceiling, or where that is unknown.
 *
 * ```ts
 * import { heldAmount } from "../rules/coach/card/products.ts"
 *
 * heldAmount({ state: "value", value: 155000 }) // => 155000
 * heldAmount({ state: "not_available", value: null }) // => 0
 * heldAmount({ state: "included", value: null }) // => null
 * heldAmount({ state: "unknown", value: null }) // => null
 * ```
 */
export const heldAmount = (cover: Cover): number | null =>
  cover.state === "not_available" ? 0 : cover.value

/** Whether a product stands for all cards of a network and range: what it holds is read on no card. */
export const isGeneric = ({ name }: Pick<CardProduct, "name">): boolean =>
  name.startsWith("Generic ")

/** The product of a traveller without a card: every guarantee reads not available. */
export const noCard = (currency: CurrencyCode): CardProduct => ({
  country: null,
  name: "",
  tier: null,
  currency,
  covers: new Map(),
})

/** The card products, by country and name. */
export interface Products {
  /** The cover whose currency is the product's; undefined for a product that prints none. */
  readonly printedCurrency: (country: CountryCode, product: string) => BenefitRow | undefined
  /** The market whose currency a product of a country has that prints none itself. */
  readonly currencyMarket: (country: CountryCode) => MarketRow | undefined
  readonly lists: (country: CountryCode, product: string) => boolean
  readonly get: (country: CountryCode, product: string) => CardProduct | undefined
}

/**
 * Prepares the card products, each when it is first asked for. A product's currency is the one its ceilings are printed in, or the
 * currency of its country's market when it prints none.
 */
export const prepareProducts = (
  tables: Pick<CoachTables, "coachBenefits" | "coachMarkets" | "coachProducts" | "sourceHosts">,
): Products => {
  const coverOfRow = coverReader(prepareReadSource(tables))
  const markets = new Map(
    tables.coachMarkets.rows.flatMap((market) =>
      market.residences.map((residence) => [residence, market] as const),
    ),
  )
  const universal = tables.coachMarkets.get(universalMarket)
  const currencyMarket = (country: CountryCode): MarketRow | undefined =>
    markets.get(country) ?? universal
  const rowsOf = memo((product: string) =>
    groupBy(tables.coachBenefits.having("product", product), ({ country }) => country),
  )
  const printedCurrency: Products["printedCurrency"] = (country, product) =>
    rowsOf(product)
      .get(country)
      ?.findLast(({ currency }) => currency !== null)
  const makeProduct = ({ country, product: name, tier }: ProductRow): CardProduct => ({
    country,
    name,
    tier,
    currency:
      printedCurrency(country, name)?.currency ?? currencyMarket(country)?.currency ?? "EUR",
    covers: new Map(
      rowsOf(name)
        .get(country)
        ?.map((row) => [row.slug, coverOfRow(row)]),
    ),
  })
  const productOf = memo(makeProduct)
  return {
    lists: (country, product) => tables.coachProducts.get(country, product) !== undefined,
    get: (country, product) => {
      const row = tables.coachProducts.get(country, product)
      return row === undefined ? undefined : productOf(row)
    },
    currencyMarket,
    printedCurrency,
  }
}

/** The country code under which profiles stand for every country without a bank list. */
export const anyCountry = "ZZ"

/** The products that stand for cards that are not known themselves. */
export interface Profiles {
  /** The country under which a country's profiles are listed: itself, or {@link anyCountry}. */
  readonly homeOf: (country: CountryCode) => string
  readonly generic: (
    country: CountryCode,
    network: Network,
    tier: ProfileTier,
  ) => CardProduct | undefined
  /**
   * The most basic product of a network, or, for null or an unlisted network, of the country, as what a
   * card of it holds at least: what the product lacks, the card may have all the same.
   */
  readonly baseline: (country: CountryCode, network: Network | null) => CardProduct
  /** The row that names that product; undefined where no row does. */
  readonly baselineRow: (country: CountryCode, network: Network | null) => BaselineRow | undefined
  /** The networks and tiers with their own profile in any of the countries. */
  readonly networksIn: (countries: ReadonlyArray<string>) => ReadonlyArray<ProfiledNetwork>
}

/** Indexes generic profiles and baselines by country, network and tier. */
export const prepareProfiles = (tables: CoachTables, products: Products): Profiles => {
  const isListed = ({ country, product }: NamedProduct): boolean => products.lists(country, product)
  const productOf = (row: NamedProduct | undefined): CardProduct | undefined =>
    row && products.get(row.country, row.product)
  const generic = new Map(
    tables.coachGenericProfiles.rows
      .filter(isListed)
      .map((row) => [`${row.country} ${row.network} ${row.tier}`, row]),
  )
  const baselines = new Map(
    tables.coachBaselines.rows
      .filter(isListed)
      .map((row) => [`${row.country} ${row.network}`, row]),
  )
  const homes = new Set(
    [...tables.coachGenericProfiles.rows, ...tables.coachBaselines.rows].map(
      ({ country }) => country,
    ),
  )
  const homeOf = (country: CountryCode): string => (homes.has(country) ? country : anyCountry)
  const baselineFor = (country: CountryCode, network: Network | null) =>
    baselines.get(`${homeOf(country)} ${network ?? "any"}`) ??
    baselines.get(`${homeOf(country)} any`) ??
    baselines.get(`${anyCountry} any`)
  const nothing: CardProduct = {
    ...noCard(tables.coachMarkets.get(universalMarket)?.currency ?? "EUR"),
    country: anyCountry,
  }
  const atLeast = memo((product: CardProduct): CardProduct => ({
    ...product,
    covers: new Map([...product.covers].map(([slug, cover]) => [slug, leastOf(cover)])),
  }))
  return {
    homeOf,
    generic: (country, network, tier) =>
      productOf(generic.get(`${homeOf(country)} ${network} ${tier}`)),
    baseline: (country, network) => atLeast(productOf(baselineFor(country, network)) ?? nothing),
    baselineRow: baselineFor,
    networksIn: (countries) =>
      networks.flatMap((network) => {
        const tiers = profileTiers.filter((tier) =>
          countries.some((country) => generic.has(`${country} ${network} ${tier}`)),
        )
        return tiers.length === 0 ? [] : [{ network, tiers }]
      }),
  }
}

/** Numbers products as they are met, so that what is kept of one has a short key. */
export const makeProductNumbers = (): ProductNumber => {
  const numbers = new WeakMap<CardProduct, number>()
  let next = 0
  return (product) => {
    const known = numbers.get(product)
    if (known !== undefined) return known
    const number = next
    next += 1
    numbers.set(product, number)
    return number
  }
}

/** A cover as the least that cards hold: how much others hold is not told, nor that any lacks it. */
const leastOf = (cover: Cover): Cover => {
  const { range: _, ...held } = cover
  if (isHeld(cover)) return { ...held, least: true }
  return isKnown(cover) ? notKnown : cover
}

const notHeld: Cover = { state: "not_available", value: null }

const notKnown: Cover = { state: "unknown", value: null }

type BenefitRow = CoachTables["coachBenefits"]["rows"][number]

type MarketRow = CoachTables["coachMarkets"]["rows"][number]

type ProductRow = CoachTables["coachProducts"]["rows"][number]

const coverReader =
  (readSource: ReadSource) =>
  (row: BenefitRow): Cover => {
    const { cardsHolding, cardsRead, cardsValued, confidence, state, value, valueHighest } = row
    return {
      state,
      value,
      ...(confidence === "low" ? { weak: true } : {}),
      ...(state === "unknown" ? {} : { source: readSource(row) }),
      ...(cardsHolding === null || cardsRead === null
        ? {}
        : { counts: { holding: cardsHolding, read: cardsRead } }),
      ...(value === null || valueHighest === null || cardsValued === null || valueHighest === value
        ? {}
        : { range: { highest: valueHighest, cards: cardsValued } }),
    }
  }

type BaselineRow = CoachTables["coachBaselines"]["rows"][number]

/** A network and the tiers that have their own profile on it. */
interface ProfiledNetwork {
  readonly network: Network
  readonly tiers: ReadonlyArray<ProfileTier>
}

interface NamedProduct {
  readonly country: CountryCode
  readonly product: string
}

/** The number of a product, the same whenever it is asked for. */
type ProductNumber = (product: CardProduct) => number
