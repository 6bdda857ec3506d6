import { describePricingUnavailable } from "../../rules/pricing/offer.ts"
import type { RefusalName } from "../api/api-refusal.ts"
import {
  asSandbox,
  asUncredited,
  both,
  cutBody,
  withMembers,
  withoutMember,
  withQuery,
  withTrip,
} from "./changed-bodies.ts"
import {
  encodedBody,
  hugeBody,
  lostPath,
  retiredScheme,
  staleTimestamp,
  unknownKey,
  wrongMethod,
  wrongSignature,
} from "./changed-calls.ts"
import type { Rehearsal } from "./rehearsal.ts"

/** More than any limit of the tables lets through. */
const tooMany = 500

/** All of them different, as what is named twice counts once. */
const manyCountries = Array.from({ length: tooMany }, (_, index) =>
  String.fromCodePoint(65 + Math.floor(index / 26), 65 + (index % 26)),
)

const keysUnreadable = {
  by: "answer",
  detail: "Keys and quotas cannot be read right now; try again shortly.",
  headers: { "retry-after": "5" },
} as const

const closing = { connection: "close" }

/** How each refusal of the service is brought about: the compiler names one that is missing. */
export const refusalRehearsals: Readonly<Record<RefusalName, Rehearsal>> = {
  BAD_REQUEST: {
    by: "body",
    what: "the next list asks for pages of no length, or the next body names nothing",
    change: both(
      withQuery("limit=none"),
      withMembers(() => ({ endpointId: "", eventId: "", url: "" })),
    ),
  },
  INVALID_JSON: { by: "body", what: "the next body loses its last byte", change: cutBody },
  BAD_LANGUAGE: {
    by: "body",
    what: "the next call asks for a language that is not served",
    change: withMembers(() => ({ language: "xx" })),
  },
  BAD_TRIP: {
    by: "body",
    what: "the next trip is no object",
    change: withMembers(() => ({ trip: "a trip" })),
  },
  BAD_INTENT: {
    by: "body",
    what: "the next trip has an unknown intent",
    change: withTrip({ intent: "toTheMoon" }),
  },
  BAD_DATES: {
    by: "body",
    what: "the next trip ends before it begins",
    change: withTrip({ startDate: "2030-01-02", endDate: "2030-01-01" }),
  },
  BAD_RESIDENCE: {
    by: "body",
    what: "the next residence is no country code",
    change: withMembers(({ trip }) =>
      typeof trip === "object" && trip !== null
        ? { trip: { ...trip, countryResidence: "?" } }
        : { residence: "?" },
    ),
  },
  BAD_STATE_RESIDENCE: {
    by: "body",
    what: "the next traveller lives in a state that the US do not have",
    change: withTrip({ countryResidence: "US", stateResidence: "ZZ" }),
  },
  NO_DESTINATIONS: {
    by: "body",
    what: "the next trip leads nowhere",
    change: withMembers(({ trip }) =>
      typeof trip === "object" && trip !== null
        ? { trip: { ...trip, arrivalCountries: [] } }
        : { destinations: [] },
    ),
  },
  TOO_MANY_DESTINATIONS: {
    by: "body",
    what: `the next trip has ${tooMany} destinations`,
    change: withMembers(({ trip }) => {
      const destinations = manyCountries
      return typeof trip === "object" && trip !== null
        ? { trip: { ...trip, arrivalCountries: destinations } }
        : { destinations }
    }),
  },
  NO_TRAVELLERS: {
    by: "body",
    what: "nobody travels on the next trip",
    change: withTrip({ travellers: [] }),
  },
  TOO_MANY_TRAVELLERS: {
    by: "body",
    what: `${tooMany} people travel on the next trip`,
    change: withTrip({ travellers: Array.from({ length: tooMany }, () => ({ age: 30 })) }),
  },
  CANCELLATION_NEEDS_TRIP_PRICE: {
    by: "body",
    what: "the next trip insures its cancellation and has no price",
    change: withTrip({ shouldCoverCancellation: true, tripPrice: undefined }),
  },
  BAD_LINK_CODE: {
    by: "body",
    what: "the next linkCode is too short",
    change: withMembers(() => ({ linkCode: "!" })),
  },
  MISSING_SESSION_ID: {
    by: "body",
    what: "the next link comes without its session",
    change: withoutMember("sessionId"),
  },
  BAD_SESSION_ID: {
    by: "body",
    what: "the next session has lost its last letters",
    change: withMembers(({ sessionId }) => ({ sessionId: String(sessionId).slice(0, -4) })),
  },
  BAD_OFFER_ID: {
    by: "body",
    what: "the next offer is one that nobody offers",
    change: withMembers(() => ({ offerId: 0 })),
  },
  UNKNOWN_CONTRACT_VERSION: {
    by: "body",
    what: "the next report is of a contract version that does not exist",
    change: withMembers(() => ({ contractVersion: "9.9" })),
  },
  BAD_CONVERSION: {
    by: "body",
    what: "the next sale has an amount below nothing",
    change: withMembers(() => ({ amount: -1 })),
  },
  BAD_COUNTRY: {
    by: "body",
    what: "the next country is no country code",
    change: withQuery("country=Atlantis"),
  },
  UNAUTHORIZED: {
    by: "call",
    what: "the next key id is not known (revoke-key ends a key for good)",
    change: unknownKey,
  },
  V1_SCHEME_RETIRED: {
    by: "call",
    what: "the next signature begins with v1=",
    change: retiredScheme,
  },
  STALE_TIMESTAMP: {
    by: "call",
    what: "the next call seems to be signed an hour ago",
    change: staleTimestamp,
  },
  INVALID_SIGNATURE: {
    by: "call",
    what: "the last digit of the next signature changes",
    change: wrongSignature,
  },
  SCOPE_FORBIDDEN: {
    by: "entry",
    what: "the next call is refused for its key's scopes (suspend-account refuses all)",
    detail: "The key lacks the scope of this endpoint.",
  },
  NO_ATTRIBUTION_CONFIGURED: {
    by: "body",
    what: "the next link is of a live account without a link in use",
    change: asUncredited,
  },
  CARD_MODE_FORBIDDEN: {
    by: "body",
    what: "the next sandbox bilan names a card by its catalogueId",
    change: both(
      asSandbox,
      withMembers(() => ({ card: { catalogueId: 1 } })),
    ),
  },
  EVENT_NOT_FOUND: {
    by: "work",
    what: "the next event, or endpoint of events, is not found",
    detail: "This account has no such event and no such endpoint.",
  },
  TOO_MANY_EVENT_ENDPOINTS: {
    by: "work",
    what: "the account seems to have as many endpoints of events as it may",
    detail: "An account has at most 5 event endpoints in a mode: remove one first.",
  },
  LINK_NOT_FOUND: {
    by: "work",
    what: "the next call's link is not found",
    detail: "No tracked link of this account is in use under that code.",
  },
  NOT_FOUND: { by: "call", what: "a slash is added to the next path", change: lostPath },
  METHOD_NOT_ALLOWED: {
    by: "call",
    what: "the next call is made with DELETE",
    change: wrongMethod,
  },
  REQUEST_TIMEOUT: {
    by: "answer",
    what: "the next request seems to arrive too slowly",
    detail: "The request did not arrive in time.",
    headers: closing,
  },
  PAYLOAD_TOO_LARGE: {
    by: "call",
    what: "the next body seems to be larger than the service takes",
    change: hugeBody,
  },
  UNSUPPORTED_ENCODING: {
    by: "call",
    what: "the next body seems to be compressed",
    change: encodedBody,
  },
  HEADERS_TOO_LARGE: {
    by: "answer",
    what: "the next headers seem to be too long",
    detail: "The request's headers are too long.",
    headers: closing,
  },
  QUOTA_EXCEEDED: {
    by: "state",
    what: "reads and writes of a key's day are spent, until the clock comes to the next day",
    states: ["spend-reads", "spend-writes"],
  },
  RATE_LIMITED: {
    by: "state",
    what: "the calls of a key's minute are spent, until the clock comes to the next minute",
    states: ["spend-minute"],
  },
  INTERNAL_ERROR: {
    by: "work",
    what: "the next call fails inside of the service",
    detail: "The call failed here.",
  },
  PRICING_REFUSED: {
    by: "work",
    what: "insurers refuse to price the next trip (502)",
    detail: describePricingUnavailable({ reason: "refused" }),
  },
  QUOTE_CREATE_FAILED: {
    by: "work",
    what: "the next subscription cannot be opened (502)",
    detail: "The quote could not be created.",
  },
  AUTH_LOOKUP_FAILED: {
    ...keysUnreadable,
    what: "the Coach cannot read keys for the next call (502)",
  },
  CARD_RESOLVE_FAILED: {
    by: "work",
    what: "the next card cannot be looked up (502)",
    detail: "The card could not be looked up.",
  },
  SERVICE_UNAVAILABLE: {
    ...keysUnreadable,
    what: "the service cannot read keys for the next call (503)",
  },
  PRICING_TIMED_OUT: {
    by: "work",
    what: "insurers do not price the next trip in time (504)",
    detail: describePricingUnavailable({ reason: "timed_out" }),
  },
  QUOTE_CREATE_UNAVAILABLE: {
    by: "work",
    what: "the next subscription is not opened in time (504)",
    detail: "The quote was not created in time.",
  },
}
