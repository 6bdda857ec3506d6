import { isCountryCode } from "../../core/vocabulary/country.ts"

/** What the address of a tracked link says beside its code; null where it says nothing usable. */
export interface RedirectQuery {
  readonly quoteRef: string | null
  readonly offerId: number | null
  readonly residence: string | null
  readonly language: string | null
}

const quoteRefPattern = /^[A-Za-z0-9_-]{1,64}$/

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
 * const { offerId, quoteRef } = readRedirectQuery("quote=q1&offer=7", languages)
 * quoteRef // => "q1"
 * offerId // => 7
 * readRedirectQuery("res=FR&lang=fr&lang=en", languages) // => { quoteRef: null, offerId: null, residence: "FR", language: null }
 * ```
 */
export const readRedirectQuery = (query: string, languages: ReadonlySet<string>): RedirectQuery => {
  const parameters = new URLSearchParams(query)
  const only = (name: string): string => {
    const [value = "", ...others] = parameters.getAll(name)
    return others.length === 0 ? value : ""
  }
  const [quoteRef, offer, residence, language] = [
    only("quote"),
    only("offer"),
    only("res"),
    only("lang"),
  ]
  return {
    quoteRef: quoteRefPattern.test(quoteRef) ? quoteRef : null,
    offerId: offerIdPattern.test(offer) && Number(offer) <= offerIdMax ? Number(offer) : null,
    residence: isCountryCode(residence) ? residence : null,
    language: languages.has(language) ? language : null,
  }
}
