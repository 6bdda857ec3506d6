import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { eventTypes } from "../../../../rules/events/event-types.ts"
import type { EndpointRefused } from "../../../ports/event-errors.ts"
import type { FormFields } from "../../kit/form.ts"
import type { ConsoleParts, PartnerRequest } from "../parts.ts"
import { asPage, byOwner, forPartner, prepareConsoleRoute, wasDone } from "../requests.ts"
import { eventsPage } from "../events.ts"
import type { NewEndpointSecret } from "./endpoint-list.ts"

const path = "/console/events"

/** Events a page. */
const eventsShown = 20

const cursorForm = /^\d{1,18}$/

const ownerOf = ({ partnerCode, view }: PartnerRequest) => ({ partnerCode, mode: view.mode })

const showEvents = (
  { events }: ConsoleParts,
  request: PartnerRequest,
  more: {
    readonly shown?: NewEndpointSecret
    readonly wrong?: { readonly fault: string; readonly typed: string }
  } = {},
) =>
  Effect.gen(function* () {
    const owner = ownerOf(request)
    const asked = request.query("before")
    const before = cursorForm.test(asked) ? asked : undefined
    const endpoints = yield* events.endpoints(owner)
    const page = yield* events.list({ ...owner, limit: eventsShown, before })
    const facts = { endpoints, page, isLater: before !== undefined, shown: more.shown }
    return request.show(eventsPage(request.view, facts, more.wrong))
  })

const wrongly = (parts: ConsoleParts, request: PartnerRequest, fault: string, typed = "") =>
  showEvents(parts, asPage(parts, request, path), { wrong: { fault, typed } })

/** Whether a form is sent for the first time: what makes a secret is done once. */
const isFirst = ({ oneTime }: ConsoleParts, { visitor }: PartnerRequest, fields: FormFields) =>
  oneTime.spend(visitor.personId, fields.text("form").slice(0, 36))

/** Shows a new secret in the answer itself: it is kept by nobody, and a second try makes no other. */
const showSecret = (
  parts: ConsoleParts,
  request: PartnerRequest,
  made: { readonly endpointId: string; readonly secret: Redacted.Redacted<string> },
) =>
  showEvents(parts, asPage(parts, request, path), {
    shown: { endpointId: made.endpointId, secret: Redacted.value(made.secret) },
  })

/** What the page says of an address that is refused. */
const faultOf = (reason: EndpointRefused["reason"]): string => {
  if (reason === "too_many") return "endpoints"
  return reason === "port" ? "port" : "address"
}

const create = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      if (!(yield* isFirst(parts, request, fields))) return wasDone(request.view, path, "already")
      const url = fields.text("url").trim()
      const types = eventTypes.filter((type) => fields.text(type) !== "")
      const made = yield* parts.events.create({ ...ownerOf(request), url, types })
      return yield* showSecret(parts, request, made)
    }).pipe(
      Effect.catchTag("EndpointRefused", ({ reason }) =>
        wrongly(parts, request, faultOf(reason), fields.text("url").slice(0, 1_000)),
      ),
    ),
  )

const rotate = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      if (!(yield* isFirst(parts, request, fields))) return wasDone(request.view, path, "already")
      const rotated = yield* parts.events.rotate(ownerOf(request), fields.text("endpoint"))
      return yield* showSecret(parts, request, rotated)
    }).pipe(Effect.catchTag("EndpointNotFound", () => wrongly(parts, request, "endpoint"))),
  )

const remove = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.as(
      parts.events.remove(ownerOf(request), fields.text("endpoint")),
      wasDone(request.view, path, "endpoint-removed"),
    ).pipe(Effect.catchTag("EndpointNotFound", () => wrongly(parts, request, "endpoint"))),
  )

const ping = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.as(
      parts.events.ping(ownerOf(request), fields.text("endpoint")),
      wasDone(request.view, path, "pinged"),
    ).pipe(Effect.catchTag("EndpointNotFound", () => wrongly(parts, request, "endpoint"))),
  )

const rest = (parts: ConsoleParts, paused: boolean) =>
  byOwner(parts, (request, fields) =>
    Effect.as(
      parts.events.update(ownerOf(request), fields.text("endpoint"), { paused }),
      wasDone(request.view, path, paused ? "endpoint-paused" : "endpoint-resumed"),
    ).pipe(Effect.catchTag("EndpointNotFound", () => wrongly(parts, request, "endpoint"))),
  )

const resend = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.as(
      parts.events.resend(ownerOf(request), fields.text("event")),
      wasDone(request.view, path, "resent"),
    ).pipe(Effect.catchTag("EventNotFound", () => wrongly(parts, request, "event"))),
  )

/** The routes of events: the page, and the forms that make, try, renew and remove endpoints. */
export const eventsRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  return [
    route(path, ["GET"], () => forPartner((request) => showEvents(parts, request))),
    route(`${path}/create`, ["POST"], () => create(parts)),
    route(`${path}/rotate`, ["POST"], () => rotate(parts)),
    route(`${path}/remove`, ["POST"], () => remove(parts)),
    route(`${path}/pause`, ["POST"], () => rest(parts, true)),
    route(`${path}/resume`, ["POST"], () => rest(parts, false)),
    route(`${path}/ping`, ["POST"], () => ping(parts)),
    route(`${path}/resend`, ["POST"], () => resend(parts)),
  ]
}
