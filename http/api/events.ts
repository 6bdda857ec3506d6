import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { errorSchemas, signedRefusals } from "./error-schemas.ts"

const instant = (description: string) => Schema.String.annotate({ description })

const Mode = Schema.Literals(["sandbox", "live"])

/** An attempt to deliver an event. */
export const AttemptListed = Schema.Struct({
  at: instant("When it ended."),
  durationMs: Schema.Int,
  outcome: Schema.String.annotate({
    description:
      "`delivered`, `refused` (any status but 2xx), `timed_out`, `unreachable`, `not_public` or `no_http`.",
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
}).annotate({ identifier: "EventEndpointListed" })

/** The endpoints of an account. */
export const EventEndpointsResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Mode,
  endpoints: Schema.Array(EventEndpointListed),
}).annotate({ identifier: "EventEndpointsResponse" })

/** An event that is on its way. */
export const EventSentResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Mode,
  eventId: Schema.String,
  endpoints: Schema.Int.annotate({ description: "Endpoints that it goes to." }),
}).annotate({ identifier: "EventSentResponse" })

const parameter = (description: string) =>
  Schema.optionalKey(Schema.String.annotate({ description }))

const reading = errorSchemas(["BAD_REQUEST", ...signedRefusals])

const acting = errorSchemas(["BAD_REQUEST", "INVALID_JSON", "EVENT_NOT_FOUND", ...signedRefusals])

/** Lists the events of the account in the mode of the key; consumes no daily quota. */
export const events = HttpApiEndpoint.get("events", "/api/v1/events", {
  query: {
    id: parameter("One event alone, by its id."),
    cursor: parameter("`nextCursor` of the page before."),
    limit: parameter("Events a page: 1 to 100, 20 when left out."),
  },
  success: EventsResponse,
  error: reading,
})
  .annotate(OpenApi.Summary, "List events")
  .annotate(
    OpenApi.Description,
    "What your endpoints were told of in the mode of the key, the newest first, with the last attempts of each delivery. Events are kept for 30 days. No scope, no daily quota.",
  )

/** Lists the endpoints of the account in the mode of the key; consumes no daily quota. */
export const eventEndpoints = HttpApiEndpoint.get("eventEndpoints", "/api/v1/events/endpoints", {
  success: EventEndpointsResponse,
  error: errorSchemas(signedRefusals),
})
  .annotate(OpenApi.Summary, "List event endpoints")
  .annotate(
    OpenApi.Description,
    "Where you are told of events, and how each endpoint does. Endpoints are made, given new secrets and removed in the console. No scope, no daily quota.",
  )

/** Sends an event `ping` to an endpoint; consumes no daily quota. */
export const eventPing = HttpApiEndpoint.post("eventPing", "/api/v1/events/ping", {
  payload: Schema.Struct({ endpointId: Schema.String }),
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
  payload: Schema.Struct({ eventId: Schema.String }),
  success: EventSentResponse,
  error: acting,
})
  .annotate(OpenApi.Summary, "Send an event again")
  .annotate(
    OpenApi.Description,
    "Sends an event again to the endpoints that were told of it, under the same id, behind all that waits; where it still waits itself, it is tried at once. No scope, no daily quota.",
  )
