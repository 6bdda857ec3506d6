import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { EventNotFound } from "../ports/event-errors.ts"
import { type EventDelivery, Events, type ToldEvent } from "../ports/events.ts"
import { layerKeylessOperations } from "../runtime/foundations.ts"
import { endpointArgument, endpointCommand } from "./event-endpoints.ts"
import { partnerFlag } from "../terminal/flags.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { tableText } from "../../core/plain-text.ts"

const eventArgument = Argument.String("eventId").pipe(
  Argument.withDescription("Id of the event: evt_…"),
)

const ownerOf = (partner: string) => ({ partnerCode: partner, mode: null })

/** How many events are listed unless told otherwise, and at most. */
const listed = { usual: 50, maximum: 1_000 } as const

const limitFlag = Flag.Int("limit").pipe(
  Flag.withDescription(`How many events at most; ${listed.usual} when left out`),
  Flag.filter(
    (count) => count >= 1 && count <= listed.maximum,
    (count) => `Expected a number from 1 to ${listed.maximum}, got ${count}`,
  ),
  Flag.withDefault(listed.usual),
)

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
).pipe(Command.withDescription("List what a partner was told, newest first"))

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
).pipe(Command.withDescription("Have an endpoint sent an event `ping`, and tell what it answered"))

const resend = Command.make(
  "resend",
  { eventId: eventArgument, partner: partnerFlag, json: jsonFlag },
  Effect.fn("events resend")(function* ({ eventId, json, partner }) {
    const endpoints = yield* (yield* Events).resend(ownerOf(partner), eventId)
    const told = endpoints === 1 ? "1 endpoint" : `${endpoints} endpoints`
    yield* print(json, { eventId, endpoints }, () => `${eventId} is on its way to ${told}.`)
  }),
).pipe(Command.withDescription("Send an event again to the endpoints that were told of it"))

/** `viatica events …`: what partners are told of by signed webhooks. */
export const eventsCommand = Command.make("events").pipe(
  Command.withSubcommands([
    endpointCommand,
    list.pipe(Command.provide(layerKeylessOperations)),
    show.pipe(Command.provide(layerKeylessOperations)),
    ping.pipe(Command.provide(layerKeylessOperations)),
    resend.pipe(Command.provide(layerKeylessOperations)),
  ]),
)
