import type { certainties } from "../coach-vocabulary.ts"

/** How much of a country an advice is about: the whole, with worse parts, most, some, nothing, not said. */
export const adviceScopes = [
  "whole",
  "whole_and_worse_parts",
  "most",
  "parts",
  "none",
  "not_stated",
] as const

/** How much of a country an advice is about. */
export type AdviceScope = (typeof adviceScopes)[number]

/** What one government advises about travel to one country. */
export interface TravelAdvice {
  readonly country: string
  /** The country whose government advises. */
  readonly government: string
  readonly issuer: string
  /** 1 usual care, 2 more care, 3 only if one must, 4 against all travel. */
  readonly level: number
  readonly scope: AdviceScope
  /** The day of the advice, `YYYY-MM-DD`. */
  readonly asOf: string
  readonly certainty: (typeof certainties)[number]
}
