import { currencyOf, type ProductCoverTerm, statedTerms, termOfCover } from "./cover-terms.ts"
import { membersOf, type ProductGroups } from "./generic-covers.ts"
import { byProduct, isGeneric, isHeld, type ProductCover } from "./products.ts"
import type { Profile } from "./profiles.ts"
import { type EuroRates, inEuros } from "./rates.ts"
import type { CoverTermWord } from "../../rules/coach/coach-vocabulary.ts"
import { isStricterWhenLow } from "../../rules/coach/covers/terms.ts"

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

/** The age from which a senior's day limit counts. */
const seniorAge = 65

/** A term and its amount, without the cover it binds. */
type BareTerm = Pick<ProductCoverTerm, "term" | "amount">

/** The strictest amount that holders of a cover state for a word; null when none states one. */
const strictestAmount = (word: CoverTermWord, terms: ReadonlyArray<BareTerm>): number | null => {
  const amounts = terms.flatMap(({ amount, term }) => (term === word ? (amount ?? []) : []))
  if (amounts.length === 0) return null
  return isStricterWhenLow(word) ? Math.min(...amounts) : Math.max(...amounts)
}

/** Who must state a term for it to count: every holder, or most. */
type Agreement = "every" | "most"

/** Whether so many holders make most of them: two thirds, as for the covers of a profile. */
const areMost = (stating: number, holders: number): boolean => stating * 3 >= holders * 2

/**
 * The strictest terms of several holders of one cover, by word. A day limit for seniors whom the
 * age limit leaves out is dropped.
 */
const strictestTerms = (
  holders: ReadonlyArray<ReadonlyArray<BareTerm>>,
  agreement: Agreement,
): ReadonlyArray<BareTerm> => {
  const all = holders.flat()
  const words = [...new Set(all.map(({ term }) => term))]
  const strictest = words.flatMap((term) => {
    const stating = holders.filter((terms) => terms.some((each) => each.term === term)).length
    const amount = strictestAmount(term, all)
    const counts =
      agreement === "every" ? stating === holders.length : areMost(stating, holders.length)
    return counts ? [{ term, amount }] : []
  })
  const lastAge = strictest.find(({ term }) => term === "age_limit")?.amount ?? seniorAge
  return strictest.filter(({ term }) => term !== "senior_day_limit" || lastAge >= seniorAge)
}
