import { isWithdrawn } from "./cards.ts"
import { cell, type FactRecord } from "./fact-file.ts"
import { byProduct, byTier, type ProductCover, isGeneric } from "./products.ts"
import { byText, type TableText } from "./table-text.ts"

/** The code under which profiles stand for every country without a bank list of its own. */
export const anyCountry = "ZZ"

/** The product that stands for all cards of a country, network and tier, and why. */
export interface Profile {
  readonly country: string
  readonly network: string
  readonly tier: string
  readonly product: string
  readonly covers: ReadonlyArray<ProductCover>
  /** Whether cards of this very tier were seen; otherwise it borrows from a lower tier. */
  readonly own: boolean
  readonly source: string
}

const borrows = /lower tier used|no card of this tier seen/

const genericProfiles = (
  products: ReadonlyArray<ReadonlyArray<ProductCover>>,
): ReadonlyArray<Profile> =>
  products.flatMap((covers) => {
    const [first] = covers
    if (first === undefined || !isGeneric(first)) return []
    const { country, network, product, tier } = first
    const own = !covers.some((cover) => borrows.test(cover.condition))
    return { country, network, tier, product, covers, own, source: "derived: lowest common cover" }
  })

/** The product that most cards of a network and tier carry; ties go to the first by name. */
const commonProfile = (
  cards: ReadonlyArray<FactRecord>,
  products: ReadonlyMap<string, ReadonlyArray<ProductCover>>,
): ReadonlyArray<Profile> => {
  const counts = new Map<string, Map<string, number>>()
  for (const card of cards) {
    const key = [cell(card, "country"), cell(card, "network"), cell(card, "tier")].join("\u0000")
    const product = cell(card, "benefit_product")
    const count = counts.get(key) ?? new Map<string, number>()
    counts.set(key, count.set(product, (count.get(product) ?? 0) + 1))
  }
  return [...counts].flatMap(([key, count]) => {
    const [country = "", network = "", tier = ""] = key.split("\u0000")
    const [best] = [...count].sort((left, right) => right[1] - left[1] || byText(left[0], right[0]))
    if (best === undefined) return []
    const [product, number] = best
    const covers = products.get(`${country}\u0000${product}`) ?? []
    const source = `derived: carried by most cards of the tier (${number})`
    return { country, network, tier, product, covers, own: true, source }
  })
}

const byPlace = (left: Profile, right: Profile): number =>
  byText(left.country, right.country) ||
  byText(left.network, right.network) ||
  byTier(left.tier, right.tier)

/**
 * The generic profiles of each country: the facts' own derived products, or, in a country that has
 * none, the product that most cards of the network and tier carry.
 */
export const profilesOf = (
  covers: ReadonlyArray<ProductCover>,
  cards: ReadonlyArray<FactRecord>,
): ReadonlyArray<Profile> => {
  const products = byProduct(covers)
  const generic = genericProfiles(products)
  const served = new Set(generic.map((profile) => profile.country))
  const byName = new Map(
    products.map((group) => [`${group[0]?.country}\u0000${group[0]?.product}`, group]),
  )
  const common = commonProfile(
    cards.filter((card) => !served.has(cell(card, "country")) && !isWithdrawn(card)),
    byName,
  )
  return [...generic, ...common].sort(byPlace)
}

/** The table of generic profiles: only networks and tiers with a profile of their own. */
export const genericProfileTable = (profiles: ReadonlyArray<Profile>): TableText => ({
  file: "coach/generic_profiles.csv",
  columns: ["country", "network", "tier", "product", "source"],
  rows: profiles
    .filter((profile) => profile.own)
    .sort(byPlace)
    .map(({ country, network, product, source, tier }) => [
      country,
      network,
      tier,
      product,
      source,
    ]),
})

/**
 * The table of baselines: per country and network its most basic profile, and under the network
 * `any` the country's most basic visa profile, for cards of which nothing is known.
 */
export const baselineTable = (profiles: ReadonlyArray<Profile>): TableText => {
  const lowest = new Map<string, Profile>()
  for (const profile of profiles) {
    const key = `${profile.country}\u0000${profile.network}`
    const known = lowest.get(key)
    if (known === undefined || byTier(profile.tier, known.tier) < 0) lowest.set(key, profile)
  }
  const source = "derived: lowest tier with a profile"
  const rows = [...lowest.values()].map(({ country, network, product }) => [
    country,
    network,
    product,
    source,
  ])
  const unknown = rows
    .filter(([, network]) => network === "visa")
    .map(([country = "", , product = ""]) => [
      country,
      "any",
      product,
      "judgement: as a basic visa",
    ])
  return {
    file: "coach/baselines.csv",
    columns: ["country", "network", "product", "source"],
    rows: [...rows, ...unknown].sort((left, right) =>
      byText(left.slice(0, 2).join(), right.slice(0, 2).join()),
    ),
  }
}
