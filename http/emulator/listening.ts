import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { KeyMode } from "../../rules/accounts/partner.ts"
import { eventTypes, readEventTypes } from "../../rules/events/event-policy.ts"
import { Events } from "../ports/events.ts"
import { demoPartnerCode } from "../store/accounts/demo.ts"
import { triggerRefused } from "./triggers/trigger-refused.ts"

/** Where events are to be told. */
export interface ListenWish {
  readonly url: string
  /** Of which keys; those of the sandbox when left out. */
  readonly mode?: KeyMode | undefined
  /** All types when left out, or empty. */
  readonly types?: ReadonlyArray<string> | undefined
}

/** An endpoint that was made, and what it verifies with. */
export interface Listening {
  readonly endpointId: string
  readonly secret: string
  readonly mode: KeyMode
  readonly url: string
  readonly types: ReadonlyArray<string>
}

/**
 * Makes an endpoint of the emulator's account. One at the same address in the same mode goes: who begins
 * again asks for the secret of now.
 */
export const listenTo = Effect.fnUntraced(function* (wish: ListenWish) {
  const { mode = "sandbox", types: wanted = [], url } = wish
  const types = readEventTypes(wanted.join(","))
  if (types === undefined) {
    return yield* triggerRefused({ _tag: "NoEventTypes", types: eventTypes })
  }
  const events = yield* Events
  const owner = { partnerCode: demoPartnerCode, mode }
  for (const endpoint of yield* events.endpoints(owner)) {
    if (endpoint.url === url) yield* events.remove(owner, endpoint.endpointId)
  }
  const made = yield* Effect.catchTag(
    events.create({ ...owner, url, types }),
    "EndpointRefused",
    (refused) =>
      Effect.fail(
        refused.reason === "address" || refused.reason === "port" || refused.reason === "scheme"
          ? triggerRefused({ _tag: "NoAddress", wrong: refused.reason })
          : refused,
      ),
  )
  const { endpointId } = made
  const listening: Listening = { endpointId, secret: Redacted.value(made.secret), mode, url, types }
  return listening
})

const both = { partnerCode: demoPartnerCode, mode: null }

/** The endpoints of the account, and how each does. */
export const listeners = Effect.flatMap(Events, (events) =>
  Effect.map(events.endpoints(both), (endpoints) => ({ endpoints })),
)

/** Takes away the endpoints of an id or an address, in both modes. */
export const stopListening = Effect.fnUntraced(function* (which: string) {
  const events = yield* Events
  const found = (yield* events.endpoints(both)).filter(
    ({ endpointId, url }) => endpointId === which || url === which,
  )
  if (found.length === 0) {
    return yield* triggerRefused({ _tag: "NobodyListensAt", which })
  }
  yield* Effect.forEach(found, ({ endpointId }) => events.remove(both, endpointId))
  return { removed: found.map(({ endpointId }) => endpointId) }
})

/** Has every endpoint of the account sent a ping: the ids of the events by those of the endpoints. */
export const pingAll = Effect.fnUntraced(function* () {
  const events = yield* Events
  const owner = { partnerCode: demoPartnerCode, mode: null }
  const endpoints = yield* events.endpoints(owner)
  if (endpoints.length === 0) {
    return yield* triggerRefused({ _tag: "NobodyListens" })
  }
  const pinged = yield* Effect.forEach(endpoints, ({ endpointId }) =>
    Effect.map(events.ping(owner, endpointId), (eventId) => [endpointId, eventId] as const),
  )
  return Object.fromEntries(pinged)
})
