import { isPartnerCode, type PartnerCode } from "../accounts/partner.ts"

/** The form of a tracked link's code. */
export const linkCodePattern = /^[A-Za-z0-9]{4,32}$/u

/** Digits that generated codes are made of. */
export const linkCodeDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Digits in a generated code: 71 bits, so that a code cannot be guessed. */
export const linkCodeLength = 12

/**
 * Whether a value can be the code of a tracked link: 4 to 32 letters and digits, case-sensitive.
 *
 * ```ts
 * import { isLinkCode } from "../rules/links/link-code.ts"
 *
 * isLinkCode("SPRING27") // => true
 * isLinkCode("abc") // => false
 * isLinkCode("spring-27") // => false
 * isLinkCode(2027) // => false
 * ```
 */
export const isLinkCode = (value: unknown): value is string =>
  typeof value === "string" && linkCodePattern.test(value)

/**
 * The ref under which a tracked link credits its partner: `<partner_code>-<short_code>`.
 *
 * ```ts
 * import { trackedRef } from "../rules/links/link-code.ts"
 *
 * trackedRef({ partnerCode: "acme-travel", linkCode: "SPRING27" }) // => "acme-travel-SPRING27"
 * ```
 */
export const trackedRef = (link: {
  readonly partnerCode: PartnerCode
  readonly linkCode: string
}): string => `${link.partnerCode}-${link.linkCode}`

/**
 * The short code of a ref of one partner, or undefined for any other text: codes hold no hyphen, so
 * the last one parts them.
 *
 * ```ts
 * import { linkCodeOfRef } from "../rules/links/link-code.ts"
 *
 * linkCodeOfRef("acme-travel-SPRING27", "acme-travel") // => "SPRING27"
 * linkCodeOfRef("acme-travel-SPRING27", "acme") // => undefined
 * ```
 */
export const linkCodeOfRef = (ref: string, partnerCode: PartnerCode): string | undefined => {
  const hyphen = ref.lastIndexOf("-")
  const code = ref.slice(hyphen + 1)
  return ref.slice(0, Math.max(0, hyphen)) === partnerCode && isLinkCode(code) ? code : undefined
}

/**
 * The code of the partner whom a ref credits, or undefined for what is no ref.
 *
 * ```ts
 * import { partnerCodeOfRef } from "../rules/links/link-code.ts"
 *
 * partnerCodeOfRef("acme-travel-SPRING27") // => "acme-travel"
 * partnerCodeOfRef("SPRING27") // => undefined
 * ```
 */
export const partnerCodeOfRef = (ref: string): string | undefined => {
  const code = ref.slice(0, Math.max(0, ref.lastIndexOf("-")))
  return isPartnerCode(code) && linkCodeOfRef(ref, code) !== undefined ? code : undefined
}

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
 * import { formatQuoteToken } from "../rules/links/link-code.ts"
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
 * import { parseQuoteToken } from "../rules/links/link-code.ts"
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
 * import { quoteMacInput } from "../rules/links/link-code.ts"
 *
 * const named = { quoteRef: "q1", code: "SPRING27", offerId: 7, language: "fr" }
 * quoteMacInput(named) // => "quote\nSPRING27\nq1\n7\nfr"
 * quoteMacInput({ ...named, offerId: null, language: null }) // => "quote\nSPRING27\nq1\n"
 * ```
 */
export const quoteMacInput = ({ code, language, offerId, quoteRef }: NamedQuote): string =>
  `quote\n${code}\n${quoteRef}\n${offerId ?? ""}${language === null ? "" : `\n${language}`}`
