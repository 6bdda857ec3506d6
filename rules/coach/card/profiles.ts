import { type CardProduct, noCard, type Products } from "./products.ts"
import type { CoachTables } from "../coach-tables.ts"
import { type Network, networks, type ProfileTier, profileTiers } from "../coach-vocabulary.ts"

/** The country code under which profiles stand for every country without a bank list. */
export const anyCountry = "ZZ"

/** A network and the tiers that have their own profile on it. */
export interface ProfiledNetwork {
  readonly network: Network
  readonly tiers: ReadonlyArray<ProfileTier>
}

interface NamedProduct {
  readonly country: string
  readonly product: string
}

type BaselineRow = CoachTables["coachBaselines"]["rows"][number]

/** The products that stand for cards that are not known themselves. */
export interface Profiles {
  /** The country under which a country's profiles are listed: itself, or {@link anyCountry}. */
  readonly homeOf: (country: string) => string
  readonly generic: (
    country: string,
    network: Network,
    tier: ProfileTier,
  ) => CardProduct | undefined
  /** The most basic product of a network, or, for null or an unlisted network, of the country. */
  readonly baseline: (country: string, network: Network | null) => CardProduct
  /** The row that names that product; undefined where no row does. */
  readonly baselineRow: (country: string, network: Network | null) => BaselineRow | undefined
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
  const homeOf = (country: string): string => (homes.has(country) ? country : anyCountry)
  const baselineFor = (country: string, network: Network | null) =>
    baselines.get(`${homeOf(country)} ${network ?? "any"}`) ??
    baselines.get(`${homeOf(country)} any`) ??
    baselines.get(`${anyCountry} any`)
  const nothing = noCard(tables.coachMarkets.get("universal")?.currency ?? "EUR")
  return {
    homeOf,
    generic: (country, network, tier) =>
      productOf(generic.get(`${homeOf(country)} ${network} ${tier}`)),
    baseline: (country, network) => productOf(baselineFor(country, network)) ?? nothing,
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
