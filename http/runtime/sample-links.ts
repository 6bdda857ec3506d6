import * as Effect from "effect/Effect"
import { prepareQuoteWords } from "../../rules/offline/quote-words.ts"
import type { OfferLinks } from "../../rules/pricing/offer.ts"
import { defaultLanguage } from "../../rules/trip/defaults.ts"
import type { LoadTravellerTexts } from "../ports/traveller-texts.ts"

/** Addresses and words of the offers in examples, as a request that names no language is answered. */
export const prepareSampleLinks = (
  texts: LoadTravellerTexts,
  links: OfferLinks,
): Promise<OfferLinks> =>
  Effect.runPromise(
    Effect.map(texts, (loaded) => prepareQuoteWords(loaded, links)(defaultLanguage).links),
  )
