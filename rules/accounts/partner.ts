/** Where an account stands: created, approved for live use, or suspended (all calls refused). */
export const partnerStatuses = ["created", "approved", "suspended"] as const

/** One standing of an account. */
export type PartnerStatus = (typeof partnerStatuses)[number]

/** The environment of a key: `ak_test_` ids are sandbox, `ak_live_` ids are live. */
export type KeyMode = "sandbox" | "live"

const codePattern = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/

/**
 * Whether a text can be a partner code: 1 to 32 lower-case letters, digits and inner hyphens. The
 * code stands in every tracked ref, before the last hyphen.
 *
 * ```ts
 * import { isPartnerCode } from "../rules/accounts/partner.ts"
 *
 * isPartnerCode("acme-travel") // => true
 * isPartnerCode("Acme") // => false
 * isPartnerCode("acme-") // => false
 * ```
 */
export const isPartnerCode = (text: string): boolean => codePattern.test(text)

/** Longest name of a partner, in characters. */
export const partnerNameMaximum = 200
