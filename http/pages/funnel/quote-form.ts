import * as Effect from "effect/Effect"
import { isCountryCode } from "../../../core/vocabulary/codes.ts"
import { partnerCodeOfRef } from "../../../rules/links/link-code.ts"
import type { TripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { redirectTo } from "../redirect-pages.ts"

/** What the quote form may be filled in with: the words and bounds that a trip knows. */
export interface QuoteFormWords extends Pick<
  TripVocabulary,
  "languages" | "destinationsMax" | "travellersMax"
> {
  readonly intents: Pick<ReadonlySet<string>, "has">
}

/** The parameters of the form's address in their order, each with what makes a value a good one. */
const fieldsOf = ({
  destinationsMax,
  intents,
  languages,
  travellersMax,
}: QuoteFormWords): Readonly<Record<string, (value: string) => boolean>> => ({
  ref: (value) => partnerCodeOfRef(value) !== undefined,
  residence: isCountryCode,
  destinations: (value) => {
    const codes = value.split(",")
    return codes.length <= destinationsMax && codes.every(isCountryCode)
  },
  travellers: (value) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= travellersMax,
  intent: (value) => intents.has(value),
  lang: (value) => languages.has(value),
})

/**
 * Where the quote form of an address is: the comparator, filled in with what is well formed and there
 * once. Whatever else an address says, a date or a name, goes no further.
 *
 * ```ts
 * import { quoteFormTarget } from "../http/pages/funnel/quote-form.ts"
 *
 * const bounds = { destinationsMax: 20, travellersMax: 50 }
 * const words = { intents: new Set(["forTourism"]), languages: new Set(["en"]), ...bounds }
 * quoteFormTarget("residence=FR&destinations=ES,PT&lang=en", words) // => "../compare?residence=FR&destinations=ES,PT&lang=en"
 * quoteFormTarget("residence=France&startDate=2027-07-01", words) // => "../compare"
 * ```
 */
export const quoteFormTarget = (query: string, words: QuoteFormWords): string => {
  const given = new URLSearchParams(query)
  const kept = Object.entries(fieldsOf(words)).flatMap(([name, isGood]) => {
    const [value = "", ...others] = given.getAll(name)
    return others.length === 0 && isGood(value) ? [`${name}=${value}`] : []
  })
  return kept.length === 0 ? "../compare" : `../compare?${kept.join("&")}`
}

/**
 * `/funnel/quote`: the quote form, which is the comparator's: links of the Coach and of the sandbox
 * lead there, and bare tracked links.
 */
export const makeQuoteFormRoute = (words: QuoteFormWords): OpenRoute => ({
  pattern: "/funnel/quote",
  answer: ({ query }) => Effect.succeed(redirectTo(quoteFormTarget(query, words))),
})
