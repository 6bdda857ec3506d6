import { memo } from "../../core/memory.ts"
import type { Guarantee } from "../../core/vocabulary/guarantee.ts"
import { parseDecimal, type Rational, zero } from "../../core/money/rational.ts"
import * as Result from "effect/Result"
import { prepareAtHome } from "../guarantees/offer-guarantees.ts"
import { compareCovers, type Held } from "../plausibility/cover-order.ts"
import { abroadOnly, type CatalogueOffer } from "../pricing/catalogue.ts"
import type { ProofCatalogue, LawContext } from "./law-catalogue.ts"

/** Two offers of which one holds no less of anything than the other, and more of something. */
export interface Dominance {
  readonly better: CatalogueOffer
  readonly worse: CatalogueOffer
}

const nothingHeld: Held = { state: "not_available", value: null, eurRate: zero }

/** States whose value repeats an amount of the trip, which is the same for every offer. */
const repeating: ReadonlySet<string> = new Set(["trip_price", "studies_amount"])

const exactly = (value: number | null): Rational | null =>
  value === null ? null : (Result.getOrUndefined(parseDecimal(String(value))) ?? null)

const heldOf = (offer: CatalogueOffer, { state, value }: Guarantee): Held => ({
  state,
  value: repeating.has(state) ? null : exactly(value),
  eurRate: offer.guaranteeCurrency.eurRate,
})

/** Whether the one holds no less of anything and more of something; what cannot be compared is less. */
const holdsMore = (
  better: ReadonlyMap<string, Held>,
  worse: ReadonlyMap<string, Held>,
): boolean => {
  let isMore = false
  for (const slug of new Set([...better.keys(), ...worse.keys()])) {
    const order = compareCovers(better.get(slug) ?? nothingHeld, worse.get(slug) ?? nothingHeld)
    if (order === undefined || order < 0) return false
    if (order > 0) isMore = true
  }
  return isMore
}

/**
 * Prepares which offers of a kind of trip dominate which, by the guarantees that are printed for the
 * trip: with the options that are bought, and at home without what holds abroad only.
 */
export const prepareDominance = ({ offers, tables }: ProofCatalogue) => {
  const atHome = prepareAtHome(abroadOnly(tables))
  const heldFor = memo((asked: string) => {
    const [cancellation, extremeSports, isAtHome, priceKnown, studies] = asked
      .split(" ")
      .map((word) => word === "true")
    const options = { cancellation: cancellation ?? false, extremeSports: extremeSports ?? false }
    // Which amount it is makes no difference: both offers repeat the same.
    const insured = {
      tripPrice: priceKnown === true ? 1 : undefined,
      studiesAmount: studies === true ? 1 : undefined,
    }
    return memo((offer: CatalogueOffer): ReadonlyMap<string, Held> => {
      const own = offer.guarantees(options, insured)
      const held = isAtHome === true ? atHome(own) : own
      return new Map(
        Object.entries(held).map(([slug, guarantee]) => [slug, heldOf(offer, guarantee)]),
      )
    })
  })
  const pairsFor = memo(
    (asked: string): ReadonlyMap<CatalogueOffer, ReadonlySet<CatalogueOffer>> => {
      const variants = [heldFor(`${asked} false`), heldFor(`${asked} true`)]
      const dominates = (better: CatalogueOffer, worse: CatalogueOffer): boolean =>
        worse !== better && variants.some((held) => holdsMore(held(better), held(worse)))
      return new Map(
        offers.map((better) => [
          better,
          new Set(offers.filter((worse) => dominates(better, worse))),
        ]),
      )
    },
  )
  return (
    { kind, priceKnown }: Pick<LawContext, "kind" | "priceKnown">,
    some: ReadonlyArray<CatalogueOffer>,
  ): ReadonlyArray<Dominance> => {
    const pairs = pairsFor(
      `${kind.cancellation} ${kind.extremeSports} ${kind.atHome} ${priceKnown}`,
    )
    return some.flatMap((better) =>
      some
        .filter((worse) => pairs.get(better)?.has(worse) === true)
        .map((worse) => ({ better, worse })),
    )
  }
}
