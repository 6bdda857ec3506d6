/** The parts of the `quote` in the address of a tracked link. */
export interface QuoteToken {
  /** The name that the traveller's funnel knows the subscription under. */
  readonly quoteRef: string
  /** What shows that we made the address; null where there is none, as in addresses of before. */
  readonly mac: string | null
  /** The language that the link was made in; null in addresses of before. */
  readonly language: string | null
}

/** What an address of `/links` names: its MAC covers all of it. */
export interface NamedQuote {
  readonly quoteRef: string
  /** The code of the tracked link. */
  readonly code: string
  /** The offer that was clicked; null for the list of offers. */
  readonly offerId: number | null
  /** The two letters of the language that the link was made in; null in addresses of before. */
  readonly language: string | null
}

/** Bytes of a MAC that an address carries: 128 bits, 22 characters. */
export const quoteMacBytes = 16

const tokenPattern = /^([A-Za-z0-9_-]{1,64})(?:\.([A-Za-z0-9_-]{1,64}))?$/

/**
 * A MAC, and the language behind it. The language has no sign of its own before it, so that code from
 * before, which takes both for a MAC that it does not know, still reads the quote.
 */
const withLanguage = /^([A-Za-z0-9_-]{22})([a-z]{2})$/

/**
 * The `quote` of an address, `<quote_ref>.<mac>` with the language behind it.
 *
 * ```ts
 * import { formatQuoteToken } from "../rules/links/quote-token.ts"
 *
 * formatQuoteToken({ quoteRef: "q1", mac: "YmFyYmFyYmFyYmFyYmFyYg", language: "fr" }) // => "q1.YmFyYmFyYmFyYmFyYmFyYgfr"
 * formatQuoteToken({ quoteRef: "q1", mac: null, language: null }) // => "q1"
 * ```
 */
export const formatQuoteToken = ({ language, mac, quoteRef }: QuoteToken): string =>
  mac === null ? quoteRef : `${quoteRef}.${mac}${language ?? ""}`

/**
 * The parts of what may be a `quote`, or undefined for any other text. Well formed does not mean made
 * by us: a MAC that was cut off is still one, and fits nothing.
 *
 * ```ts
 * import { parseQuoteToken } from "../rules/links/quote-token.ts"
 *
 * parseQuoteToken("q1.YmFyYmFyYmFyYmFyYmFyYgfr") // => { quoteRef: "q1", mac: "YmFyYmFyYmFyYmFyYmFyYg", language: "fr" }
 * parseQuoteToken("q1.YmFy") // => { quoteRef: "q1", mac: "YmFy", language: null }
 * parseQuoteToken("q1") // => { quoteRef: "q1", mac: null, language: null }
 * parseQuoteToken("q1.Ym.Fy") // => undefined
 * ```
 */
export const parseQuoteToken = (text: string): QuoteToken | undefined => {
  const [, quoteRef, proof = null] = tokenPattern.exec(text) ?? []
  if (quoteRef === undefined) return undefined
  const [, mac = proof, language = null] = withLanguage.exec(proof ?? "") ?? []
  return { quoteRef, mac, language }
}

/**
 * The text that a MAC covers. None of its parts can hold a line feed, so two different names never
 * give the same text.
 *
 * ```ts
 * import { quoteMacInput } from "../rules/links/quote-token.ts"
 *
 * const named = { quoteRef: "q1", code: "SPRING27", offerId: 7, language: "fr" }
 * quoteMacInput(named) // => "quote\nSPRING27\nq1\n7\nfr"
 * quoteMacInput({ ...named, offerId: null, language: null }) // => "quote\nSPRING27\nq1\n"
 * ```
 */
export const quoteMacInput = ({ code, language, offerId, quoteRef }: NamedQuote): string =>
  `quote\n${code}\n${quoteRef}\n${offerId ?? ""}${language === null ? "" : `\n${language}`}`
