import type { Gaps } from "./gaps.ts"
import { type CardProduct, coverOf, isHeld, isKnown, medicalSlug } from "../card/products.ts"
import type { TripFlags } from "../request.ts"
import type { ReachKind } from "../trip-reach.ts"
import { type CoverTerm, strictestTerms, type Terms } from "./terms.ts"
import { tripFlagsOf } from "./trip-flags.ts"
import type { CoverTermWord, TripFlag } from "../coach-vocabulary.ts"

/** Something about a trip that breaks a condition of covers which the trip needs. */
export interface Breach {
  readonly flag: TripFlag
  /** The term that says so; null where cards of the country are said to have it, in no table of terms. */
  readonly term: CoverTerm | null
  /** The day limit that a long trip outlasts, where one is known. */
  readonly limit: CoverTerm | null
  /** Whether the card's own notice pays nothing of a trip longer than allowed, its first days included. */
  readonly voids: boolean
}

/** What binds the covers of a card that a trip needs. */
export interface Conditions {
  /**
   * The terms of each of those covers that is held, and what is excluded from those that may be. In
   * the order of the covers.
   */
  readonly terms: ReadonlyArray<CoverTerm>
  /** What of the trip breaks conditions of one of them at least, in the order of the flags. */
  readonly breaches: ReadonlyArray<Breach>
}

/** Reads what binds the covers of a product that a trip needs. */
export type ConditionsOf = (product: CardProduct, trip: TripFlags, reach: ReachKind) => Conditions

/** The term by which each thing about a trip breaks a cover. */
const breakingTerms: Readonly<Record<TripFlag, CoverTermWord>> = {
  long_trip: "day_limit",
  friends: "family_only",
  risky_activity: "excluded_causes",
}

/** The terms of a breach, of all that are held. */
const breachOf = (flag: TripFlag, held: ReadonlyArray<CoverTerm>): Breach => {
  const word = breakingTerms[flag]
  const strictest = strictestTerms(held, medicalSlug)
  const limited = strictestTerms(
    held.filter(({ amount, term }) => term === "day_limit" && amount !== null),
    medicalSlug,
  )
  const limit = flag === "long_trip" ? (limited[0] ?? null) : null
  return {
    flag,
    term: limit ?? strictest.find(({ term }) => term === word) ?? null,
    limit,
    voids: flag === "long_trip" && held.some(({ own, term }) => own && term === "void_if_longer"),
  }
}

/** Prepares that. */
export const prepareConditions =
  (gaps: Gaps, terms: Terms): ConditionsOf =>
  (product, trip, reach) => {
    const held: Array<CoverTerm> = []
    const all: Array<CoverTerm> = []
    const heldSlugs: Array<string> = []
    for (const { slug } of gaps.needsOf(product.currency, trip, reach)) {
      const cover = coverOf(product, slug)
      const ofCover = terms.termsOf(product, slug)
      if (isHeld(cover)) {
        heldSlugs.push(slug)
        held.push(...ofCover)
        all.push(...ofCover)
      } else if (!isKnown(cover)) {
        all.push(...ofCover.filter(({ term }) => term === "excluded_causes"))
      }
    }
    const breaches = tripFlagsOf(trip)
      .filter((flag) => heldSlugs.some((slug) => gaps.brokenBy(product, trip, slug).includes(flag)))
      .map((flag) => breachOf(flag, held))
    return { terms: all, breaches }
  }
