import type { certainties } from "../coach-vocabulary.ts"
import type { TravelAdvice } from "../warnings/advice.ts"
import type { FormalityRequirement, VisaNeed } from "./formality-words.ts"

/** One rule of a destination about its visitors' insurance. */
export interface DestinationRule {
  readonly destination: string
  readonly requirement: FormalityRequirement
  /** Least cover asked, in units of `currency`; null where no amount is named. */
  readonly amount: number | null
  /** ISO 4217 code of the amount; null without one. */
  readonly currency: string | null
  /** How sure the fact is. */
  readonly certainty: (typeof certainties)[number]
}

/** What destinations ask of visitors: the tables' facts, or those of another source. */
export interface DestinationRules {
  /** The rules of a destination, in order; none where nothing is known of it. */
  readonly rulesOf: (destination: string) => ReadonlyArray<DestinationRule>
  /** What a passport, by its country, needs at a destination; null where that is not known. */
  readonly visaFor: (passport: string, destination: string) => VisaNeed | null
  /** What governments advise on travel there; left out, or undefined, what the tables say. */
  readonly adviceOf?: (destination: string) => ReadonlyArray<TravelAdvice> | undefined
}
