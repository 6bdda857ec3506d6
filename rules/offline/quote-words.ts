import { memo } from "../../core/memory.ts"
import { documentLanguages } from "../documents/covers.ts"
import type { OfferLinks } from "../pricing/offer.ts"
import { type TravellerLanguage, travellerLanguage } from "../messages/travellers/languages.ts"
import {
  highlightTeller,
  type TravellerText,
  type TravellerTexts,
} from "../messages/travellers/traveller-text.ts"

/** The words of a quote in one language, and the links that its offers carry. */
export interface QuoteWords {
  readonly text: TravellerText
  readonly links: OfferLinks
}

const documentsIn = (language: TravellerLanguage): string =>
  documentLanguages.find((known) => known === language) ?? "en"

/**
 * Prepares the words of quotes by the language asked: their highlights are told in it, and their
 * documents are linked to in it or in English. The same language gets the same words, once prepared.
 */
export const prepareQuoteWords = (
  texts: TravellerTexts,
  { documentUrl, iconUrl }: OfferLinks,
): ((language: string) => QuoteWords) => {
  const wordsIn = memo((language: TravellerLanguage): QuoteWords => {
    const text = texts(language)
    const query = `?lang=${documentsIn(language)}`
    const links: OfferLinks = {
      iconUrl,
      documentUrl: (offerId, kind) => `${documentUrl(offerId, kind)}${query}`,
      tell: highlightTeller(text),
    }
    return { text, links }
  })
  return (language) => wordsIn(travellerLanguage(language))
}
