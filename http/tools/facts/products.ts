import { cell, type FactRecord, sourceText } from "./fact-file.ts"
import { byText, type TableText } from "./table-text.ts"

/** A cover of one card product: what it holds for one guarantee. */
export interface ProductCover {
  readonly country: string
  readonly network: string
  readonly product: string
  readonly tier: string
  readonly slug: string
  readonly state: string
  readonly value: string
  readonly currency: string
  readonly condition: string
  readonly source: string
  readonly asOf: string
}

/** The name of the generic product of a network and tier. */
export const genericProductName = (network: string, tier: string): string =>
  `Generic ${network} ${tier}`

/** Whether a cover is one of a product that stands for all cards of its network and tier. */
export const isGeneric = (cover: ProductCover): boolean =>
  cover.product === genericProductName(cover.network, cover.tier)

/** Whether the product of a cover holds it at all. */
export const isHeld = (cover: ProductCover): boolean => cover.state !== "not_available"

/** The covers of a benefits file; the product `generic` gets a name of its own per network and tier. */
export const coversOf = (facts: ReadonlyArray<FactRecord>): ReadonlyArray<ProductCover> =>
  facts.map((fact) => {
    const network = cell(fact, "network")
    const tier = cell(fact, "tier")
    const product = cell(fact, "product")
    return {
      country: cell(fact, "country"),
      network,
      product: product === "generic" ? genericProductName(network, tier) : product,
      tier,
      slug: cell(fact, "slug"),
      state: cell(fact, "state"),
      value: cell(fact, "value"),
      currency: cell(fact, "currency"),
      condition: cell(fact, "condition"),
      source: sourceText(cell(fact, "source_url")) || "unsourced",
      asOf: cell(fact, "as_of"),
    }
  })

/** Covers grouped by country and product, in order of first sight. */
export const byProduct = (
  covers: ReadonlyArray<ProductCover>,
): ReadonlyArray<ReadonlyArray<ProductCover>> => {
  const groups = new Map<string, Array<ProductCover>>()
  for (const cover of covers) {
    const key = `${cover.country}\u0000${cover.product}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [cover])
    else group.push(cover)
  }
  return [...groups.values()]
}

const tierOrder = ["entry", "mid", "premium", "elite"]

/** The order of two tiers, entry first. */
export const byTier = (left: string, right: string): number =>
  tierOrder.indexOf(left) - tierOrder.indexOf(right)

/** A tier and those below it, highest first. */
export const tiersDownFrom = (tier: string): ReadonlyArray<string> =>
  tierOrder.slice(0, tierOrder.indexOf(tier) + 1).reverse()

/** The table of card products, by country, network, tier and name. */
export const productTable = (covers: ReadonlyArray<ProductCover>): TableText => ({
  file: "coach/products.csv",
  columns: ["country", "product", "network", "tier"],
  rows: byProduct(covers)
    .flatMap((group) => group[0] ?? [])
    .sort(
      (left, right) =>
        byText(left.country, right.country) ||
        byText(left.network, right.network) ||
        byTier(left.tier, right.tier) ||
        byText(left.product, right.product),
    )
    .map(({ country, network, product, tier }) => [country, product, network, tier]),
})

/** The table of what each product holds for each guarantee, by country and product. */
export const benefitTable = (covers: ReadonlyArray<ProductCover>): TableText => ({
  file: "coach/benefits.csv",
  columns: [
    "country",
    "product",
    "slug",
    "state",
    "value",
    "currency",
    "condition",
    "source",
    "as_of",
  ],
  rows: [...covers]
    .sort(
      (left, right) => byText(left.country, right.country) || byText(left.product, right.product),
    )
    .map((cover) => [
      cover.country,
      cover.product,
      cover.slug,
      cover.state,
      cover.value,
      cover.currency,
      cover.condition,
      cover.source,
      cover.asOf,
    ]),
})
