import { groupBy } from "../../core/group-by.ts"
import {
  areMost,
  type CardsCarrying,
  cardsReadMinimum,
  membersOf,
  type ProductGroups,
} from "./generic-covers.ts"
import {
  byProduct,
  byTier,
  genericCovers,
  genericProductName,
  isGeneric,
  type ProductCover,
} from "./products.ts"
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
  readonly source: string
}

/**
 * The profiles of each country: the product that most cards of a network and tier carry, where enough
 * of them are on sale; else the generic product that is counted over those that were read.
 */
export const profilesOf = (
  covers: ReadonlyArray<ProductCover>,
  cardsCarrying: CardsCarrying,
): ReadonlyArray<Profile> => {
  const products = byProduct(covers)
  const printed = products.filter((group) => !group.some(isGeneric))
  return products
    .flatMap((group): ReadonlyArray<Profile> => {
      const [first] = group
      if (first === undefined || !isGeneric(first)) return []
      const { country, network, tier } = first
      const members = membersOf(first, printed).filter(([cover]) => cover && cardsCarrying(cover))
      if (members.length === 0) return []
      const carried = carriedByMost(members, cardsCarrying)
      return carried === undefined
        ? [{ ...first, covers: group, source: "derived: counted over the cards read" }]
        : [{ country, network, tier, ...carried }]
    })
    .sort(byPlace)
}

/** The product that most of the cards on sale carry, if these are enough. */
const carriedByMost = (
  members: ProductGroups,
  cardsCarrying: CardsCarrying,
): Pick<Profile, "product" | "covers" | "source"> | undefined => {
  const counts = members.map(([cover]) => (cover === undefined ? 0 : cardsCarrying(cover)))
  const all = counts.reduce((sum, count) => sum + count, 0)
  const at = counts.findIndex((count) => areMost(count, all))
  const [covers, count] = [members[at], counts[at]]
  if (all < cardsReadMinimum || covers?.[0] === undefined) return undefined
  const source = `derived: carried by ${count} of ${all} cards of the tier`
  return { product: covers[0].product, covers, source }
}

/** Networks and tiers of cards that stand for no country's own need so many countries with a profile. */
const countriesMinimum = 3

/**
 * Profiles for residents of any other country, per network and tier that several listed countries
 * have: they know nothing, since what cards hold elsewhere says nothing about theirs.
 */
export const universalProfiles = (
  profiles: ReadonlyArray<Profile>,
  slugs: ReadonlyArray<string>,
): ReadonlyArray<Profile> => {
  const groups = groupBy(profiles, ({ network, tier }) => `${network}\u0000${tier}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined || group.length < countriesMinimum) return []
    const { network, tier } = first
    const source = "judgement: a kind of card that several countries have"
    const covers = genericCovers(
      { country: anyCountry, network, tier },
      slugs,
      "no card of this country read",
    )
    return [
      {
        country: anyCountry,
        network,
        tier,
        product: genericProductName(network, tier),
        covers,
        source,
      },
    ]
  })
}

const byPlace = (left: Profile, right: Profile): number =>
  byText(left.country, right.country) ||
  byText(left.network, right.network) ||
  byTier(left.tier, right.tier)

/** The table of generic profiles. */
export const genericProfileTable = (profiles: ReadonlyArray<Profile>): TableText => ({
  file: "coach/generic_profiles.csv",
  columns: ["country", "network", "tier", "product", "source"],
  rows: [...profiles]
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
