import { describeTripRefusal, tripRefusalCodes } from "../trip/trip-refusal.ts"

/**
 * The codes of a refused link, in the order in which they are reported when several apply. BAD_TRIP
 * stands where it is given for a body without a trip; for a field of the trip that has no code of
 * its own it comes after all others.
 */
export const linkRefusalCodes = [
  ...tripRefusalCodes,
  "BAD_LINK_CODE",
  "MISSING_SESSION_ID",
  "BAD_SESSION_ID",
  "BAD_OFFER_ID",
] as const

/** A code of {@link linkRefusalCodes}. */
export type LinkRefusalCode = (typeof linkRefusalCodes)[number]

/** Why a request for a link is refused: the code, where in the body, and the rule that is broken. */
export interface LinkRefusal {
  readonly _tag: "LinkRefusal"
  readonly code: LinkRefusalCode
  readonly path: string
  readonly rule: string
}

/**
 * The sentence of a refusal: the path and the rule.
 *
 * ```ts
 * import { describeLinkRefusal } from "../rules/links/link-refusal.ts"
 *
 * const rule = "4 to 32 letters and digits"
 * const refusal = { _tag: "LinkRefusal", code: "BAD_LINK_CODE", path: "linkCode", rule } as const
 * describeLinkRefusal(refusal) // => "linkCode: 4 to 32 letters and digits"
 * ```
 */
export const describeLinkRefusal = (refusal: LinkRefusal): string => describeTripRefusal(refusal)
