import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { EventType } from "../../../../rules/events/event-policy.ts"
import { deliverWith, deliveryPolicy } from "../../../../http/outside/events/deliver-loop.ts"
import { makePostEvent } from "../../../../http/outside/events/post-event.ts"
import { makeNodeClient } from "../../../../http/outside/guard/node-client.ts"
import { EventAddresses } from "../../../../http/ports/event-deliveries.ts"
import { type EventOwner, Events, type ToldEvent } from "../../../../http/ports/events.ts"
import { layerEventDeliveries, layerEvents } from "../../../../http/store/events/layer.ts"
import { tellEvents } from "../../../../http/store/events/store.ts"
import { eventually } from "../../../support/eventually.ts"
import { layerTestSales, makeReporter, type TestReporter } from "../sales/layer.ts"

/** Events over sales and accounts on a database whose clock can be set; any address will do. */
export const layerTestEvents = Layer.merge(layerEvents, layerEventDeliveries).pipe(
  Layer.provideMerge(Layer.succeed(EventAddresses, { check: () => Effect.void })),
  Layer.provideMerge(layerTestSales),
)

/** Looks often, and waits for no receiver longer than it must. */
export const quickPolicy = {
  ...deliveryPolicy,
  everyMs: 20,
  timeoutMs: 400,
  bodyTimeoutMs: 200,
  stopMs: 200,
}

/** Delivers until the scope closes, to this machine too unless told otherwise. */
export const deliver = (policy = quickPolicy, allowPrivate = true) =>
  Effect.gen(function* () {
    const client = yield* makeNodeClient({ allowPrivate, socketsMax: 8 })
    yield* deliverWith(makePostEvent(client, policy), policy)
  })

/** An account with an endpoint at an address. */
export const makeListener = Effect.fn(function* (
  url: string,
  types: ReadonlyArray<EventType> = [],
  account?: TestReporter,
) {
  const seller = account ?? (yield* makeReporter)
  const { partnerCode, partnerId } = seller.reporter
  const made = yield* (yield* Events).create({ partnerCode, mode: "live", url, types })
  return {
    seller,
    partnerId,
    owner: { partnerCode, mode: "live" as const },
    endpointId: made.endpointId,
    secret: Redacted.value(made.secret),
  }
})

/** An account with an endpoint. */
export type Listener = Effect.Success<ReturnType<typeof makeListener>>

/** Tells an account of so many things, one after the other, numbered from 1. */
export const tellMany = Effect.fn(function* ({ partnerId }: Listener, count: number, from = 1) {
  const sql = yield* SqlClient.SqlClient
  for (let number = from; number < from + count; number += 1) {
    yield* tellEvents(sql, [
      {
        partnerId,
        mode: "live",
        type: "sale.validated",
        once: `test:${number}`,
        data: { number },
      },
    ])
  }
})

/** The numbers of things that an account was told, in the order in which they came. */
export const numbersOf = (
  got: ReadonlyArray<{ readonly path: string; readonly body: string }>,
  path: string,
): ReadonlyArray<number> =>
  got
    .filter((one) => one.path === path)
    .map(({ body }) => (JSON.parse(body) as { data: { number: number } }).data.number)

/** Waits until something is so; a test that waits in vain fails. */
export const until = (isSo: () => boolean) =>
  Effect.map(
    Effect.promise(() => eventually(isSo, 8_000)),
    (isReached) => expect(isReached).toBe(true),
  )

/** What an account lists of its events. */
export const eventsOf = ({ owner }: Listener) =>
  Effect.flatMap(Events, (events) => events.list({ ...owner, limit: 50 })).pipe(
    Effect.map(({ events }) => events),
  )

/** The bodies that an account was told, the newest first. */
export const bodiesOf = (listener: { readonly owner: EventOwner }) =>
  Effect.flatMap(Events, (events) => events.list({ ...listener.owner, limit: 50 })).pipe(
    Effect.map(({ events }) =>
      events.map(({ body }) => JSON.parse(body) as { type: string; data: unknown }),
    ),
  )

/** Waits until what an account lists is so. */
export const untilEvents = (
  listener: Listener,
  isSo: (events: ReadonlyArray<ToldEvent>) => boolean,
) =>
  Effect.gen(function* () {
    for (;;) {
      if (isSo(yield* eventsOf(listener))) return
      yield* Effect.sleep("20 millis")
    }
  }).pipe(Effect.timeout("8 seconds"))

/** Waits until the oldest event of a listener was tried so many times. */
export const untilTried = (listener: Listener, attempts: number) =>
  untilEvents(listener, (events) => events.at(-1)?.deliveries[0]?.attempts.length === attempts)
