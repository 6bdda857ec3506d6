import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as OpenApi from "effect/http-api/OpenApi"
import { once } from "../../../core/memory.ts"
import { type RefusalName, refusals } from "../../api/api-refusal.ts"
import { type EndpointName, endpoints, makeApi } from "../../api/api.ts"
import { BodyTooLarge, type IncomingCall } from "../../api/incoming.ts"
import type { SignedCall } from "../../api/operation.ts"
import type { StateName } from "./state-triggers.ts"
import { describePricingUnavailable } from "../../../rules/pricing/offer.ts"
import { signingHeaderNames } from "../../../rules/signing/message.ts"

/** The names of all signed endpoints. */
export const endpointNames = Object.keys(endpoints) as ReadonlyArray<EndpointName>

/** The endpoint of a method and a path; undefined for pages and for nothing at all. */
export const endpointAt = (method: string, path: string): EndpointName | undefined =>
  endpointNames.find((name) => endpoints[name].path === path && endpoints[name].method === method)

interface Documented {
  readonly responses: Readonly<Record<string, unknown>>
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** What the document of the API says of an endpoint, each status as JSON. */
const documented = once(() => {
  const document: unknown = OpenApi.fromApi(makeApi(() => Number.MAX_SAFE_INTEGER))
  const paths = isObject(document) && isObject(document["paths"]) ? document["paths"] : {}
  return (name: EndpointName): Documented["responses"] => {
    const { method, path } = endpoints[name]
    const at = paths[path]
    const operation = isObject(at) ? at[method.toLowerCase()] : undefined
    const responses = isObject(operation) ? operation["responses"] : undefined
    return isObject(responses) ? responses : {}
  }
})

const isDocumented = (name: EndpointName, refused: RefusalName): boolean => {
  const { code, status } = refusals[refused]
  return JSON.stringify(documented()(name)[String(status)] ?? null).includes(`"${code}"`)
}

/**
 * The endpoints that answer a refusal by the document of the API; all of them for what the document
 * leaves to HTTP, such as a path that is not served.
 */
export const endpointsOf = (refused: RefusalName): ReadonlyArray<EndpointName> => {
  const found = endpointNames.filter((name) => isDocumented(name, refused))
  return found.length === 0 ? endpointNames : found
}

/** More than any limit of the tables lets through. */
const tooMany = 500

const closing = { connection: "close" }

const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {}

const readMembers = (body: Uint8Array): Members =>
  membersOf(
    Option.getOrUndefined(
      Result.getSuccess(Result.try((): unknown => JSON.parse(Buffer.from(body).toString("utf8")))),
    ),
  )

const withBody = (call: SignedCall, body: unknown): SignedCall => ({
  ...call,
  body: Buffer.from(JSON.stringify(body), "utf8"),
})

/** With other members of its body. */
const withMembers =
  (change: (body: Members) => Members): ChangeSigned =>
  (call) => {
    const body = readMembers(call.body)
    return withBody(call, { ...body, ...change(body) })
  }

/** Without a member of its body. */
const withoutMember =
  (name: string): ChangeSigned =>
  (call) =>
    withBody(
      call,
      Object.fromEntries(Object.entries(readMembers(call.body)).filter(([key]) => key !== name)),
    )

/** With other members of its trip, whichever of its two names that goes by. */
const withTrip = (change: Members): ChangeSigned =>
  withMembers(({ trip, tripInfo }) => ({
    trip: { ...membersOf(trip ?? tripInfo), ...change },
  }))

/** With a body that ends too early. */
const cutBody: ChangeSigned = (call) => ({
  ...call,
  body: call.body.length > 1 ? call.body.subarray(0, call.body.length - 1) : Buffer.from("{"),
})

/** With a query of its own. */
const withQuery =
  (query: string): ChangeSigned =>
  (call) => ({ ...call, query })

/** As if it came from a key of the sandbox. */
const asSandbox: ChangeSigned = (call) => ({
  ...call,
  key: { ...call.key, mode: "sandbox" },
})

/** As if it came from a live key whose account has no link in use. */
const asUncredited: ChangeSigned = (call) => ({
  ...call,
  key: {
    ...call.key,
    mode: "live",
    partner: { ...call.key.partner, defaultLinkCode: null },
  },
})

/** One change after the other. */
const both =
  (first: ChangeSigned, second: ChangeSigned): ChangeSigned =>
  (call) =>
    second(first(call))

const withHeader = (
  call: IncomingCall,
  name: string,
  change: (value: string) => string,
): IncomingCall => ({
  ...call,
  headerValues: (asked) =>
    asked === name ? [change(call.headerValues(name)[0] ?? "")] : call.headerValues(asked),
})

/** Another digit in the place of the last one. */
const lastDigitChanged = (text: string): string =>
  `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`

/** An hour, in seconds: far outside of the window of timestamps. */
const longAgoSeconds = 3_600

/** A call as if its key id were unknown. */
const unknownKey: ChangeCall = (call, prefix) =>
  withHeader(call, signingHeaderNames(prefix).keyId, (keyId) => lastDigitChanged(keyId))

/** A call as if its client signed by the retired scheme. */
const retiredScheme: ChangeCall = (call, prefix) =>
  withHeader(call, signingHeaderNames(prefix).signature, (text) => text.replace(/^v2=/u, "v1="))

/** A call as if its client's clock were an hour behind. */
const staleTimestamp: ChangeCall = (call, prefix) =>
  withHeader(call, signingHeaderNames(prefix).timestamp, (text) =>
    String(Number(text) - longAgoSeconds),
  )

/** A call as if its signature were of something else. */
const wrongSignature: ChangeCall = (call, prefix) =>
  withHeader(call, signingHeaderNames(prefix).signature, lastDigitChanged)

/** A call as if its client sent a compressed body. */
const encodedBody: ChangeCall = (call) => withHeader(call, "content-encoding", () => "gzip")

/** A call as if its body were longer than the service takes. */
const hugeBody: ChangeCall = (call) => ({
  ...call,
  readBody: (maximumBytes) => Effect.fail(new BodyTooLarge({ maximumBytes })),
})

/** A call as if it went to a path that is not served. */
const lostPath: ChangeCall = (call) => ({ ...call, path: `${call.path}/` })

/** A call as if it were made with a method that its path does not take. */
const wrongMethod: ChangeCall = (call) => ({ ...call, method: "DELETE" })

const keysUnreadable = {
  by: "answer",
  detail: "Keys and quotas cannot be read right now; try again shortly.",
  headers: { "retry-after": "5" },
} as const

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
  ADDRESS_FORBIDDEN: {
    by: "entry",
    what: "the next call is refused for the address that it comes from",
    detail: "The key may not be used from 192.0.2.7: its holder lists networks.",
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

/** How a refusal is brought about. */
export type Rehearsal =
  /** The next call is changed on its way in; the gateway refuses it by itself. */
  | { readonly by: "call"; readonly what: string; readonly change: ChangeCall }
  /** The next call is changed behind the signature; the endpoint refuses it by itself. */
  | { readonly by: "body"; readonly what: string; readonly change: ChangeSigned }
  /** The next call is refused in this sentence, as one that the endpoint does not let in. */
  | { readonly by: "entry"; readonly what: string; readonly detail: string }
  /** The next call is let in, charged and refused in this sentence, as where its work fails. */
  | { readonly by: "work"; readonly what: string; readonly detail: string }
  /** The next call is answered so before anybody looks at it. */
  | {
      readonly by: "answer"
      readonly what: string
      readonly detail: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** The world is changed so that calls are refused from now on. */
  | { readonly by: "state"; readonly what: string; readonly states: ReadonlyArray<StateName> }

/** Changes what an endpoint reads of a call, so that the endpoint refuses it. */
type ChangeSigned = (call: SignedCall) => SignedCall

type Members = Readonly<Record<string, unknown>>

/** All of them different, as what is named twice counts once. */
const manyCountries = Array.from({ length: tooMany }, (_, index) =>
  String.fromCodePoint(65 + Math.floor(index / 26), 65 + (index % 26)),
)

/** Changes a call on its way in, so that the gateway refuses it. */
type ChangeCall = (call: IncomingCall, headerPrefix: string) => IncomingCall
