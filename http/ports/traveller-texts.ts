import type * as Effect from "effect/Effect"
import type { TellTraveller } from "../../rules/messages/travellers/coach-speech.ts"
import type { TravellerTexts } from "../../rules/messages/travellers/traveller-text.ts"

/**
 * The texts that travellers read, by language; what reads them is loaded when the first page or quote
 * asks, so that a server starts sooner.
 * `Effect.map(load, (texts) => texts("fr")("comparator.title"))` is a title in French.
 */
export type LoadTravellerTexts = Effect.Effect<TravellerTexts>

/** What tells travellers a bilan, loaded the same way; it reads all of the Coach's texts of their language. */
export type LoadTellTraveller = Effect.Effect<TellTraveller>
