import type { CardMode } from "./coach-vocabulary.ts"

/** Why a request to the Coach is refused. */
export type CoachRefusal =
  | { readonly _tag: "CoachRefusal"; readonly code: "BAD_RESIDENCE" }
  | { readonly _tag: "CoachRefusal"; readonly code: "NO_DESTINATIONS" }
  | {
      readonly _tag: "CoachRefusal"
      readonly code: "TOO_MANY_DESTINATIONS"
      readonly count: number
      readonly countMax: number
    }
  | {
      readonly _tag: "CoachRefusal"
      readonly code: "CARD_MODE_FORBIDDEN"
      readonly mode: CardMode
      readonly cardModes: ReadonlyArray<CardMode>
    }
  | { readonly _tag: "CoachRefusal"; readonly code: "BAD_COUNTRY" }

/**
 * The sentence of a refusal: the field, then the rule.
 *
 * ```ts
 * import { describeCoachRefusal } from "../rules/coach/coach-refusal.ts"
 *
 * describeCoachRefusal({ _tag: "CoachRefusal", code: "BAD_RESIDENCE" }) // => "residence: a 2-letter country code"
 * ```
 */
export const describeCoachRefusal = (refusal: CoachRefusal): string => {
  switch (refusal.code) {
    case "BAD_RESIDENCE":
      return "residence: a 2-letter country code"
    case "NO_DESTINATIONS":
      return "destinations: at least one 2-letter country code"
    case "TOO_MANY_DESTINATIONS":
      return `destinations: at most ${refusal.countMax} different countries, not ${refusal.count}`
    case "CARD_MODE_FORBIDDEN":
      return `card: this key may not send ${refusal.mode}, only ${refusal.cardModes.join(", ")}`
    case "BAD_COUNTRY":
      return "country: one 2-letter country code"
  }
}
