import { isCountryCode } from "../../core/vocabulary/codes.ts"
import { parseQuoteToken, type QuoteToken } from "./quote-token.ts"

/** What the address of a tracked link says beside its code; null where it says nothing usable. */
export interface RedirectQuery {
  readonly quote: QuoteToken | null
  readonly offerId: number | null
  readonly residence: string | null
  readonly language: string | null
}

const offerIdPattern = /^[1-9]\d{0,9}$/

/** Offer ids are kept as signed 32-bit numbers. */
const offerIdMax = 2_147_483_647

/**
 * Reads the query of `/r/<code>`, with or without its question mark. A parameter counts when it is
 * there exactly once and well formed; `languages` are those that the funnel speaks.
 *
 * ```ts
 * import { readRedirectQuery } from "../rules/links/redirect-query.ts"
 *
 * const languages = new Set(["en", "fr"])
 * const { offerId, quote } = readRedirectQuery("quote=q1.YmFy&offer=7", languages)
 * quote // => { quoteRef: "q1", mac: "YmFy", language: null }
 * offerId // => 7
 * readRedirectQuery("res=FR&lang=fr&lang=en", languages) // => { quote: null, offerId: null, residence: "FR", language: null }
 * ```
 */
export const readRedirectQuery = (query: string, languages: ReadonlySet<string>): RedirectQuery => {
  const parameters = new URLSearchParams(query)
  const only = (name: string): string => {
    const [value = "", ...others] = parameters.getAll(name)
    return others.length === 0 ? value : ""
  }
  const [offer, residence, language] = [only("offer"), only("res"), only("lang")]
  return {
    quote: parseQuoteToken(only("quote")) ?? null,
    offerId: offerIdPattern.test(offer) && Number(offer) <= offerIdMax ? Number(offer) : null,
    residence: isCountryCode(residence) ? residence : null,
    language: languages.has(language) ? language : null,
  }
}
