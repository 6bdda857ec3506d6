import * as Result from "effect/Result"
import { divide, fromInteger, parseDecimal, type Rational } from "../../core/money/rational.ts"
import { cell, type Fact } from "./fact-file.ts"
import { type Cover, genericProductName } from "./products.ts"
import { anyCountry, type Profile } from "./profiles.ts"

/** A universal profile needs this many countries with a profile of the network and tier. */
const countriesMinimum = 3

/** The currency that universal ceilings are printed in. */
const universalCurrency = "EUR"

/** Ceilings are rounded down to a multiple of this many euros. */
const roundingStepEuros = 50n

type Rates = ReadonlyMap<string, Rational>

/** Exact rates per euro by currency; a currency without a reference rate has no entry. */
export const ratesOf = (currencies: ReadonlyArray<Fact>): Rates =>
  new Map(
    currencies.map((fact) => [
      cell(fact, "code"),
      Result.getOrThrow(parseDecimal(cell(fact, "eur_rate"))),
    ]),
  )

/** A printed ceiling in euros, rounded down; undefined without a ceiling or a rate. */
const inEuros = (cover: Cover, rates: Rates): bigint | undefined => {
  const rate = rates.get(cover.currency)
  if (rate === undefined || cover.value === "") return undefined
  const euros = divide(fromInteger(BigInt(cover.value)), rate)
  if (Result.isFailure(euros)) return undefined
  const { denominator, numerator } = euros.success
  return (numerator / (denominator * roundingStepEuros)) * roundingStepEuros
}

const commonState = (covers: ReadonlyArray<Cover>): string => {
  const [first] = covers
  if (first === undefined) return "not_available"
  return covers.every((cover) => cover.state === first.state) ? first.state : "included"
}

/** What every country's profile holds for a guarantee, at the lowest ceiling printed. */
const commonCover = (covers: ReadonlyArray<Cover>, shared: Cover, rates: Rates): Cover => {
  const held = covers.filter((cover) => cover.state !== "not_available")
  const counts = held.length === covers.length
  const ceilings = held.flatMap((cover) => inEuros(cover, rates) ?? [])
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

const universalProfile = (group: ReadonlyArray<Profile>, rates: Rates): ReadonlyArray<Profile> => {
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
  rates: Rates,
): ReadonlyArray<Profile> => {
  const groups = new Map<string, Array<Profile>>()
  for (const profile of profiles) {
    if (!profile.own) continue
    const key = `${profile.network}\u0000${profile.tier}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [profile])
    else group.push(profile)
  }
  return [...groups.values()].flatMap((group) => universalProfile(group, rates))
}
