import { memo } from "../../core/memo.ts"
import { documentLanguages } from "../../rules/documents/covers.ts"
import {
  type TravellerLanguage,
  travellerLanguage,
} from "../../rules/messages/travellers/languages.ts"
import { highlightTeller } from "../../rules/messages/travellers/tell-highlight.ts"
import type {
  TravellerText,
  TravellerTexts,
} from "../../rules/messages/travellers/traveller-text.ts"
import type { OfferLinks } from "../../rules/pricing/offer.ts"
import { documentPath } from "./documents.ts"
import type { Icons } from "./icons.ts"

/** Where the pictograms and documents of offers are served from: under the service's address. */
export const offerLinks = (baseUrl: string, icons: Pick<Icons, "path">): OfferLinks => ({
  iconUrl: (file) => `${baseUrl}${icons.path(file)}`,
  documentUrl: (offerId, kind) => `${baseUrl}${documentPath(offerId, kind)}`,
})

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
