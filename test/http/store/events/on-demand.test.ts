import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Webhook } from "standardwebhooks"
import { EventDeliveries } from "../../../../http/ports/event-deliveries.ts"
import { Events } from "../../../../http/ports/events.ts"
import { adjustDatabaseTime } from "../../../support/database-clock.ts"
import {
  deliver,
  eventsOf,
  layerTestEvents,
  makeListener,
  numbersOf,
  tellMany,
  until,
  untilEvents,
  untilTried,
} from "./layer.ts"
import { openReceiver } from "./receiver.ts"

layer(layerTestEvents, { excludeTestServices: true })("endpoints of events", (it) => {
  describe("a secret that is rotated", () => {
    it.effect("signs beside the new one for a day", () =>
      Effect.gen(function* () {
        const receiver = yield* openReceiver
        const listener = yield* makeListener(receiver.url("/rotated"))
        const events = yield* Events
        const { secret } = yield* events.rotate(listener.owner, listener.endpointId)
        yield* deliver()
        yield* tellMany(listener, 1)
        yield* until(() => receiver.got.length === 1)
        const fresh = new Webhook(Redacted.value(secret))
        const [first] = receiver.got
        expect(first?.headers["webhook-signature"]?.split(" ")).toHaveLength(2)
        for (const webhook of [fresh, new Webhook(listener.secret)]) {
          expect(webhook.verify(first?.body ?? "", first?.headers ?? {})).toBeTruthy()
        }
        yield* adjustDatabaseTime(86_400_000)
        yield* tellMany(listener, 1, 2)
        yield* until(() => receiver.got.length === 2)
        const [, second] = receiver.got
        expect(fresh.verify(second?.body ?? "", second?.headers ?? {})).toBeTruthy()
        expect(() =>
          new Webhook(listener.secret).verify(second?.body ?? "", second?.headers ?? {}),
        ).toThrow()
      }),
    )
  })

  describe("that is paused", () => {
    it.effect("is told nothing but pings, and then what has waited, in order", () =>
      Effect.gen(function* () {
        const receiver = yield* openReceiver
        const listener = yield* makeListener(receiver.url("/paused"), ["sale.validated"])
        const other = yield* makeListener(receiver.url("/beside"), [], listener.seller)
        const events = yield* Events
        const standing = Effect.map(events.endpoints(listener.owner), (all) =>
          all.find(({ endpointId }) => endpointId === listener.endpointId),
        )
        expect(yield* standing).toMatchObject({ triedAt: null, lastOutcome: null, pausedAt: null })
        yield* events.update(listener.owner, listener.endpointId, { paused: true })
        yield* deliver()
        yield* tellMany(listener, 3)
        yield* until(() => numbersOf(receiver.got, "/beside").length === 3)
        yield* events.ping(listener.owner, listener.endpointId)
        yield* until(() => receiver.got.some(({ path }) => path === "/paused"))
        yield* tellMany(other, 1, 4)
        yield* until(() => numbersOf(receiver.got, "/beside").length === 4)
        expect(receiver.got.filter(({ path }) => path === "/paused")).toHaveLength(1)
        expect(yield* standing).toMatchObject({ waiting: 4, lastOutcome: "delivered" })
        yield* events.update(listener.owner, listener.endpointId, { paused: false })
        yield* until(() => receiver.got.filter(({ path }) => path === "/paused").length === 5)
        const sent = receiver.got.filter(({ path }) => path === "/paused").slice(1)
        expect(numbersOf(sent, "/paused")).toEqual([1, 2, 3, 4])
      }),
    )
  })

  describe("on demand", () => {
    it.effect("a ping comes before what has waited for longer", () =>
      Effect.gen(function* () {
        const receiver = yield* openReceiver
        const listener = yield* makeListener(receiver.url("/pinged"))
        yield* tellMany(listener, 2)
        const id = yield* (yield* Events).ping(listener.owner, listener.endpointId)
        yield* deliver()
        yield* until(() => receiver.got.length === 3)
        expect(receiver.got.map(({ headers }) => headers["webhook-id"]).indexOf(id)).toBe(0)
        expect(numbersOf(receiver.got.slice(1), "/pinged")).toEqual([1, 2])
      }),
    )

    it.effect("a ping wakes an endpoint that had failed, before what waits for it", () =>
      Effect.gen(function* () {
        const receiver = yield* openReceiver
        receiver.behaviours.set("/woken", (answer) => answer.writeHead(500).end())
        const listener = yield* makeListener(receiver.url("/woken"))
        yield* deliver()
        yield* tellMany(listener, 2)
        yield* untilTried(listener, 1)
        receiver.behaviours.clear()
        const id = yield* (yield* Events).ping(listener.owner, listener.endpointId)
        yield* until(() => receiver.got.length === 4)
        expect(receiver.got.map(({ headers }) => headers["webhook-id"]).indexOf(id)).toBe(1)
        expect(numbersOf(receiver.got.slice(2), "/woken")).toEqual([1, 2])
      }),
    )

    it.effect("an event is sent again under its id", () =>
      Effect.gen(function* () {
        const receiver = yield* openReceiver
        const listener = yield* makeListener(receiver.url("/again"))
        yield* deliver()
        yield* tellMany(listener, 1)
        yield* until(() => receiver.got.length === 1)
        yield* untilEvents(listener, ([event]) => event?.deliveries[0]?.state === "delivered")
        const events = yield* Events
        const [event] = yield* eventsOf(listener)
        expect(yield* events.resend(listener.owner, event?.id ?? "")).toBe(1)
        yield* until(() => receiver.got.length === 2)
        expect(new Set(receiver.got.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
        expect(receiver.got[1]?.body).toBe(receiver.got[0]?.body)
      }),
    )

    it.effect("nothing of another account is pinged, sent again, rotated or removed", () =>
      Effect.gen(function* () {
        const own = yield* makeListener("http://127.0.0.1:65535/")
        const other = yield* makeListener("http://127.0.0.1:65535/")
        yield* tellMany(own, 1)
        const [event] = yield* eventsOf(own)
        const events = yield* Events
        const refusals = yield* Effect.all([
          Effect.flip(events.ping(other.owner, own.endpointId)),
          Effect.flip(events.rotate(other.owner, own.endpointId)),
          Effect.flip(events.remove(other.owner, own.endpointId)),
          Effect.flip(events.resend(other.owner, event?.id ?? "")),
          Effect.flip(events.ping({ ...own.owner, mode: "sandbox" }, own.endpointId)),
        ])
        expect(refusals.map(({ _tag }) => _tag)).toEqual([
          "EndpointNotFound",
          "EndpointNotFound",
          "EndpointNotFound",
          "EventNotFound",
          "EndpointNotFound",
        ])
      }),
    )
  })

  describe("a lease", () => {
    it.effect("that was lost settles nothing", () =>
      Effect.gen(function* () {
        const listener = yield* makeListener("http://127.0.0.1:65535/")
        yield* tellMany(listener, 1)
        const deliveries = yield* EventDeliveries
        const wish = { sound: 100, failing: 0, except: [] }
        const own = ({ endpointId }: { readonly endpointId: string }) =>
          endpointId === listener.endpointId
        const first = (yield* deliveries.claim(wish)).find(own)
        const due = first && (yield* deliveries.next(first))
        expect((yield* deliveries.claim(wish)).find(own)).toBeUndefined()
        yield* adjustDatabaseTime(31_000)
        const second = (yield* deliveries.claim(wish)).find(own)
        if (first === undefined || second === undefined || due === undefined) {
          return expect.unreachable("nothing was claimed")
        }
        const attempt = {
          outcome: "delivered" as const,
          status: 200,
          answer: "",
          durationMs: 1,
          retryInMs: null,
        }
        expect(yield* deliveries.next(first)).toBeUndefined()
        expect(yield* deliveries.settle(first, due, attempt)).toBe(false)
        expect(yield* deliveries.settle(second, due, attempt)).toBe(true)
        yield* deliveries.release(second)
      }),
    )
  })

  // Last, as it moves the clock far ahead.
  describe("that stays paused", () => {
    it.effect("keeps what waits for it for thirty days, and no longer", () =>
      Effect.gen(function* () {
        const listener = yield* makeListener("https://partner.example/hooks")
        const events = yield* Events
        const { upkeep } = yield* EventDeliveries
        yield* events.update(listener.owner, listener.endpointId, { paused: true })
        yield* tellMany(listener, 1)
        yield* adjustDatabaseTime(29 * 86_400_000)
        yield* upkeep
        expect((yield* eventsOf(listener))[0]?.deliveries).toMatchObject([{ state: "waiting" }])
        yield* adjustDatabaseTime(2 * 86_400_000)
        yield* upkeep
        expect(yield* eventsOf(listener)).toEqual([])
      }),
    )
  })
})
