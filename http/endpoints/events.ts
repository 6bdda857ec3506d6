import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Refusal, refusal } from "../api/api-refusal.ts"
import { afterCharge, type Operations, readJson, type SignedCall } from "../api/operation.ts"
import { tellOutage } from "../observability/outage-log.ts"
import type {
  EndpointNotFound,
  EventEndpoint,
  EventNotFound,
  EventOwner,
  Events,
  EventsPage,
  EventStoreUnavailable,
  ToldEvent,
} from "../ports/events.ts"
import type { PartnerNotFound } from "../ports/account-errors.ts"
import type { KeyRecord } from "../ports/keys.ts"

const unavailable = refusal(
  "SERVICE_UNAVAILABLE",
  "Events cannot be reached right now; try again shortly.",
  { headers: { "retry-after": "5" } },
)

type EventFailure = EndpointNotFound | EventNotFound | EventStoreUnavailable | PartnerNotFound

/** What is unknown is refused by name; all else is an outage. */
export const orRefused = <A>(work: Effect.Effect<A, EventFailure>): Effect.Effect<A, Refusal> =>
  Effect.catch(work, (error) =>
    error._tag === "EndpointNotFound" || error._tag === "EventNotFound"
      ? Effect.fail(refusal("EVENT_NOT_FOUND", error.message))
      : Effect.andThen(tellOutage("events cannot be reached", error), Effect.fail(unavailable)),
  )

/** The account of a key, in its mode. */
export const ownerOf = ({ mode, partner }: KeyRecord): EventOwner => ({
  partnerCode: partner.code,
  mode,
})

const dataOf = (body: string): Readonly<Record<string, unknown>> =>
  (JSON.parse(body) as { readonly data: Readonly<Record<string, unknown>> }).data

const listed = ({ at, body, deliveries, id, type }: ToldEvent) => ({
  id,
  type,
  at,
  data: dataOf(body),
  deliveries,
})

const page = ({ mode }: KeyRecord, { events, next }: EventsPage) => ({
  ok: true,
  mode,
  events: events.map(listed),
  nextCursor: next,
})

const usualLimit = 20
const limitMax = 100

const cursorForm = /^\d{1,18}$/
const limitForm = /^\d{1,3}$/

/** A refusal of what a call asks for. */
export const badRequest = (detail: string) => Result.fail(refusal("BAD_REQUEST", detail))

/** `GET /api/v1/events`: a page of the events of an account, in the mode of the key. */
export const makeEventsList = (events: Events["Service"]): Operations["events"] => ({
  admit: ({ key, query }) => {
    const parameters = new URLSearchParams(query)
    const before = parameters.get("cursor") ?? undefined
    const id = parameters.get("id") ?? undefined
    const limitText = parameters.get("limit") ?? String(usualLimit)
    const limit = limitForm.test(limitText) ? Number(limitText) : 0
    if (before !== undefined && !cursorForm.test(before)) {
      return badRequest("cursor: `nextCursor` of a page before")
    }
    if (limit < 1 || limit > limitMax) return badRequest(`limit: a number from 1 to ${limitMax}`)
    const asked = { ...ownerOf(key), limit, before, id }
    return Result.succeed(
      afterCharge(() => Effect.map(orRefused(events.list(asked)), (found) => page(key, found))),
    )
  },
})

/** An endpoint as callers read it. */
export const shownEndpoint = (endpoint: EventEndpoint) => ({
  endpointId: endpoint.endpointId,
  url: endpoint.url,
  types: endpoint.types,
  createdAt: endpoint.createdAt,
  previousValidUntil: endpoint.previousValidUntil,
  waiting: endpoint.waiting,
  failures: endpoint.failures,
  failingSince: endpoint.failingSince,
  retryAt: endpoint.retryAt,
  pausedAt: endpoint.pausedAt,
  triedAt: endpoint.triedAt,
  lastOutcome: endpoint.lastOutcome,
})

/** `GET /api/v1/events/endpoints`: the endpoints of an account, in the mode of the key. */
export const makeEventEndpoints = (events: Events["Service"]): Operations["eventEndpoints"] => ({
  admit: ({ key }) =>
    Result.succeed(
      afterCharge(() =>
        Effect.map(orRefused(events.endpoints(ownerOf(key))), (endpoints) => ({
          ok: true,
          mode: key.mode,
          endpoints: endpoints.map(shownEndpoint),
        })),
      ),
    ),
})

/** A member of a body, where that is an object. */
export const memberOf = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null
    ? (body as Readonly<Record<string, unknown>>)[name]
    : undefined

/** A member of a body that is a text and not empty. */
export const textField = (body: unknown, name: string): string | undefined => {
  const value = memberOf(body, name)
  return typeof value === "string" && value !== "" ? value : undefined
}

/** Reads the one id that a body holds, and has something sent. */
const admitSending =
  (
    field: "endpointId" | "eventId",
    send: (
      owner: EventOwner,
      id: string,
    ) => Effect.Effect<{ readonly eventId: string; readonly endpoints: number }, EventFailure>,
  ) =>
  ({ body, key }: SignedCall) =>
    Result.flatMap(readJson(body), (json) => {
      const id = textField(json, field)
      if (id === undefined) return badRequest(`${field}: a text that is not empty`)
      return Result.succeed(
        afterCharge(() =>
          Effect.map(orRefused(send(ownerOf(key), id)), (sent) => ({
            ok: true,
            mode: key.mode,
            ...sent,
          })),
        ),
      )
    })

/** `POST /api/v1/events/ping`: tries an endpoint. */
export const makeEventPing = (events: Events["Service"]): Operations["eventPing"] => ({
  admit: admitSending("endpointId", (owner, id) =>
    Effect.map(events.ping(owner, id), (eventId) => ({ eventId, endpoints: 1 })),
  ),
})

/** `POST /api/v1/events/resend`: sends an event again. */
export const makeEventResend = (events: Events["Service"]): Operations["eventResend"] => ({
  admit: admitSending("eventId", (owner, eventId) =>
    Effect.map(events.resend(owner, eventId), (endpoints) => ({ eventId, endpoints })),
  ),
})
