import type { Gaps } from "./gaps.ts"
import { type CardProduct, medicalSlug } from "../card/products.ts"
import type { TripFlags } from "../request.ts"
import { type CoverTerm, strictestTerms, type Terms } from "./terms.ts"
import { tripFlagsOf } from "./trip-flags.ts"
import type { ReachKind } from "../trip-reach.ts"
import type { TripFlag } from "../coach-vocabulary.ts"

/** Something about a trip that breaks a condition of covers which the trip needs. */
export interface Breach {
  readonly flag: TripFlag
  /** The day limit that a long trip outlasts, where one is known. */
  readonly limit: CoverTerm | null
  /** Whether a trip longer than allowed is not covered at all, its first days included. */
  readonly voids: boolean
}

/** What binds the covers of a card that a trip needs. */
export interface Conditions {
  /** The strictest term of each kind over those covers. */
  readonly terms: ReadonlyArray<CoverTerm>
  /** What of the trip breaks conditions of one of them at least, in the order of the flags. */
  readonly breaches: ReadonlyArray<Breach>
}

/** Reads what binds the covers of a product that a trip needs. */
export type ConditionsOf = (product: CardProduct, trip: TripFlags, reach: ReachKind) => Conditions

/** Prepares that. */
export const prepareConditions =
  (gaps: Gaps, terms: Terms): ConditionsOf =>
  (product, trip, reach) => {
    const held = gaps.heldNeedsOf(product, trip, reach)
    const strictest = strictestTerms(terms, product, held, medicalSlug)
    const limit = strictest.find(({ amount, term }) => term === "day_limit" && amount !== null)
    const voids = strictest.some(({ term }) => term === "void_if_longer")
    const breaches = tripFlagsOf(trip)
      .filter((flag) => held.some((slug) => gaps.brokenBy(product, trip, slug).includes(flag)))
      .map((flag): Breach =>
        flag === "long_trip"
          ? { flag, limit: limit ?? null, voids }
          : { flag, limit: null, voids: false },
      )
    return { terms: strictest, breaches }
  }
