import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { recordText, tableText } from "../../core/plain-text.ts"
import { asOperator } from "./operator.ts"
import {
  type EndpointChange,
  type EventDelivery,
  type EventEndpoint,
  EventNotFound,
  Events,
  type ToldEvent,
} from "../ports/events.ts"
import { layerKeylessOperations, layerOperations } from "../runtime/foundations.ts"
import { countFlag, modeFlag, partnerFlag } from "../terminal/flags.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { eventTypes, readEventTypes } from "../../rules/events/event-policy.ts"

/** The endpoint that a command is about. */
const endpointArgument = Argument.String("endpointId").pipe(
  Argument.withDescription("Id of the endpoint: we_…"),
)

/** The types that an endpoint receives. */
export const typesFlag = Flag.String("types").pipe(
  Flag.withDescription(`Comma-separated types; all of ${eventTypes.join(",")} when left out`),
  Flag.filterMap(
    (text) => {
      const types = readEventTypes(text)
      return types === undefined ? Option.none() : Option.some(types)
    },
    (text) => `Expected types out of ${eventTypes.join(", ")}, got ${JSON.stringify(text)}`,
  ),
  Flag.withDefault([]),
)

const ownerOf = (partner: string) => ({ partnerCode: partner, mode: null })

const limitFlag = countFlag("limit", "How many events at most", 50, 1_000)

const header = ["at", "event", "type", "mode", "endpoint", "state", "attempts", "last"]

const lastOf = ({ attempts }: EventDelivery): string => {
  const last = attempts.at(-1)
  if (last === undefined) return "-"
  return last.status === null ? last.outcome : `${last.outcome} ${last.status}`
}

const rowsOf = ({ at, deliveries, id, mode, type }: ToldEvent) =>
  deliveries.map((delivery) => [
    at,
    id,
    type,
    mode,
    delivery.endpointId,
    delivery.state,
    delivery.attempts.length,
    lastOf(delivery),
  ])

const list = Command.make(
  "list",
  { partner: partnerFlag, limit: limitFlag, json: jsonFlag },
  Effect.fn("events list")(function* ({ json, limit, partner }) {
    const { events, next } = yield* (yield* Events).list({ ...ownerOf(partner), limit })
    yield* print(json, events, () => tableText(header, events.flatMap(rowsOf)))
    if (next !== null) yield* Console.error("viatica: there are older events; --limit N lists more")
  }),
).pipe(Command.withDescription("List a partner's events, newest first"))

const urlFlag = Flag.String("url").pipe(
  Flag.withDescription("The https address that events are posted to"),
)

const onceNote = "The secret is shown only once: store it now."

const create = Command.make(
  "create",
  { partner: partnerFlag, mode: modeFlag, url: urlFlag, types: typesFlag, json: jsonFlag },
  Effect.fn("events endpoint create")(function* ({ json, mode, partner, types, url }) {
    const wish = { partnerCode: partner, mode, url, types }
    const made = yield* asOperator((yield* Events).create(wish))
    const { endpointId } = made
    const shown = { endpointId, secret: Redacted.value(made.secret), mode, url, types }
    const told = types.length === 0 ? "all" : types
    yield* print(json, shown, () => `${recordText({ ...shown, types: told })}\n\n${onceNote}`)
  }),
).pipe(Command.withDescription("Make an endpoint; its secret is shown once"))

const rotate = Command.make(
  "rotate",
  { endpointId: endpointArgument, partner: partnerFlag, json: jsonFlag },
  Effect.fn("events endpoint rotate")(function* ({ endpointId, json, partner }) {
    const owner = { partnerCode: partner, mode: null }
    const rotated = yield* asOperator((yield* Events).rotate(owner, endpointId))
    const shown = { ...rotated, secret: Redacted.value(rotated.secret) }
    const text = () =>
      recordText({
        endpointId,
        secret: shown.secret,
        "previous secret signs until": shown.previousValidUntil,
      })
    yield* print(json, shown, () => `${text()}\n\n${onceNote}`)
  }),
).pipe(
  Command.withDescription("Give an endpoint a new secret; the previous one signs too for 24 hours"),
)

const remove = Command.make(
  "remove",
  { endpointId: endpointArgument, partner: partnerFlag, json: jsonFlag },
  Effect.fn("events endpoint remove")(function* ({ endpointId, json, partner }) {
    yield* asOperator((yield* Events).remove({ partnerCode: partner, mode: null }, endpointId))
    yield* print(json, { endpointId, removed: true }, () => `${endpointId} is removed.`)
  }),
).pipe(Command.withDescription("Remove an endpoint; events that wait for it are dropped"))

/** Changes an endpoint, and tells how it stands. */
const changed = Effect.fnUntraced(function* (
  partner: string,
  endpointId: string,
  change: EndpointChange,
  json: boolean,
) {
  const owner = { partnerCode: partner, mode: null }
  const endpoint = yield* asOperator((yield* Events).update(owner, endpointId, change))
  yield* print(json, endpoint, () => tableText(endpointHeader, [rowOf(endpoint)]))
})

const named = { endpointId: endpointArgument, partner: partnerFlag, json: jsonFlag }

const pause = Command.make(
  "pause",
  named,
  Effect.fn("events endpoint pause")(function* ({ endpointId, json, partner }) {
    yield* changed(partner, endpointId, { paused: true }, json)
  }),
).pipe(Command.withDescription("Pause an endpoint: it gets only pings, and events wait"))

const resume = Command.make(
  "resume",
  named,
  Effect.fn("events endpoint resume")(function* ({ endpointId, json, partner }) {
    yield* changed(partner, endpointId, { paused: false }, json)
  }),
).pipe(
  Command.withDescription("Resume a paused endpoint: what waits is sent in order, then what comes"),
)

const choose = Command.make(
  "choose",
  { ...named, types: typesFlag },
  Effect.fn("events endpoint choose")(function* ({ endpointId, json, partner, types }) {
    yield* changed(partner, endpointId, { types }, json)
  }),
).pipe(Command.withDescription("Choose which types of event an endpoint receives from now on"))

const endpointHeader = [
  "endpoint",
  "mode",
  "url",
  "types",
  "waiting",
  "last tried",
  "outcome",
  "paused since",
  "failing since",
  "retried at",
]

const rowOf = (endpoint: EventEndpoint) => [
  endpoint.endpointId,
  endpoint.mode,
  endpoint.url,
  endpoint.types.length === 0 ? "all" : endpoint.types,
  endpoint.waiting,
  endpoint.triedAt,
  endpoint.lastOutcome,
  endpoint.pausedAt,
  endpoint.failingSince,
  endpoint.retryAt,
]

const listEndpoints = Command.make(
  "list",
  { partner: partnerFlag, json: jsonFlag },
  Effect.fn("events endpoint list")(function* ({ json, partner }) {
    const found = yield* (yield* Events).endpoints({ partnerCode: partner, mode: null })
    yield* print(json, found, () => tableText(endpointHeader, found.map(rowOf)))
  }),
).pipe(Command.withDescription("List a partner's endpoints and their health"))

/** `viatica events endpoint …`: where partners receive events. */
const endpointCommand = Command.make("endpoint").pipe(
  Command.withDescription("Manage the endpoints that receive a partner's events"),
  Command.withSubcommands([
    create.pipe(Command.provide(layerOperations)),
    rotate.pipe(Command.provide(layerOperations)),
    pause.pipe(Command.provide(layerKeylessOperations)),
    resume.pipe(Command.provide(layerKeylessOperations)),
    choose.pipe(Command.provide(layerKeylessOperations)),
    remove.pipe(Command.provide(layerKeylessOperations)),
    listEndpoints.pipe(Command.provide(layerKeylessOperations)),
  ]),
)

const eventArgument = Argument.String("eventId").pipe(
  Argument.withDescription("Id of the event: evt_…"),
)

/** One event of a partner. */
const find = Effect.fnUntraced(function* (partner: string, id: string) {
  const { events } = yield* (yield* Events).list({ ...ownerOf(partner), limit: 1, id })
  return events[0] ?? (yield* new EventNotFound({ id }))
})

const attemptHeader = ["endpoint", "at", "ms", "outcome", "status", "answer"]

const shownText = (event: ToldEvent): string => {
  const rows = event.deliveries.flatMap(({ attempts, endpointId }) =>
    attempts.map(({ answer, at, durationMs, outcome, status }) => [
      endpointId,
      at,
      durationMs,
      outcome,
      status,
      answer,
    ]),
  )
  const states = event.deliveries.map(({ endpointId, state }) => `${endpointId} ${state}`)
  return [event.body, states.join("\n"), tableText(attemptHeader, rows)].join("\n\n")
}

const show = Command.make(
  "show",
  { eventId: eventArgument, partner: partnerFlag, json: jsonFlag },
  Effect.fn("events show")(function* ({ eventId, json, partner }) {
    const event = yield* find(partner, eventId)
    yield* print(json, event, () => shownText(event))
  }),
).pipe(Command.withDescription("Show an event as it is sent, and every attempt"))

/** How long a command waits to tell what came of a ping: longer than a receiver may take. */
const waitMs = 20_000

const lookMs = 200

const settledOf = ({ deliveries }: ToldEvent): boolean =>
  deliveries.every(({ state }) => state !== "waiting")

/** Waits until a server has tried; what it says after that is the event as it stands. */
const awaitSettled = Effect.fnUntraced(function* (partner: string, id: string) {
  for (let waitedMs = 0; ; waitedMs += lookMs) {
    const event = yield* find(partner, id)
    if (settledOf(event) || waitedMs >= waitMs) return event
    yield* Effect.sleep(lookMs)
  }
})

const ping = Command.make(
  "ping",
  { endpointId: endpointArgument, partner: partnerFlag, json: jsonFlag },
  Effect.fn("events ping")(function* ({ endpointId, json, partner }) {
    const id = yield* (yield* Events).ping(ownerOf(partner), endpointId)
    const event = yield* awaitSettled(partner, id)
    yield* print(json, event, () => tableText(header, rowsOf(event)))
    if (!settledOf(event)) {
      yield* Console.error("viatica: nobody has sent it yet; is a server running on this database?")
    }
  }),
).pipe(Command.withDescription("Send a `ping` event to an endpoint and print its answer"))

const resend = Command.make(
  "resend",
  { eventId: eventArgument, partner: partnerFlag, json: jsonFlag },
  Effect.fn("events resend")(function* ({ eventId, json, partner }) {
    const endpoints = yield* (yield* Events).resend(ownerOf(partner), eventId)
    const told = endpoints === 1 ? "1 endpoint" : `${endpoints} endpoints`
    yield* print(json, { eventId, endpoints }, () => `${eventId} is on its way to ${told}.`)
  }),
).pipe(Command.withDescription("Send an event again to the endpoints that received it"))

/** `viatica events …`: what partners receive by signed webhooks. */
export const eventsCommand = Command.make("events").pipe(
  Command.withSubcommands([
    endpointCommand,
    list.pipe(Command.provide(layerKeylessOperations)),
    show.pipe(Command.provide(layerKeylessOperations)),
    ping.pipe(Command.provide(layerKeylessOperations)),
    resend.pipe(Command.provide(layerKeylessOperations)),
  ]),
)
