import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { isLinkCode, linkCodePattern } from "./link-code.ts"
import { type Fields, fieldsOf } from "../trip/fields.ts"
import { beginTrip, readLanguage } from "../trip/request.ts"
import { describeTripRefusal, type TripRefusal, tripRefusalCodes } from "../trip/trip-refusal.ts"
import type { TripVocabulary } from "../trip/trip-vocabulary.ts"
import type { Trip, tripRequest } from "../trip/trip.ts"
import { Language } from "../trip/quote-body.ts"

/** A request for a link once read. */
export interface LinkRequest {
  readonly trip: Trip
  readonly language: string
  /** A session that was issued to the caller. */
  readonly sessionId: string
  /** The offer that was clicked; null for the list of offers. */
  readonly offerId: number | null
  /** The caller's link to credit, by its form only: whose it is shows later. */
  readonly linkCode: string | null
}

/** What a request for a link is read against. */
export interface LinkReading {
  readonly vocabulary: TripVocabulary
  /** Whether a session was issued to the caller's account in the key's mode. */
  readonly isIssued: (value: unknown) => value is string
  /** Whether the catalogue of the key's own mode holds an offer, priced for this trip or not. */
  readonly isOffer: (id: number) => boolean
}

type LinkFields = Fields<LinkField> | undefined

type Read<Value> = Result.Result<Value, LinkRefusal>

const refuse = (
  code: LinkRefusalCode,
  path: string,
  rule: string,
): Result.Result<never, LinkRefusal> => Result.fail({ _tag: "LinkRefusal", code, path, rule })

const asLinkRefusal = ({ code, path, rule }: TripRefusal): LinkRefusal => ({
  _tag: "LinkRefusal",
  code,
  path,
  rule,
})

const readLinkCode = (top: LinkFields): Read<string | null> => {
  const value = top?.get("linkCode") ?? null
  return value === null || isLinkCode(value)
    ? Result.succeed(value)
    : refuse("BAD_LINK_CODE", "linkCode", "4 to 32 letters and digits")
}

const readSessionId = (top: LinkFields, isIssued: LinkReading["isIssued"]): Read<string> => {
  const value = top?.get("sessionId") ?? ""
  if (value === "") return refuse("MISSING_SESSION_ID", "sessionId", "required, as /quotes gave it")
  return isIssued(value)
    ? Result.succeed(value)
    : refuse("BAD_SESSION_ID", "sessionId", "as /quotes gave it to a key of this account and mode")
}

const readOfferId = (top: LinkFields, isOffer: LinkReading["isOffer"]): Read<number | null> => {
  const value = top?.get("offerId") ?? null
  if (value === null) return Result.succeed(null)
  return typeof value === "number" &&
    Number.isInteger(value) &&
    value >= offerIdMin &&
    isOffer(value)
    ? Result.succeed(value)
    : refuse(
        "BAD_OFFER_ID",
        "offerId",
        "integer id of an offer that /quotes can give a key of this mode",
      )
}

/**
 * Reads the body of a request for a link (parsed JSON of any shape), or gives the first refusal in
 * the order of the error codes; a field of the trip that has no code of its own comes last. Unknown
 * fields are ignored and null is absent.
 */
export const readLinkRequest = (
  body: unknown,
  { isIssued, isOffer, vocabulary }: LinkReading,
): Result.Result<LinkRequest, LinkRefusal> => {
  const top = fieldsOf<LinkField>(body, "")
  const read = Result.all({
    language: Result.mapError(readLanguage(body, vocabulary), asLinkRefusal),
    begun: Result.mapError(beginTrip(body, vocabulary), asLinkRefusal),
    linkCode: readLinkCode(top),
    sessionId: readSessionId(top, isIssued),
    offerId: readOfferId(top, isOffer),
  })
  return Result.flatMap(read, ({ begun, language, linkCode, offerId, sessionId }) =>
    Result.map(Result.mapError(begun.finish(), asLinkRefusal), (trip) => ({
      trip,
      language,
      sessionId,
      offerId,
      linkCode,
    })),
  )
}

/** The lowest id of an offer. */
const offerIdMin = 1

const optional = Schema.optionalKey

/** The body of a request for a link. */
export const linkBody = (trip: ReturnType<typeof tripRequest>) =>
  Schema.Struct({
    sessionId: Schema.String.annotate({ description: "As `POST /quotes` gave it." }),
    trip,
    language: optional(Language),
    offerId: optional(
      Schema.Int.check(Schema.isGreaterThanOrEqualTo(offerIdMin)).annotate({
        description:
          "The offer that was clicked, of the catalogue of the key's mode; without one the link opens the list of offers.",
      }),
    ),
    linkCode: optional(
      Schema.String.check(Schema.isPattern(linkCodePattern)).annotate({
        description: "One of your tracked links, to tell channels apart.",
      }),
    ),
  }).annotate({ identifier: "LinkRequest" })

/** The names of its fields. */
type LinkField = keyof ReturnType<typeof linkBody>["Type"]

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
 * import { describeLinkRefusal } from "../rules/links/request.ts"
 *
 * const rule = "4 to 32 letters and digits"
 * const refusal = { _tag: "LinkRefusal", code: "BAD_LINK_CODE", path: "linkCode", rule } as const
 * describeLinkRefusal(refusal) // => "linkCode: 4 to 32 letters and digits"
 * ```
 */
export const describeLinkRefusal = (refusal: LinkRefusal): string => describeTripRefusal(refusal)
