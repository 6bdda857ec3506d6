import { type CardProduct, noCard, type Products } from "./products.ts"
import type { CoachTables } from "./tables.ts"
import { type Network, networks, type ProfileTier, profileTiers } from "./vocabulary.ts"

/** The country code under which profiles stand for every country without a bank list. */
export const anyCountry = "ZZ"

/** A network and the tiers that have their own profile on it. */
export interface ProfiledNetwork {
  readonly network: Network
  readonly tiers: ReadonlyArray<ProfileTier>
}

/** The products that stand for cards that are not known themselves. */
export interface Profiles {
  readonly generic: (
    country: string,
    network: Network,
    tier: ProfileTier,
  ) => CardProduct | undefined
  /** The most basic product of a network, or, for null or an unlisted network, of the country. */
  readonly baseline: (country: string, network: Network | null) => CardProduct
  /** The networks and tiers with their own profile in any of the countries. */
  readonly networksIn: (countries: ReadonlyArray<string>) => ReadonlyArray<ProfiledNetwork>
}

/** Indexes generic profiles and baselines by country, network and tier. */
export const prepareProfiles = (tables: CoachTables, products: Products): Profiles => {
  const generic = new Map<string, CardProduct>()
  for (const { country, network, product, tier } of tables.coachGenericProfiles.rows) {
    const found = products.get(country, product)
    if (found !== undefined) generic.set(`${country} ${network} ${tier}`, found)
  }
  const baselines = new Map<string, CardProduct>()
  for (const { country, network, product } of tables.coachBaselines.rows) {
    const found = products.get(country, product)
    if (found !== undefined) baselines.set(`${country} ${network}`, found)
  }
  const nothing = noCard(tables.coachMarkets.get("universal")?.currency ?? "EUR")
  return {
    generic: (country, network, tier) => generic.get(`${country} ${network} ${tier}`),
    baseline: (country, network) =>
      baselines.get(`${country} ${network ?? "any"}`) ??
      baselines.get(`${country} any`) ??
      baselines.get(`${anyCountry} any`) ??
      nothing,
    networksIn: (countries) =>
      networks.flatMap((network) => {
        const tiers = profileTiers.filter((tier) =>
          countries.some((country) => generic.has(`${country} ${network} ${tier}`)),
        )
        return tiers.length === 0 ? [] : [{ network, tiers }]
      }),
  }
}
