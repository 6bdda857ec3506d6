import * as Effect from "effect/Effect"
import { readRedirectQuery } from "../../../rules/links/redirect-query.ts"
import { travellerLanguage } from "../../../rules/messages/travellers/languages.ts"
import type { Offer } from "../../../rules/pricing/offer.ts"
import type { Answer } from "../../api/answer.ts"
import type { ChosenOffer, EndedBy, FunnelParts, OpenedQuote, RatedQuote } from "./funnel-parts.ts"
import { troublePage } from "./stage-pages.ts"

/** What an address of the funnel asks for; null where it says nothing that could be meant. */
export interface FunnelQuery {
  readonly quoteRef: string | null
  readonly language: string | null
  /** The offer by its id; `forged` for what no address of ours says. */
  readonly offer: number | "forged" | null
}

/**
 * Reads the query of an address under the funnel, as redirects write it: without the signature that
 * addresses of partners carry, and each parameter once.
 */
export const readFunnelQuery = (query: string, languages: ReadonlySet<string>): FunnelQuery => {
  const { language, offerId, quote } = readRedirectQuery(query, languages)
  const hasOffer = new URLSearchParams(query).has("offer")
  return {
    quoteRef: quote === null || quote.mac !== null ? null : quote.quoteRef,
    language,
    offer: offerId ?? (hasOffer ? "forged" : null),
  }
}

/** Opens the quote of an address in its language, or answers that there is none, or none now. */
export const openQuote = (
  parts: FunnelParts,
  { language, quoteRef }: FunnelQuery,
): Effect.Effect<OpenedQuote, EndedBy> => {
  if (quoteRef === null) return Effect.fail("unknown")
  const found = Effect.mapError(parts.quotes.find(quoteRef), (): EndedBy => "unavailable")
  return Effect.flatMap(found, (quote) =>
    quote === undefined
      ? Effect.fail<EndedBy>("unknown")
      : Effect.map(parts.texts, (texts) => ({
          quote,
          say: texts(travellerLanguage(language ?? quote.language)),
        })),
  )
}

/** Rates a quote again, or answers that no price can be asked now. */
export const rateQuote = (
  parts: FunnelParts,
  opened: OpenedQuote,
  offerId: number | null,
): Effect.Effect<RatedQuote, Answer> => {
  const { quote, say } = opened
  return Effect.mapBoth(parts.rate(quote.trip, quote.partner), {
    onSuccess: (rated) => ({ ...opened, rated }),
    onFailure: () =>
      troublePage(parts.makePage, opened, {
        heading: say("funnel.unavailable_heading"),
        why: say("funnel.unavailable_why"),
        status: 503,
        offerId,
      }),
  })
}

/** One offer of a rated quote; undefined where it has no price. */
export const chosenOffer = (rated: RatedQuote, offerId: number): ChosenOffer | undefined => {
  const offer = rated.rated.offers.find(({ id }: Offer) => id === offerId)
  return offer === undefined ? undefined : { ...rated, offer }
}
