import { citeHit, citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import { medicalSlug } from "../card/products.ts"
import type { Breach } from "../covers/conditions.ts"
import { conditionsBroken } from "../covers/gaps.ts"
import type { CoverTerm } from "../covers/terms.ts"
import type { TripFlag } from "../coach-vocabulary.ts"
import type { BilanCase } from "./bilan-case.ts"

/** Cites the row of a term: the product's own, or the usual one of its country. */
export const termReason = ({ pieces, situation }: BilanCase, term: CoverTerm): Reason => {
  const { coverTerms, usualTerms } = pieces.tables
  const { country, name } = situation.card.product
  const amount = term.amount === null ? "" : ` ${term.amount}`
  const says = `${term.slug}: ${term.term}${amount}`
  return "product" in term.row
    ? citeRow(coverTerms, term.row, `${name} ${says}`, "term")
    : citeRow(usualTerms, term.row, `cards of ${country} usually: ${says}`, "term")
}

/**
 * Cites the strictest term of its kind, and those of other covers that it was found stricter than: with
 * another figure one of them would stand in its place. What binds the medical cover has no rivals.
 */
export const strictestReasons = (bilan: BilanCase, strictest: CoverTerm): ReadonlyArray<Reason> => {
  const { gaps, terms } = bilan.pieces
  const { card, reach } = bilan.situation
  const { product } = card
  const compared =
    strictest.slug === medicalSlug ? [] : gaps.heldNeedsOf(product, bilan.request.trip, reach.kind)
  const rivals = compared
    .filter((slug) => slug !== strictest.slug)
    .flatMap((slug) => terms.termsOf(product, slug))
    .filter(
      ({ amount, own, term }) =>
        term === strictest.term && own === strictest.own && amount !== null,
    )
  return [strictest, ...rivals].map((term) => termReason(bilan, term))
}

/** Cites the terms that say that what a card holds of a guarantee is not well known. */
export const foundationReasons = (bilan: BilanCase, slug: string): ReadonlyArray<Reason> =>
  bilan.situation.conditions.terms
    .filter((each) => each.slug === slug && each.term === "unverified")
    .map((term) => termReason(bilan, term))

/** Cites what decides whether one thing about the trip breaks a cover: a known day limit, or usual conditions. */
export const brokenReasons = (
  bilan: BilanCase,
  slug: string,
  flag: TripFlag,
): ReadonlyArray<Reason> => {
  const { tables, terms } = bilan.pieces
  const { product } = bilan.situation.card
  if (product.country === null) return []
  const limit = flag === "long_trip" ? terms.dayLimitOf(product, slug) : undefined
  if (limit !== undefined) {
    const long = tables.limits.get("long_trip_days")
    return [
      termReason(bilan, limit),
      citeRow(tables.limits, long, `a trip is long beyond ${long?.value ?? 0} days`, "value"),
    ]
  }
  return conditionsBroken(tables, product.country, flag, slug).map((row) =>
    citeHit(tables.cardConditions, row, row.condition),
  )
}

/** Cites what one thing about the trip breaks in any cover that the trip needs and the card holds. */
export const breachReasons = (
  bilan: BilanCase,
  { flag, term: said, voids }: Breach,
): ReadonlyArray<Reason> => {
  const { gaps } = bilan.pieces
  const { card, conditions, reach } = bilan.situation
  const { product } = card
  const { trip } = bilan.request
  const broken = gaps
    .heldNeedsOf(product, trip, reach.kind)
    .filter((slug) => gaps.brokenBy(product, trip, slug).includes(flag))
    .flatMap((slug) => brokenReasons(bilan, slug, flag))
  const voiding = conditions.terms.filter(
    ({ own, term }) => voids && own && term === "void_if_longer",
  )
  return [
    ...broken,
    ...[...(said === null ? [] : [said]), ...voiding].map((term) => termReason(bilan, term)),
  ]
}
