import { type ProductCoverTerm, statedTerms, termOfCover } from "./cover-terms.ts"
import { areMost, type CardsCarrying, membersOf, type ProductGroups } from "./generic-covers.ts"
import { byProduct, isGeneric, isHeld, type ProductCover } from "./products.ts"
import type { CoverTermWord } from "../../rules/coach/coach-vocabulary.ts"
import { isStricterWhenLow } from "../../rules/coach/covers/terms.ts"

const holds = (covers: ReadonlyArray<ProductCover>, slug: string): boolean =>
  covers.some((cover) => cover.slug === slug && isHeld(cover))

const termsOf = (terms: ReadonlyArray<ProductCoverTerm>, slug: string): ReadonlyArray<BareTerm> =>
  terms.filter((term) => term.slug === slug)

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
    return strictestTerms(holders).map((term) => termOfCover(cover, term, source))
  })
}

/**
 * The terms of all products of the facts: as their conditions state them, and for a product that
 * stands for a network and tier the strictest of the cards there that hold the cover.
 */
export const productTerms = (
  covers: ReadonlyArray<ProductCover>,
  cardsCarrying: CardsCarrying = () => 1,
): ReadonlyArray<ProductCoverTerm> => {
  const products = byProduct(covers)
  const printed = products.filter((group) => !group.some(isGeneric))
  const sold = printed.filter((group) => group.some((cover) => cardsCarrying(cover) > 0))
  return [
    ...printed.flatMap(statedTerms),
    ...products
      .filter((group) => group.some(isGeneric))
      .flatMap((group) => [...statedTerms(group), ...genericTerms(group, sold)]),
  ]
}

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

/**
 * The strictest terms that most of several holders of one cover state, by word. A day limit for seniors whom the
 * age limit leaves out is dropped.
 */
const strictestTerms = (
  holders: ReadonlyArray<ReadonlyArray<BareTerm>>,
): ReadonlyArray<BareTerm> => {
  const all = holders.flat()
  const words = [...new Set(all.map(({ term }) => term))]
  const strictest = words.flatMap((term) => {
    const stating = holders.filter((terms) => terms.some((each) => each.term === term)).length
    if (!areMost(stating, holders.length)) return []
    return [{ term, amount: strictestAmount(term, all) }]
  })
  const lastAge = strictest.find(({ term }) => term === "age_limit")?.amount ?? seniorAge
  return strictest.filter(({ term }) => term !== "senior_day_limit" || lastAge >= seniorAge)
}
