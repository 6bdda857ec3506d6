import { type BucketName, type QuotaState, rateHeaders } from "../../rules/quota/quota.ts"

/** Every refusal there is: its HTTP status and the code that callers see. */
export const refusals = {
  BAD_REQUEST: { status: 400, code: "BAD_REQUEST" },
  INVALID_JSON: { status: 400, code: "INVALID_JSON" },
  BAD_LANGUAGE: { status: 400, code: "BAD_LANGUAGE" },
  BAD_TRIP: { status: 400, code: "BAD_TRIP" },
  BAD_INTENT: { status: 400, code: "BAD_INTENT" },
  BAD_DATES: { status: 400, code: "BAD_DATES" },
  BAD_RESIDENCE: { status: 400, code: "BAD_RESIDENCE" },
  BAD_STATE_RESIDENCE: { status: 400, code: "BAD_STATE_RESIDENCE" },
  NO_DESTINATIONS: { status: 400, code: "NO_DESTINATIONS" },
  TOO_MANY_DESTINATIONS: { status: 400, code: "TOO_MANY_DESTINATIONS" },
  NO_TRAVELLERS: { status: 400, code: "NO_TRAVELLERS" },
  TOO_MANY_TRAVELLERS: { status: 400, code: "TOO_MANY_TRAVELLERS" },
  CANCELLATION_NEEDS_TRIP_PRICE: { status: 400, code: "CANCELLATION_NEEDS_TRIP_PRICE" },
  BAD_LINK_CODE: { status: 400, code: "BAD_LINK_CODE" },
  MISSING_SESSION_ID: { status: 400, code: "MISSING_SESSION_ID" },
  BAD_SESSION_ID: { status: 400, code: "BAD_SESSION_ID" },
  BAD_OFFER_ID: { status: 400, code: "BAD_OFFER_ID" },
  UNKNOWN_CONTRACT_VERSION: { status: 400, code: "UNKNOWN_CONTRACT_VERSION" },
  BAD_CONVERSION: { status: 400, code: "BAD_CONVERSION" },
  BAD_COUNTRY: { status: 400, code: "BAD_COUNTRY" },
  UNAUTHORIZED: { status: 401, code: "UNAUTHORIZED" },
  V1_SCHEME_RETIRED: { status: 401, code: "V1_SCHEME_RETIRED" },
  STALE_TIMESTAMP: { status: 401, code: "STALE_TIMESTAMP" },
  INVALID_SIGNATURE: { status: 401, code: "INVALID_SIGNATURE" },
  ADDRESS_FORBIDDEN: { status: 403, code: "ADDRESS_FORBIDDEN" },
  SCOPE_FORBIDDEN: { status: 403, code: "SCOPE_FORBIDDEN" },
  NO_ATTRIBUTION_CONFIGURED: { status: 403, code: "NO_ATTRIBUTION_CONFIGURED" },
  CARD_MODE_FORBIDDEN: { status: 403, code: "CARD_MODE_FORBIDDEN" },
  LINK_NOT_FOUND: { status: 404, code: "LINK_NOT_FOUND" },
  EVENT_NOT_FOUND: { status: 404, code: "EVENT_NOT_FOUND" },
  NOT_FOUND: { status: 404, code: "NOT_FOUND" },
  METHOD_NOT_ALLOWED: { status: 405, code: "METHOD_NOT_ALLOWED" },
  TOO_MANY_EVENT_ENDPOINTS: { status: 409, code: "TOO_MANY_EVENT_ENDPOINTS" },
  REQUEST_TIMEOUT: { status: 408, code: "REQUEST_TIMEOUT" },
  PAYLOAD_TOO_LARGE: { status: 413, code: "PAYLOAD_TOO_LARGE" },
  UNSUPPORTED_ENCODING: { status: 415, code: "UNSUPPORTED_ENCODING" },
  HEADERS_TOO_LARGE: { status: 431, code: "HEADERS_TOO_LARGE" },
  QUOTA_EXCEEDED: { status: 429, code: "QUOTA_EXCEEDED" },
  RATE_LIMITED: { status: 429, code: "RATE_LIMITED" },
  INTERNAL_ERROR: { status: 500, code: "INTERNAL_ERROR" },
  PRICING_REFUSED: { status: 502, code: "PRICING_UNAVAILABLE" },
  QUOTE_CREATE_FAILED: { status: 502, code: "QUOTE_CREATE_FAILED" },
  AUTH_LOOKUP_FAILED: { status: 502, code: "AUTH_LOOKUP_FAILED" },
  CARD_RESOLVE_FAILED: { status: 502, code: "CARD_RESOLVE_FAILED" },
  SERVICE_UNAVAILABLE: { status: 503, code: "SERVICE_UNAVAILABLE" },
  PRICING_TIMED_OUT: { status: 504, code: "PRICING_UNAVAILABLE" },
  QUOTE_CREATE_UNAVAILABLE: { status: 504, code: "QUOTE_CREATE_UNAVAILABLE" },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly code: string }>>

/** The name of a refusal; two names may share a code under different statuses. */
export type RefusalName = keyof typeof refusals

/** A refused call: what the caller reads, and the headers that go with it. */
export interface Refusal {
  readonly _tag: "Refusal"
  readonly name: RefusalName
  readonly detail: string
  /** Further members of the body: the spent bucket, the card modes that the key may send. */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Builds a refusal. */
export const refusal = (
  name: RefusalName,
  detail: string,
  more: Pick<Refusal, "extra" | "headers"> = {},
): Refusal => ({ _tag: "Refusal", name, detail, ...more })

/** The body of a refusal as callers read it. */
export const refusalBody = (refused: Refusal): Readonly<Record<string, unknown>> => ({
  error: refusals[refused.name].code,
  detail: refused.detail,
  ...refused.extra,
})

/** The refusal of a call whose key has made its calls of the minute. */
export const burstSpent = (state: QuotaState): Refusal =>
  refusal("RATE_LIMITED", `More than ${state.burst.limit} calls in this minute.`, {
    headers: { "retry-after": String(state.window.minuteEndsInSeconds) },
  })

/** The refusal of a call whose key has spent a bucket of the day; its headers are about that bucket. */
export const daySpent = (state: QuotaState, bucket: BucketName): Refusal =>
  refusal("QUOTA_EXCEEDED", `The day's ${state[bucket].limit} ${bucket} are spent.`, {
    extra: { bucket },
    headers: {
      ...rateHeaders(state, bucket),
      "retry-after": String(state.window.dayEndsInSeconds),
    },
  })
