import { groupBy } from "../../../core/group-by.ts"
import { type ProductCover, genericProductName, isHeld } from "./products.ts"
import { anyCountry, type Profile } from "./profiles.ts"
import { inEuros, type EuroRates, universalCurrency } from "./rates.ts"

/** A universal profile needs this many countries with a profile of the network and tier. */
const countriesMinimum = 3

/** Ceilings are rounded down to a multiple of this many euros. */
const roundingStepEuros = 50n

/** A printed ceiling in euros, rounded down; undefined without a ceiling or a rate. */
const ceilingInEuros = (cover: ProductCover, rates: EuroRates): bigint | undefined => {
  const euros = cover.value === "" ? undefined : inEuros(BigInt(cover.value), cover.currency, rates)
  if (euros === undefined) return undefined
  const { denominator, numerator } = euros
  return (numerator / (denominator * roundingStepEuros)) * roundingStepEuros
}

const commonState = (covers: ReadonlyArray<ProductCover>): string => {
  const [first] = covers
  if (first === undefined) return "not_available"
  return covers.every((cover) => cover.state === first.state) ? first.state : "included"
}

/** What every country's profile holds for a guarantee, at the lowest ceiling printed. */
const commonCover = (
  covers: ReadonlyArray<ProductCover>,
  shared: ProductCover,
  rates: EuroRates,
): ProductCover => {
  const held = covers.filter(isHeld)
  const counts = held.length === covers.length
  const ceilings = held.flatMap((cover) => ceilingInEuros(cover, rates) ?? [])
  const ceiling = ceilings.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0))[0]
  const state = !counts
    ? "not_available"
    : ceiling === undefined
      ? commonState(held.filter((cover) => cover.value === ""))
      : (held.find((cover) => cover.value !== "")?.state ?? "value")
  const value = counts && ceiling !== undefined ? String(ceiling) : ""
  return {
    ...shared,
    state,
    value,
    currency: value === "" ? "" : universalCurrency,
    condition: `${held.length} of ${covers.length} countries' profiles have it`,
    source: "derived",
    asOf: "2026",
  }
}

const universalProfile = (
  group: ReadonlyArray<Profile>,
  rates: EuroRates,
): ReadonlyArray<Profile> => {
  const [first] = group
  if (first === undefined || group.length < countriesMinimum) return []
  const { network, tier } = first
  const product = genericProductName(network, tier)
  const covers = first.covers.map((cover) => {
    const same = group.flatMap(
      (profile) => profile.covers.find((each) => each.slug === cover.slug) ?? [],
    )
    return commonCover(same, { ...cover, country: anyCountry, network, product, tier }, rates)
  })
  const source = `derived: lowest common cover of ${group.length} countries`
  return [{ country: anyCountry, network, tier, product, covers, own: true, source }]
}

/**
 * Profiles for residents of any other country: per network and tier what the profiles of all
 * listed countries hold, at the lowest ceiling, in euros rounded down.
 */
export const universalProfiles = (
  profiles: ReadonlyArray<Profile>,
  rates: EuroRates,
): ReadonlyArray<Profile> => {
  const groups = groupBy(
    profiles.filter((profile) => profile.own),
    ({ network, tier }) => `${network}\u0000${tier}`,
  )
  return [...groups.values()].flatMap((group) => universalProfile(group, rates))
}
