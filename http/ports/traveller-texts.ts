import type * as Effect from "effect/Effect"
import type { TravellerTexts } from "../../rules/messages/travellers/traveller-text.ts"

/**
 * The texts that travellers read, by language; what reads them is loaded when the first page or quote
 * asks, so that a server starts sooner.
 * `Effect.map(load, (texts) => texts("fr")("comparator.title"))` is a title in French.
 */
export type LoadTravellerTexts = Effect.Effect<TravellerTexts>
