import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { eventTypes, readEventTypes } from "../../rules/events/event-types.ts"
import { type EndpointChange, type EventEndpoint, Events } from "../ports/events.ts"
import { layerKeylessOperations, layerOperations } from "../runtime/foundations.ts"
import { modeFlag, partnerFlag } from "../terminal/flags.ts"
import { asOperator } from "./operator.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { recordText, tableText } from "../../core/plain-text.ts"

/** The endpoint that a command is about. */
export const endpointArgument = Argument.String("endpointId").pipe(
  Argument.withDescription("Id of the endpoint: we_…"),
)

const urlFlag = Flag.String("url").pipe(
  Flag.withDescription("The https address that events are posted to"),
)

/** The types that an endpoint is told of. */
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

const onceNote = "The secret is shown this once: store it now."

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
).pipe(Command.withDescription("Remove an endpoint; what waits for it is given up"))

/** Changes an endpoint, and tells how it stands. */
const changed = Effect.fnUntraced(function* (
  partner: string,
  endpointId: string,
  change: EndpointChange,
  json: boolean,
) {
  const owner = { partnerCode: partner, mode: null }
  const endpoint = yield* asOperator((yield* Events).update(owner, endpointId, change))
  yield* print(json, endpoint, () => tableText(header, [rowOf(endpoint)]))
})

const named = { endpointId: endpointArgument, partner: partnerFlag, json: jsonFlag }

const pause = Command.make(
  "pause",
  named,
  Effect.fn("events endpoint pause")(function* ({ endpointId, json, partner }) {
    yield* changed(partner, endpointId, { paused: true }, json)
  }),
).pipe(
  Command.withDescription("Have an endpoint told nothing but pings; what happens meanwhile waits"),
)

const resume = Command.make(
  "resume",
  named,
  Effect.fn("events endpoint resume")(function* ({ endpointId, json, partner }) {
    yield* changed(partner, endpointId, { paused: false }, json)
  }),
).pipe(
  Command.withDescription("Have a paused endpoint told what waits, in order, and all that comes"),
)

const choose = Command.make(
  "choose",
  { ...named, types: typesFlag },
  Effect.fn("events endpoint choose")(function* ({ endpointId, json, partner, types }) {
    yield* changed(partner, endpointId, { types }, json)
  }),
).pipe(Command.withDescription("Choose which types an endpoint is told from now on"))

const header = [
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

const list = Command.make(
  "list",
  { partner: partnerFlag, json: jsonFlag },
  Effect.fn("events endpoint list")(function* ({ json, partner }) {
    const found = yield* (yield* Events).endpoints({ partnerCode: partner, mode: null })
    yield* print(json, found, () => tableText(header, found.map(rowOf)))
  }),
).pipe(Command.withDescription("List the endpoints of a partner and how they do"))

/** `viatica events endpoint …`: where partners are told of events. */
export const endpointCommand = Command.make("endpoint").pipe(
  Command.withDescription("Manage where a partner is told of events"),
  Command.withSubcommands([
    create.pipe(Command.provide(layerOperations)),
    rotate.pipe(Command.provide(layerOperations)),
    pause.pipe(Command.provide(layerKeylessOperations)),
    resume.pipe(Command.provide(layerKeylessOperations)),
    choose.pipe(Command.provide(layerKeylessOperations)),
    remove.pipe(Command.provide(layerKeylessOperations)),
    list.pipe(Command.provide(layerKeylessOperations)),
  ]),
)
