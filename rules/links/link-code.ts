import { isPartnerCode } from "../accounts/partner.ts"

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
  readonly partnerCode: string
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
export const linkCodeOfRef = (ref: string, partnerCode: string): string | undefined => {
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
