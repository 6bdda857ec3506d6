import type { UnmatchedPart } from "../coach-vocabulary.ts"
import type { ResolvedCard } from "./resolve-card.ts"

/**
 * What was not recognised of a card, as bilans tell it: a baseline stands for a card that could not be
 * found, whatever was sent.
 */
export const unmatchedOf = ({ origin, unmatched }: ResolvedCard): UnmatchedPart | null =>
  unmatched ?? (origin === "baseline" ? "card" : null)

/** Whether a card is in the catalogue but no longer sold. */
export const isWithdrawn = ({ card }: Pick<ResolvedCard, "card">): boolean =>
  card?.withdrawn ?? false
