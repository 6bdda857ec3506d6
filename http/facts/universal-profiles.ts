import { groupBy } from "../../core/group-by.ts"
import { downToTwoFigures } from "../../rules/coach/bilan-situation.ts"
import { type ProductCover, genericProductName, isHeld, isKnown, unknownCover } from "./products.ts"
import { anyCountry, type Profile } from "./profiles.ts"
import { inEuros, type EuroRates, universalCurrency } from "./rates.ts"

/** A universal profile needs this many countries with a profile of the network and tier. */
const countriesMinimum = 3

/**
 * A printed ceiling in euros, a converted one rounded down to two figures as all of them are told;
 * undefined without a ceiling or a rate.
 */
const ceilingInEuros = (cover: ProductCover, rates: EuroRates): number | undefined => {
  const euros = cover.value === "" ? undefined : inEuros(BigInt(cover.value), cover.currency, rates)
  if (euros === undefined) return undefined
  return cover.currency === universalCurrency ? Number(cover.value) : downToTwoFigures(euros)
}

/** How covers without a printed ceiling are held, where all are held alike. */
const commonState = (covers: ReadonlyArray<ProductCover>): string => {
  const [first] = covers
  return first !== undefined && covers.every((cover) => cover.state === first.state)
    ? first.state
    : "included"
}

/**
 * What most of the countries whose profiles know a guarantee hold for it, at the lowest ceiling
 * printed; unknown where they are even, or none knows.
 */
const commonCover = (
  covers: ReadonlyArray<ProductCover>,
  shared: ProductCover,
  rates: EuroRates,
): ProductCover => {
  const known = covers.filter(isKnown)
  const held = known.filter(isHeld)
  const condition = `${held.length} of ${known.length} countries' profiles have it`
  const derived = { ...shared, condition, source: "derived", asOf: "2026", confidence: "" }
  if (held.length * 2 === known.length) return unknownCover(derived)
  if (held.length * 2 < known.length) {
    return { ...derived, state: "not_available", value: "", currency: "" }
  }
  const ceilings = held.flatMap((cover) => ceilingInEuros(cover, rates) ?? [])
  const [ceiling] = ceilings.sort((left, right) => left - right)
  return ceiling === undefined
    ? { ...derived, state: commonState(held), value: "", currency: "" }
    : {
        ...derived,
        state: held.find(({ value }) => value !== "")?.state ?? "value",
        value: String(ceiling),
        currency: universalCurrency,
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
  const source = `derived: what most of ${group.length} countries hold`
  return [{ country: anyCountry, network, tier, product, covers, own: true, source }]
}

/**
 * Profiles for residents of any other country: per network and tier what most of the listed
 * countries whose profiles know it hold, at the lowest ceiling, in euros, converted ones rounded down to two figures.
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
