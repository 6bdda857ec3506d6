import { isStricterWhenLow } from "../../../rules/coach/covers/terms.ts"
import type { CoverTermWord } from "../../../rules/coach/coach-vocabulary.ts"
import type { ProductCoverTerm } from "./cover-terms.ts"

/** The age from which a senior's day limit counts. */
const seniorAge = 65

/** A term and its amount, without the cover it binds. */
export type BareTerm = Pick<ProductCoverTerm, "term" | "amount">

/** The strictest amount that holders of a cover state for a word; null when none states one. */
const strictestAmount = (word: CoverTermWord, terms: ReadonlyArray<BareTerm>): number | null => {
  const amounts = terms.flatMap(({ amount, term }) => (term === word ? (amount ?? []) : []))
  if (amounts.length === 0) return null
  return isStricterWhenLow(word) ? Math.min(...amounts) : Math.max(...amounts)
}

/** Who must state a term for it to count: every holder, or most. */
export type Agreement = "every" | "most"

/** Whether so many holders make most of them: two thirds, as for the covers of a profile. */
const areMost = (stating: number, holders: number): boolean => stating * 3 >= holders * 2

/**
 * The strictest terms of several holders of one cover, by word. A day limit for seniors whom the
 * age limit leaves out is dropped.
 */
export const strictestTerms = (
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
