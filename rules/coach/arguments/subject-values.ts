import { type Cover, heldAmount, isHeld } from "../card/products.ts"
import { type CoverTerm, termUnit } from "../covers/terms.ts"
import type { Situation } from "../situation.ts"
import type { Basis, Ceiling } from "../vocabulary.ts"
import type { Values } from "./subject.ts"

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
export const basisOf = ({ card }: Situation): Basis => {
  if (card.origin === "none") return "none"
  return card.origin === "exact" ? "card" : "range"
}

/** What a statement about a term rests on: a term that is not the product's own is its country's. */
export const termBasisOf = (situation: Situation, { own }: CoverTerm): Basis =>
  own ? basisOf(situation) : "country"

/** What every subject's texts may show: the target, the destination, and what the statement rests on. */
export const commonValues = (
  { destination, destinationName, target }: Situation,
  basis: Basis,
): Values => ({
  target,
  destination,
  destinationName,
  basis,
})

/** The amounts of a cover: none is held as 0, and what has no printed ceiling has no amount. */
export const coverValues = (
  { amountText }: Situation,
  slug: string,
  cover: Cover,
  recommended: number | null,
): Values => {
  const held = heldAmount(cover)
  return {
    guarantee: slug,
    ...(held === null ? {} : { cardValue: amountText(held) }),
    ...(recommended === null ? {} : { recommended: amountText(recommended) }),
    ...(held === null || recommended === null
      ? {}
      : { shortfall: amountText(Math.max(0, recommended - held)) }),
  }
}

const termText = ({ amountText, measureText }: Situation, term: CoverTerm): string | undefined => {
  const unit = termUnit(term.term)
  if (term.amount === null || unit === null) return undefined
  return unit === "currency" ? amountText(term.amount) : measureText(term.amount, unit)
}

/** The limit of a term, as printed; nothing where no number is known. */
export const limitValues = (situation: Situation, term: CoverTerm | null): Values => {
  const limit = term === null ? undefined : termText(situation, term)
  return limit === undefined ? {} : { limit }
}
