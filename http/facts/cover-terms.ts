import { type ProductCover, isHeld } from "./products.ts"
import type { StatedTerm } from "../../rules/coach/conditions/clause-patterns.ts"
import { readCondition } from "../../rules/coach/conditions/read-condition.ts"
import { byText, type TableText } from "./table-text.ts"
import { type CoverTermWord, coverTermWords } from "../../rules/coach/coach-vocabulary.ts"
import { cell, type FactRecord } from "./fact-file.ts"

/** A term of one cover of one product; `amount` is in the unit of the word, null without a number. */
export interface ProductCoverTerm {
  readonly country: string
  readonly product: string
  readonly slug: string
  readonly term: CoverTermWord
  readonly amount: number | null
  readonly source: string
}

/** A term as one of a cover, with its source. */
export const termOfCover = (
  { country, product, slug }: Pick<ProductCoverTerm, "country" | "product" | "slug">,
  { amount, term }: Pick<ProductCoverTerm, "amount" | "term">,
  source: string,
): ProductCoverTerm => ({ country, product, slug, term, amount, source })

/** The currency that the ceilings of a product are printed in; undefined when it prints none. */
export const currencyOf = (covers: ReadonlyArray<ProductCover>): string | undefined =>
  covers.find((cover) => cover.currency !== "")?.currency

const deductibleCurrency = /\bdeductible \d+ ([A-Z]{3})\b/

const refuseOtherCurrency = (cover: ProductCover, currency: string | undefined): void => {
  const named = deductibleCurrency.exec(cover.condition)?.[1]
  if (named !== undefined && currency !== undefined && named !== currency) {
    throw new Error(
      `Cannot take the condition "${cover.condition}" of ${cover.product}: its ceilings are in ${currency}`,
    )
  }
}

const unverified: StatedTerm = { term: "unverified", amount: null }

/**
 * The terms that the conditions of a product's covers state. A condition that doubts itself marks
 * the source of its terms, and the cover is unverified besides. Covers that are not held have no
 * terms: their conditions say why, and are not read. One of a held cover that cannot be read throws.
 */
export const statedTerms = (
  covers: ReadonlyArray<ProductCover>,
): ReadonlyArray<ProductCoverTerm> => {
  const currency = currencyOf(covers)
  return covers.flatMap((cover) => {
    if (!isHeld(cover)) return []
    const { doubts, terms } = readCondition(cover.condition, cover.slug)
    refuseOtherCurrency(cover, currency)
    const source = [cover.source, ...doubts].join("; ")
    return [...terms, ...(doubts.length > 0 ? [unverified] : [])].map((term) =>
      termOfCover(cover, term, source),
    )
  })
}

/** Words of facts for covers of every kind that a product holds; money that is sent for is of no trip. */
const everyCover = "(all)"
const ofNoTrip: ReadonlySet<string> = new Set(["cashAdvance"])

/**
 * Terms that facts give on their own, beside the conditions of covers, of the covers that are held. A
 * term that a condition states already keeps its amount, unless that has none; words that are no term
 * are left out.
 */
export const withFactTerms = (
  stated: ReadonlyArray<ProductCoverTerm>,
  facts: ReadonlyArray<FactRecord>,
  covers: ReadonlyArray<ProductCover>,
): ReadonlyArray<ProductCoverTerm> => {
  const keyOf = ({ country, product, slug, term }: ProductCoverTerm): string =>
    [country, product, slug, term].join("\u0000")
  const terms = new Map(stated.map((term) => [keyOf(term), term]))
  for (const fact of facts) {
    const word = cell(fact, "term").split(" (", 1)[0]
    const term = coverTermWords.find((each) => each === word)
    if (term === undefined) continue
    const [country, product] = [cell(fact, "country"), cell(fact, "product")]
    const slugs = cell(fact, "slug").split("|")
    for (const cover of covers) {
      if (cover.country !== country || cover.product !== product || !isHeld(cover)) continue
      const isMeant = slugs.includes(cover.slug)
      if (!isMeant && (!slugs.includes(everyCover) || ofNoTrip.has(cover.slug))) continue
      const told = termOfCover(cover, { term, amount: amountIn(fact, term) }, cell(fact, "source"))
      const before = terms.get(keyOf(told))
      if (before === undefined || before.amount === null) terms.set(keyOf(told), told)
    }
  }
  return [...terms.values()]
}

/** The number that the amount of a term begins with; how far from home is told by none. */
const amountIn = (fact: FactRecord, term: CoverTermWord): number | null => {
  const [digits] = /^\d+/.exec(cell(fact, "amount")) ?? []
  return digits === undefined || term === "distance_from_home" ? null : Number(digits)
}

/** The terms of the given covers' products. */
export const termsOfCovers = (
  terms: ReadonlyArray<ProductCoverTerm>,
  covers: ReadonlyArray<ProductCover>,
): ReadonlyArray<ProductCoverTerm> => {
  const products = new Set(covers.map(({ country, product }) => `${country}\u0000${product}`))
  return terms.filter(({ country, product }) => products.has(`${country}\u0000${product}`))
}

/** The table of cover terms, by country, product, guarantee and term. */
export const coverTermTable = (terms: ReadonlyArray<ProductCoverTerm>): TableText => ({
  file: "coach/cover_terms.csv",
  columns: ["country", "product", "slug", "term", "amount", "source"],
  comments: [
    "Read by http/facts/import.ts from the column condition of benefits.csv, and where the source is another page, from that.",
  ],
  rows: terms
    .map(({ amount, country, product, slug, source, term }) => [
      country,
      product,
      slug,
      term,
      amount,
      source,
    ])
    .sort((left, right) =>
      byText(left.slice(0, 4).join("\u0000"), right.slice(0, 4).join("\u0000")),
    ),
})
