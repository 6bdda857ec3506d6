import { type ProductCoverTerm, currencyOf, statedTerms, termOfCover } from "./cover-terms.ts"
import { membersOf, type ProductGroups } from "./generic-covers.ts"
import { byProduct, type ProductCover, isGeneric, isHeld } from "./products.ts"
import type { Profile } from "./profiles.ts"
import { inEuros, type EuroRates } from "./rates.ts"
import { type BareTerm, strictestTerms } from "./strictest-terms.ts"

const holds = (covers: ReadonlyArray<ProductCover>, slug: string): boolean =>
  covers.some((cover) => cover.slug === slug && isHeld(cover))

const termsOf = (terms: ReadonlyArray<ProductCoverTerm>, slug: string): ReadonlyArray<BareTerm> =>
  terms.filter((term) => term.slug === slug)

const countryCount = (count: number): string => (count === 1 ? "1 country" : `${count} countries`)

const cardCount = (count: number): string => (count === 1 ? "1 card" : `${count} cards`)

const genericTerms = (
  generic: ReadonlyArray<ProductCover>,
  printed: ProductGroups,
): ReadonlyArray<ProductCoverTerm> => {
  const [first] = generic
  if (first === undefined) return []
  const members = membersOf(first, printed)
  return generic.filter(isHeld).flatMap((cover) => {
    const { slug } = cover
    const holders = members
      .filter((covers) => holds(covers, slug))
      .map((covers) => termsOf(statedTerms(covers), slug))
    const source = `derived: strictest of ${cardCount(holders.length)}`
    return strictestTerms(holders, "most").map((term) => termOfCover(cover, term, source))
  })
}

/**
 * The terms of all products of the facts: as their conditions state them, and for a product that
 * stands for a network and tier the strictest of the cards there that hold the cover.
 */
export const productTerms = (
  covers: ReadonlyArray<ProductCover>,
  isSold: (cover: ProductCover) => boolean = () => true,
): ReadonlyArray<ProductCoverTerm> => {
  const products = byProduct(covers)
  const printed = products.filter((group) => !group.some(isGeneric))
  const sold = printed.filter((group) => group.some(isSold))
  return [
    ...printed.flatMap(statedTerms),
    ...products
      .filter((group) => group.some(isGeneric))
      .flatMap((group) => [...statedTerms(group), ...genericTerms(group, sold)]),
  ]
}

/** A deductible in whole euros, rounded up; other amounts as they are. */
const inUniversalUnits =
  (currency: string | undefined, rates: EuroRates) =>
  (term: BareTerm): BareTerm => {
    if (term.term !== "deductible" || term.amount === null || currency === undefined) return term
    const euros = inEuros(BigInt(term.amount), currency, rates)
    if (euros === undefined) return { ...term, amount: null }
    const { denominator, numerator } = euros
    return { ...term, amount: Number((numerator + denominator - 1n) / denominator) }
  }

/**
 * The terms of the profiles for every country: those that all countries' profiles of the network
 * and tier that hold the cover share, the strictest amount of each.
 */
export const universalTerms = (
  universal: ReadonlyArray<Profile>,
  national: ReadonlyArray<Profile>,
  terms: ReadonlyArray<ProductCoverTerm>,
  rates: EuroRates,
): ReadonlyArray<ProductCoverTerm> =>
  universal.flatMap((profile) => {
    const alike = national.filter(
      ({ network, own, tier }) => own && network === profile.network && tier === profile.tier,
    )
    return profile.covers.filter(isHeld).flatMap((cover) => {
      const holding = alike.filter(({ covers }) => holds(covers, cover.slug))
      const source = `derived: strictest of ${countryCount(holding.length)}`
      const holders = holding.map((each) =>
        termsOf(
          terms.filter((term) => term.country === each.country && term.product === each.product),
          cover.slug,
        ).map(inUniversalUnits(currencyOf(each.covers), rates)),
      )
      return strictestTerms(holders, "every").map((term) => termOfCover(cover, term, source))
    })
  })
