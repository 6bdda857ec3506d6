import {
  type Cover,
  coverOf,
  heldAmount,
  isGeneric,
  isHeld,
  isKnown,
  medicalSlug,
} from "../card/products.ts"
import type { CoverTerm } from "../covers/terms.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import type { Basis, Ceiling, Foundation } from "../coach-vocabulary.ts"
import { cardMoney, money, plain, truth } from "./printed-value.ts"
import type { ArgumentValues } from "./subject.ts"

/** How the ceiling of a cover stands. */
export const ceilingOf = (cover: Cover): Ceiling => {
  if (!isHeld(cover)) return "not_held"
  if (cover.state === "actual_costs") return "unlimited"
  return cover.value === null ? "unprinted" : "printed"
}

/**
 * How much of a recommended amount is lacking, in whole percent rounded down: below 100 whatever is
 * held, so that only what is not held at all lacks the whole.
 *
 * ```ts
 * import { shortfallPercent } from "../rules/coach/arguments/subject-values.ts"
 *
 * shortfallPercent(150000, 300000) // => 50
 * shortfallPercent(1, 300000) // => 99
 * shortfallPercent(0, 300000) // => 100
 * shortfallPercent(400000, 300000) // => 0
 * ```
 */
export const shortfallPercent = (held: number, recommended: number): number => {
  if (recommended <= 0 || held >= recommended) return 0
  return Math.floor(((recommended - held) * 100) / recommended)
}

/** What a statement about the card itself rests on. */
export const basisOf = ({ card }: Pick<BilanSituation, "card">): Basis => {
  if (card.origin === "none") return "none"
  return card.origin === "exact" && !isGeneric(card.product) ? "card" : "range"
}

/** What a statement about a term rests on: a term that is not the product's own is its country's. */
export const termBasisOf = (
  situation: Pick<BilanSituation, "card">,
  { own }: Pick<CoverTerm, "own">,
): Basis => (own ? basisOf(situation) : "country")

/** How well it is known what the card holds of a guarantee, where that is not well. */
export const foundationOf = (
  { card, conditions }: Pick<BilanSituation, "card" | "conditions">,
  slug: string,
): Foundation | null => {
  const cover = coverOf(card.product, slug)
  if (!isKnown(cover)) return "none"
  if (!isHeld(cover)) return null
  const isWeak =
    cover.weak === true ||
    conditions.terms.some((each) => each.slug === slug && each.term === "unverified")
  return isWeak ? "weak" : null
}

/** The values that any text may show of a trip and its card. */
export const tripValues = (situation: BilanSituation, basis: Basis): ArgumentValues => {
  const { card, costKnown, marketCurrency, marketNeed, reach, scheme, step } = situation
  return {
    basis: plain(basis),
    costs: plain(costKnown ? "known" : "unknown"),
    zone: truth(step === "zone"),
    scheme: plain(scheme),
    extent: plain(reach.extent),
    target: money(situation, marketNeed(medicalSlug) ?? 0, marketCurrency),
    cardName: card.card === undefined ? undefined : plain(card.card.name),
  }
}

/**
 * The values that texts may show of a cover held against what is recommended: its ceiling where one is
 * printed, and what is lacking to the recommended amount.
 */
export const coverValues = (
  situation: BilanSituation,
  slug: string,
  cover: Cover,
  recommendedOfCard: number | null,
): ArgumentValues => {
  const { marketCurrency, marketNeed } = situation
  const held = isHeld(cover) ? heldAmount(cover) : null
  const told = held === null ? undefined : cardMoney(situation, held)
  const recommended = recommendedOfCard === null ? null : marketNeed(slug)
  const lacking =
    told === undefined || recommended === null || held === null || recommendedOfCard === null
      ? 0
      : recommended - told.value > 0
        ? recommended - told.value
        : cardMoney(situation, Math.max(0, recommendedOfCard - held)).value
  return {
    converted: told === undefined ? undefined : truth(told.converted),
    cardValue: told?.said,
    recommended: recommended === null ? undefined : money(situation, recommended, marketCurrency),
    shortfall: lacking > 0 ? money(situation, lacking, marketCurrency) : undefined,
  }
}
