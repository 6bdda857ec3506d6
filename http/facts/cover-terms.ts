import { type ProductCover, isHeld } from "./products.ts"
import type { StatedTerm } from "../../rules/coach/conditions/clause-patterns.ts"
import { readCondition } from "../../rules/coach/conditions/read-condition.ts"
import { byText, type TableText } from "./table-text.ts"
import type { CoverTermWord } from "../../rules/coach/coach-vocabulary.ts"

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
  comments: ["Read from the column condition of benefits.csv by http/facts/import.ts."],
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
