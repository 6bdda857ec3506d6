import { groupBy } from "../../../core/group-by.ts"
import { memo } from "../../../core/memory.ts"
import type { GuaranteeState } from "../../../core/vocabulary/guarantee.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { CoverState, ProfileTier } from "../coach-vocabulary.ts"

/** What a card holds for one guarantee; `value` is the ceiling in the product's currency, if any. */
export interface Cover {
  readonly state: CoverState
  readonly value: number | null
  /** Whether one source of low confidence is all that says so. */
  readonly weak?: true
}

/** A card product: what its cards hold, in which currency; country and tier are null for no card. */
export interface CardProduct {
  readonly country: string | null
  readonly name: string
  readonly tier: ProfileTier | null
  readonly currency: string
  readonly covers: ReadonlyMap<string, Cover>
}

/** The slug whose ceiling is held against the medical target. */
export const medicalSlug = "hospitalFeesAbroad"

const notHeld: Cover = { state: "not_available", value: null }

const notKnown: Cover = { state: "unknown", value: null }

/** What a product holds for a guarantee: unknown where it lists none, nothing where there is no card. */
export const coverOf = ({ country, covers }: CardProduct, slug: string): Cover =>
  covers.get(slug) ?? (country === null ? notHeld : notKnown)

/** Whether it is known if a cover is held. */
export const isKnown = ({ state }: Pick<Cover, "state">): boolean => state !== "unknown"

/** Whether a cover is known to be held. */
export const isHeld = ({ state }: Pick<Cover, "state">): boolean =>
  state !== "not_available" && state !== "unknown"

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
export const noCard = (currency: string): CardProduct => ({
  country: null,
  name: "",
  tier: null,
  currency,
  covers: new Map(),
})

type MarketRow = CoachTables["coachMarkets"]["rows"][number]

type BenefitRow = CoachTables["coachBenefits"]["rows"][number]

type ProductRow = CoachTables["coachProducts"]["rows"][number]

const coverOfRow = ({ confidence, state, value }: BenefitRow): Cover => ({
  state,
  value,
  ...(confidence === "low" ? { weak: true } : {}),
})

/** The card products, by country and name. */
export interface Products {
  /** The cover whose currency is the product's; undefined for a product that prints none. */
  readonly printedCurrency: (country: string, product: string) => BenefitRow | undefined
  /** The market whose currency a product of a country has that prints none itself. */
  readonly currencyMarket: (country: string) => MarketRow | undefined
  readonly lists: (country: string, product: string) => boolean
  readonly get: (country: string, product: string) => CardProduct | undefined
}

/**
 * Prepares the card products, each when it is first asked for. A product's currency is the one its ceilings are printed in, or the
 * currency of its country's market when it prints none.
 */
export const prepareProducts = (
  tables: Pick<CoachTables, "coachBenefits" | "coachMarkets" | "coachProducts">,
): Products => {
  const markets = new Map(
    tables.coachMarkets.rows.flatMap((market) =>
      market.residences.map((residence) => [residence, market] as const),
    ),
  )
  const universal = tables.coachMarkets.get("universal")
  const currencyMarket = (country: string): MarketRow | undefined =>
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
