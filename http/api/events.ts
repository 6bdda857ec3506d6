import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { eventTypes } from "../../rules/events/event-policy.ts"
import { attemptOutcomes } from "../ports/events.ts"
import { RequiredScope, TellsSales } from "./annotations.ts"
import { errorSchemas, signedRefusals } from "./error-schemas.ts"
import { textParameter, wholeParameter } from "./parameters.ts"

const instant = (description: string) => Schema.String.annotate({ description })

const Mode = Schema.Literals(["sandbox", "live"])

/** An attempt to deliver an event. */
const AttemptListed = Schema.Struct({
  at: instant("When it ended."),
  durationMs: Schema.Int,
  outcome: Schema.String.annotate({
    description: `${Object.entries(attemptOutcomes)
      .map(([outcome, meaning]) => `\`${outcome}\` (${meaning})`)
      .join(", ")}. More may come.`,
  }),
  status: Schema.NullOr(Schema.Int).annotate({ description: "The HTTP status that you answered." }),
  answer: Schema.String.annotate({ description: "The beginning of an answer that was not 2xx." }),
}).annotate({ identifier: "AttemptListed" })

/** An event as its account lists it. */
export const EventListed = Schema.Struct({
  id: Schema.String.annotate({ description: "What `webhook-id` carries, at every attempt." }),
  type: Schema.String,
  at: instant("When it happened."),
  data: Schema.Record(Schema.String, Schema.Unknown),
  deliveries: Schema.Array(
    Schema.Struct({
      endpointId: Schema.String,
      state: Schema.Literals(["waiting", "delivered", "given_up"]),
      settledAt: Schema.NullOr(instant("When it was delivered or given up.")),
      attempts: Schema.Array(AttemptListed),
    }),
  ),
}).annotate({ identifier: "EventListed" })

/** A page of an account's events. */
export const EventsResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Mode,
  events: Schema.Array(EventListed),
  nextCursor: Schema.NullOr(Schema.String).annotate({
    description: "Sent as `cursor`, it asks for the next page; null where none follows.",
  }),
}).annotate({ identifier: "EventsResponse" })

/** An endpoint as its account lists it. */
export const EventEndpointListed = Schema.Struct({
  endpointId: Schema.String,
  url: Schema.String,
  types: Schema.Array(Schema.String).annotate({ description: "Empty where it gets all types." }),
  createdAt: instant("When it was made."),
  previousValidUntil: Schema.NullOr(instant("Until when the secret before signs too.")),
  waiting: Schema.Int.annotate({ description: "Events that wait for it." }),
  failures: Schema.Int.annotate({ description: "Failed attempts in a row." }),
  failingSince: Schema.NullOr(instant("Since when it fails; null while it does not.")),
  retryAt: Schema.NullOr(instant("When it is tried again, where it fails.")),
  pausedAt: Schema.NullOr(instant("Since when it is paused; null while it is told.")),
  triedAt: Schema.NullOr(instant("When it was last tried; null before the first attempt.")),
  lastOutcome: Schema.NullOr(
    Schema.String.annotate({ description: "How the last attempt went, pings included." }),
  ),
}).annotate({ identifier: "EventEndpointListed" })

/** The endpoints of an account. */
export const EventEndpointsResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Mode,
  endpoints: Schema.Array(EventEndpointListed),
}).annotate({ identifier: "EventEndpointsResponse" })

/** An endpoint with its secret, which is shown this once. */
export const EventEndpointSecretResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Mode,
  endpointId: Schema.String,
  secret: Schema.String.annotate({ description: "`whsec_…`, shown this once." }),
  previousValidUntil: Schema.NullOr(
    instant("Until when the secret before signs too; null where there is none."),
  ),
}).annotate({ identifier: "EventEndpointSecretResponse" })

/** An endpoint as it stands after a change. */
export const EventEndpointResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Mode,
  endpoint: EventEndpointListed,
}).annotate({ identifier: "EventEndpointResponse" })

/** An endpoint that is there no more. */
export const EventEndpointRemovedResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Mode,
  endpointId: Schema.String,
  removed: Schema.Boolean,
}).annotate({ identifier: "EventEndpointRemovedResponse" })

/** An event that is on its way. */
export const EventSentResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Mode,
  eventId: Schema.String,
  endpoints: Schema.Int.annotate({ description: "Endpoints that it goes to." }),
}).annotate({ identifier: "EventSentResponse" })

const reading = errorSchemas(["BAD_REQUEST", ...signedRefusals])

const acting = errorSchemas(["BAD_REQUEST", "INVALID_JSON", "EVENT_NOT_FOUND", ...signedRefusals])

/** Lists the events of the account in the mode of the key; consumes no daily quota. */
export const events = HttpApiEndpoint.get("events", "/api/v1/events", {
  query: {
    id: textParameter("One event alone, by its id."),
    cursor: textParameter("`nextCursor` of the page before."),
    limit: wholeParameter("Events a page: 1 to 100, 20 when left out.", {
      minimum: 1,
      maximum: 100,
    }),
  },
  success: EventsResponse,
  error: reading,
})
  .annotate(TellsSales, true)
  .annotate(OpenApi.Summary, "List events")
  .annotate(
    OpenApi.Description,
    "The events of your endpoints in the mode of the key, the newest first, with the last attempts of each delivery. Events are kept for 30 days. No scope, no daily quota.",
  )

/** Lists the endpoints of the account in the mode of the key; consumes no daily quota. */
export const eventEndpoints = HttpApiEndpoint.get("eventEndpoints", "/api/v1/events/endpoints", {
  success: EventEndpointsResponse,
  error: errorSchemas(signedRefusals),
})
  .annotate(OpenApi.Summary, "List event endpoints")
  .annotate(
    OpenApi.Description,
    "Lists your endpoints of events, and how each one does. No scope, no daily quota.",
  )

/** Sends an event `ping` to an endpoint; consumes no daily quota. */
export const eventPing = HttpApiEndpoint.post("eventPing", "/api/v1/events/ping", {
  payload: Schema.Struct({ endpointId: Schema.String }).annotate({
    identifier: "EventPingRequest",
  }),
  success: EventSentResponse,
  error: acting,
})
  .annotate(OpenApi.Summary, "Ping an event endpoint")
  .annotate(
    OpenApi.Description,
    "Sends an event `ping` to an endpoint, once and before all that waits. Where it is taken, an endpoint that had failed gets what waits for it at once. What came of it stands under its id in the list of events. No scope, no daily quota.",
  )

/** Sends an event again; consumes no daily quota. */
export const eventResend = HttpApiEndpoint.post("eventResend", "/api/v1/events/resend", {
  payload: Schema.Struct({ eventId: Schema.String }).annotate({ identifier: "EventResendRequest" }),
  success: EventSentResponse,
  error: acting,
})
  .annotate(OpenApi.Summary, "Send an event again")
  .annotate(
    OpenApi.Description,
    "Sends an event again to the endpoints that received it, under the same id, behind all that waits; where it still waits itself, it is tried at once. No scope, no daily quota.",
  )

const Types = Schema.Array(Schema.Literals(eventTypes)).annotate({
  description: "What it is told; empty for all types, those to come as well.",
})

const changing = errorSchemas(["BAD_REQUEST", "INVALID_JSON", "EVENT_NOT_FOUND", ...signedRefusals])

const scoped =
  "Needs the scope `events`, which a key has only where it was asked for when the key was made. No daily quota."

/** Makes an endpoint of events, or renews it at its address; consumes no daily quota. */
export const eventEndpointCreate = HttpApiEndpoint.post(
  "eventEndpointCreate",
  "/api/v1/events/endpoints/create",
  {
    payload: Schema.Struct({
      url: Schema.String.annotate({ description: "A public https:// address." }),
      types: Schema.optionalKey(Types),
    }).annotate({ identifier: "EventEndpointCreateRequest" }),
    success: EventEndpointSecretResponse,
    error: errorSchemas([
      "BAD_REQUEST",
      "INVALID_JSON",
      "TOO_MANY_EVENT_ENDPOINTS",
      ...signedRefusals,
    ]),
  },
)
  .annotate(RequiredScope, "events")
  .annotate(TellsSales, true)
  .annotate(OpenApi.Summary, "Make an event endpoint")
  .annotate(
    OpenApi.Description,
    `Makes an endpoint in the mode of the key; its secret is shown this once. An address has one endpoint: asked for again it gets these types and a new secret, and the one before signs beside it for 24 hours, so that the call may be repeated. ${scoped}`,
  )

/** Pauses, resumes or chooses what an endpoint is told; consumes no daily quota. */
export const eventEndpointUpdate = HttpApiEndpoint.post(
  "eventEndpointUpdate",
  "/api/v1/events/endpoints/update",
  {
    payload: Schema.Struct({
      endpointId: Schema.String,
      types: Schema.optionalKey(Types),
      paused: Schema.optionalKey(
        Schema.Boolean.annotate({
          description: "true: it is told nothing but pings, and what happens meanwhile waits.",
        }),
      ),
    }).annotate({ identifier: "EventEndpointUpdateRequest" }),
    success: EventEndpointResponse,
    error: changing,
  },
)
  .annotate(RequiredScope, "events")
  .annotate(OpenApi.Summary, "Pause, resume or choose the types of an event endpoint")
  .annotate(
    OpenApi.Description,
    `Changes what is given and leaves the rest. A paused endpoint is told nothing but pings; what happens meanwhile waits for up to 30 days and follows in order when it is resumed. ${scoped}`,
  )

/** Gives an endpoint a new secret; consumes no daily quota. */
export const eventEndpointRotate = HttpApiEndpoint.post(
  "eventEndpointRotate",
  "/api/v1/events/endpoints/rotate",
  {
    payload: Schema.Struct({ endpointId: Schema.String }).annotate({
      identifier: "EventEndpointRotateRequest",
    }),
    success: EventEndpointSecretResponse,
    error: changing,
  },
)
  .annotate(RequiredScope, "events")
  .annotate(OpenApi.Summary, "Renew the secret of an event endpoint")
  .annotate(
    OpenApi.Description,
    `Gives an endpoint a new secret, shown this once; the one before signs beside it for 24 hours. Repeated within that time it replaces the new one alone. ${scoped}`,
  )

/** Takes an endpoint away; consumes no daily quota. */
export const eventEndpointRemove = HttpApiEndpoint.post(
  "eventEndpointRemove",
  "/api/v1/events/endpoints/remove",
  {
    payload: Schema.Struct({ endpointId: Schema.String }).annotate({
      identifier: "EventEndpointRemoveRequest",
    }),
    success: EventEndpointRemovedResponse,
    error: changing,
  },
)
  .annotate(RequiredScope, "events")
  .annotate(OpenApi.Summary, "Remove an event endpoint")
  .annotate(
    OpenApi.Description,
    `Takes an endpoint away for good; what waits for it is given up. Repeated, it answers the same. ${scoped}`,
  )
