/** The parts of the `quote` in the address of a tracked link. */
export interface QuoteToken {
  /** The name that the traveller's funnel knows the subscription under. */
  readonly quoteRef: string
  /** What shows that we made the address; null where there is none, as in addresses of before. */
  readonly mac: string | null
}

/** What an address of `/links` names: its MAC covers all of it. */
export interface NamedQuote {
  readonly quoteRef: string
  /** The code of the tracked link. */
  readonly code: string
  /** The offer that was clicked; null for the list of offers. */
  readonly offerId: number | null
}

/** Bytes of a MAC that an address carries: 128 bits, 22 characters. */
export const quoteMacBytes = 16

const tokenPattern = /^([A-Za-z0-9_-]{1,64})(?:\.([A-Za-z0-9_-]{1,64}))?$/

/**
 * The `quote` of an address, `<quote_ref>.<mac>`.
 *
 * ```ts
 * import { formatQuoteToken } from "../rules/links/quote-token.ts"
 *
 * formatQuoteToken({ quoteRef: "q1", mac: "YmFy" }) // => "q1.YmFy"
 * formatQuoteToken({ quoteRef: "q1", mac: null }) // => "q1"
 * ```
 */
export const formatQuoteToken = ({ mac, quoteRef }: QuoteToken): string =>
  mac === null ? quoteRef : `${quoteRef}.${mac}`

/**
 * The parts of what may be a `quote`, or undefined for any other text. Well formed does not mean made
 * by us: a MAC that was cut off is still one, and fits nothing.
 *
 * ```ts
 * import { parseQuoteToken } from "../rules/links/quote-token.ts"
 *
 * parseQuoteToken("q1.YmFy") // => { quoteRef: "q1", mac: "YmFy" }
 * parseQuoteToken("q1") // => { quoteRef: "q1", mac: null }
 * parseQuoteToken("q1.Ym.Fy") // => undefined
 * ```
 */
export const parseQuoteToken = (text: string): QuoteToken | undefined => {
  const [, quoteRef, mac = null] = tokenPattern.exec(text) ?? []
  return quoteRef === undefined ? undefined : { quoteRef, mac }
}

/**
 * The text that a MAC covers. None of its parts can hold a line feed, so two different names never
 * give the same text.
 *
 * ```ts
 * import { quoteMacInput } from "../rules/links/quote-token.ts"
 *
 * quoteMacInput({ quoteRef: "q1", code: "SPRING27", offerId: 7 }) // => "quote\nSPRING27\nq1\n7"
 * quoteMacInput({ quoteRef: "q1", code: "SPRING27", offerId: null }) // => "quote\nSPRING27\nq1\n"
 * ```
 */
export const quoteMacInput = ({ code, offerId, quoteRef }: NamedQuote): string =>
  `quote\n${code}\n${quoteRef}\n${offerId ?? ""}`
