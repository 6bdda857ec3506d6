import { groupBy } from "../../core/group-by.ts"
import { cell, cellIfAny, type FactRecord, sourceText, unsourced } from "./fact-file.ts"
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
  /** How sure the source is, where somebody judged it: high, medium or low. */
  readonly confidence: string
  /** What cards a profile's cover was counted over; none for a cover that was read. */
  readonly counted?: CardCount
}

/** How many cards were read for a cover of a profile, and what they say. */
export interface CardCount {
  /** Cards of which it is known whether they hold it. */
  readonly read: number
  readonly holding: number
  /** Those that hold it at a printed ceiling; 0 where none is told. */
  readonly valued: number
  /** The highest of those ceilings; empty where none is told. */
  readonly highest: string
}

/** The name of the generic product of a network and tier. */
export const genericProductName = (network: string, tier: string): string =>
  `Generic ${network} ${tier}`

/** Whether a cover is one of a product that stands for all cards of its network and tier. */
export const isGeneric = (cover: ProductCover): boolean =>
  cover.product === genericProductName(cover.network, cover.tier)

/** Whether it is known if the product of a cover holds it. */
export const isKnown = (cover: ProductCover): boolean => cover.state !== "unknown"

/** Whether the product of a cover is known to hold it. */
export const isHeld = (cover: ProductCover): boolean =>
  isKnown(cover) && cover.state !== "not_available"

/** Pages of banks and networks in Trinidad: they prove nothing for cards sold elsewhere. */
const provesNothing = /firstcitizenstt\.com|mastercard\.com\/tt\//

/** A cover that nobody has found out about: no state, no ceiling. */
export const unknownCover = (cover: ProductCover): ProductCover => ({
  ...cover,
  state: "unknown",
  value: "",
  currency: "",
  source: unsourced,
  asOf: "",
  confidence: "",
})

/** The covers of the generic product of a country's network and tier, of which nothing is known yet. */
export const genericCovers = (
  kind: Pick<ProductCover, "country" | "network" | "tier">,
  slugs: ReadonlyArray<string>,
  condition = "",
): ReadonlyArray<ProductCover> =>
  slugs.map((slug) =>
    unknownCover({
      ...kind,
      product: genericProductName(kind.network, kind.tier),
      slug,
      state: "unknown",
      value: "",
      currency: "",
      condition,
      source: "",
      asOf: "",
      confidence: "",
    }),
  )

/** What a page says that lists other cards: it proves no absence. */
const listsOthers = /\babsent from\b.*\blist\b/

/** A file in a public repository of programs: nobody can open it by this name. */
const codeFile = /^public-code-file\b/

const coverOf = (fact: FactRecord): ProductCover => {
  const network = cell(fact, "network")
  const tier = cell(fact, "tier")
  const product = cell(fact, "product")
  const cover: ProductCover = {
    country: cell(fact, "country"),
    network,
    product: product === "generic" ? genericProductName(network, tier) : product,
    tier,
    slug: cell(fact, "slug"),
    state: cell(fact, "state"),
    value: cell(fact, "value"),
    currency: cell(fact, "currency"),
    condition: cell(fact, "condition"),
    source: sourceText(cell(fact, "source_url")),
    asOf: cell(fact, "as_of"),
    confidence: cellIfAny(fact, "confidence"),
  }
  const isSourced = cover.source !== unsourced && !provesNothing.test(cover.source)
  const isProven = cover.state !== "not_available" || !listsOthers.test(cover.condition)
  if (!isKnown(cover) || !isSourced || !isProven) return unknownCover(cover)
  return codeFile.test(cover.source) ? { ...cover, confidence: "low" } : cover
}

/**
 * The covers of a benefits file; the product `generic` gets a name of its own per network and tier.
 * What no page was found for is unknown, whether the facts recall it as held or as absent. What
 * stands on a page that nobody can open is of low confidence.
 */
export const coversOf = (facts: ReadonlyArray<FactRecord>): ReadonlyArray<ProductCover> =>
  facts.map(coverOf)

/** Covers of each product for each guarantee that any product names, unknown where it names none. */
export const completeCovers = (
  covers: ReadonlyArray<ProductCover>,
): ReadonlyArray<ProductCover> => {
  const slugs = new Set(covers.map(({ slug }) => slug))
  return byProduct(covers).flatMap((group) => {
    const known = new Map(group.map((cover) => [cover.slug, cover]))
    const [first] = group
    return first === undefined
      ? []
      : [...slugs].map((slug) => known.get(slug) ?? unknownCover({ ...first, slug, condition: "" }))
  })
}

/** Covers grouped by country and product, in order of first sight. */
export const byProduct = (
  covers: ReadonlyArray<ProductCover>,
): ReadonlyArray<ReadonlyArray<ProductCover>> => {
  const groups = groupBy(covers, ({ country, product }) => `${country}\u0000${product}`)
  return [...groups.values()]
}

const tierOrder = ["entry", "mid", "premium", "elite"]

/** The order of two tiers, entry first. */
export const byTier = (left: string, right: string): number =>
  tierOrder.indexOf(left) - tierOrder.indexOf(right)

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
    "confidence",
    "value_highest",
    "cards_valued",
    "cards_holding",
    "cards_read",
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
      cover.confidence,
      ...countCells(cover.counted),
    ]),
})

const countCells = (counted: CardCount | undefined): ReadonlyArray<string | number> =>
  counted === undefined
    ? ["", "", "", ""]
    : [counted.highest, counted.valued || "", counted.holding, counted.read]
