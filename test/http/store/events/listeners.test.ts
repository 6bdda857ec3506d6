import { assert, describe, expect, it, layer as tests } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import {
  listenedAtOnceMax,
  listenedMax,
  listenerEndsAfterSeconds,
  listenersMax,
} from "../../../../rules/events/event-policy.ts"
import { EventDeliveries } from "../../../../http/ports/event-deliveries.ts"
import { EventListeners, type ListenerPoll } from "../../../../http/ports/event-listeners.ts"
import { layerEventListenersBy } from "../../../../http/store/events/listeners-sql.ts"
import { tellEvents } from "../../../../http/store/events/store.ts"
import { times } from "../../../support/long.ts"
import { makeReporter } from "../sales/layer.ts"
import { layerTestEvents } from "./layer.ts"

/** Listeners that look often. */
const layer = layerEventListenersBy({ waitMs: 5_000, everyMs: 10 }).pipe(
  Layer.provideMerge(layerTestEvents),
)

const makeAccount = Effect.map(makeReporter, ({ reporter }) => reporter.partnerId)

const tell = Effect.fn(function* (
  partnerId: string,
  from: number,
  count: number,
  mode: "live" | "sandbox" = "sandbox",
) {
  const sql = yield* SqlClient.SqlClient
  const numbers = Array.from({ length: count }, (_, place) => from + place)
  yield* tellEvents(
    sql,
    numbers.map((number) => ({
      partnerId,
      mode,
      type: "sale.validated",
      once: `told:${mode}:${number}`,
      data: { number },
    })),
  )
})

const poll = (partnerId: string, asked: Partial<ListenerPoll> = {}) =>
  Effect.flatMap(EventListeners, (listeners) =>
    listeners.poll({ partnerId, settled: [], ends: false, ...asked }),
  )

const open = (partnerId: string) => Effect.map(poll(partnerId), ({ listenerId }) => listenerId)

const numberIn = ({ body }: { readonly body: string }): number =>
  (JSON.parse(body) as { data: { number: number } }).data.number

/** A step of an account that has events and listens, however its connections and receivers do. */
const step = fc.oneof(
  fc.record({ tag: fc.constant("tell" as const), count: fc.integer({ min: 1, max: 4 }) }),
  // The answer is lost, so that nothing of it is forwarded.
  fc.record({ tag: fc.constant("lose" as const) }),
  // So many of the answer are taken before the receiver fails.
  fc.record({ tag: fc.constant("take" as const), most: fc.integer({ min: 0, max: 5 }) }),
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const isToldAll = Effect.fn(function* (steps: ReadonlyArray<Step>) {
  const partnerId = yield* makeAccount
  yield* tell(partnerId, -1, 1)
  const listenerId = yield* open(partnerId)
  yield* tell(partnerId, 0, 1, "live")
  let told = 0
  let settled: ReadonlyArray<string> = []
  const forwarded: Array<number> = []
  const listen = Effect.fn(function* (most: number) {
    const { events } = yield* poll(partnerId, { listenerId, settled })
    settled = events.slice(0, most).map(({ id }) => id)
    forwarded.push(...events.slice(0, most).map(numberIn))
  })
  for (const one of steps) {
    if (one.tag === "tell") {
      yield* tell(partnerId, told + 1, one.count)
      told += one.count
    } else if (one.tag === "take") yield* listen(one.most)
    else yield* poll(partnerId, { listenerId, settled })
  }
  yield* listen(listenedAtOnceMax)
  const all = Array.from({ length: told }, (_, place) => place + 1)
  assert.deepStrictEqual(forwarded, all)
  const { events } = yield* poll(partnerId, { listenerId, settled })
  assert.deepStrictEqual(events, [])
})

tests(layer, { excludeTestServices: true })("listeners of sandbox events", (it) => {
  it.effect("get every event since they listen until they settle it, each in its order", () =>
    Effect.gen(function* () {
      const context = yield* Effect.context<
        EventListeners | Layer.Success<typeof layerTestEvents>
      >()
      const property = fc.asyncProperty(fc.array(step, { maxLength: 12 }), (steps) =>
        Effect.runPromiseWith(context)(isToldAll(steps)),
      )
      yield* Effect.promise(() => fc.assert(property, { numRuns: times(8, 200) }))
    }).pipe(Effect.provide(layerEventListenersBy({ waitMs: 5, everyMs: 5 }))),
  )

  it.effect("are told at once of what happens while they wait", () =>
    Effect.gen(function* () {
      const partnerId = yield* makeAccount
      const listenerId = yield* open(partnerId)
      const waiting = yield* Effect.forkChild(poll(partnerId, { listenerId }))
      yield* Effect.sleep("40 millis")
      yield* tell(partnerId, 1, 2)
      const { events } = yield* Fiber.join(waiting)
      expect(events.map(numberIn)[0]).toBe(1)
      for (const { at, body, id, type } of events) {
        expect(JSON.parse(body)).toMatchObject({ id, type, timestamp: at, mode: "sandbox" })
      }
    }),
  )

  it.effect("have one poll at a time: the later one is told", () =>
    Effect.gen(function* () {
      const partnerId = yield* makeAccount
      const listenerId = yield* open(partnerId)
      const first = yield* Effect.forkChild(poll(partnerId, { listenerId }))
      yield* Effect.sleep("30 millis")
      const second = yield* Effect.forkChild(poll(partnerId, { listenerId }))
      expect((yield* Fiber.join(first)).events).toEqual([])
      yield* tell(partnerId, 1, 1)
      expect((yield* Fiber.join(second)).events.map(numberIn)).toEqual([1])
    }),
  )

  it.effect("end their waiting poll in another process when they poll here", () =>
    Effect.gen(function* () {
      const partnerId = yield* makeAccount
      const listenerId = yield* open(partnerId)
      const there = yield* Effect.forkChild(
        poll(partnerId, { listenerId }).pipe(
          Effect.provide(layerEventListenersBy({ waitMs: 60_000, everyMs: 10 })),
        ),
      )
      yield* Effect.sleep("60 millis")
      yield* poll(partnerId, { listenerId, ends: true })
      expect((yield* Fiber.join(there)).events).toEqual([])
    }),
  )

  it.effect("wait no more once the process takes its leave", () =>
    Effect.gen(function* () {
      const partnerId = yield* makeAccount
      const listenerId = yield* open(partnerId)
      const listeners = yield* EventListeners
      const waiting = yield* Effect.forkChild(
        listeners.poll({ partnerId, listenerId, settled: [], ends: false }),
      )
      yield* Effect.sleep("60 millis")
      listeners.takeLeave()
      expect((yield* Fiber.join(waiting)).events).toEqual([])
      const after = yield* listeners.poll({ partnerId, listenerId, settled: [], ends: false })
      expect(after.events).toEqual([])
    }).pipe(Effect.provide(layerEventListenersBy({ waitMs: 60_000, everyMs: 10 }))),
  )

  it.effect("are of one account, and those that have ended are of none", () =>
    Effect.gen(function* () {
      const [own, other] = [yield* makeAccount, yield* makeAccount]
      const listenerId = yield* open(own)
      const ask = (partnerId: string, id: string) =>
        Effect.map(Effect.flip(poll(partnerId, { listenerId: id })), ({ _tag }) => _tag)
      expect(yield* ask(other, listenerId)).toBe("ListenerNotFound")
      expect(yield* ask(own, "el_\0")).toBe("ListenerNotFound")
      yield* poll(own, { listenerId, ends: true })
      expect(yield* ask(own, listenerId)).toBe("ListenerNotFound")
    }),
  )

  it.effect(
    "are bounded: how many there are, what is kept for each, and what one answer takes",
    () =>
      Effect.gen(function* () {
        const partnerId = yield* makeAccount
        const ids = yield* Effect.forEach(Array.from({ length: listenersMax }), () =>
          open(partnerId),
        )
        expect((yield* Effect.flip(open(partnerId)))._tag).toBe("TooManyListeners")
        const [listenerId = ""] = ids
        yield* tell(partnerId, 1, listenedMax - 1)
        expect((yield* poll(partnerId, { listenerId })).isFull).toBe(false)
        yield* tell(partnerId, listenedMax, 2)
        const { events, isFull } = yield* poll(partnerId, { listenerId })
        expect([events.length, isFull]).toEqual([listenedAtOnceMax, true])
        const sql = yield* SqlClient.SqlClient
        const kept = yield* sql`select count(*)::int as count from event_listening
        where listener_id = ${listenerId}`
        expect(kept).toEqual([{ count: listenedMax }])
        yield* sql`update event set body = ${`{"data":{"number":1,"text":"${"x".repeat(6_000)}"}}`}
        where number in (select event_number from event_listening where listener_id = ${listenerId})`
        expect((yield* poll(partnerId, { listenerId })).events.length).toBe(43)
      }),
  )

  it.effect("end some minutes after their last poll, with all that waits for them", () =>
    Effect.gen(function* () {
      const partnerId = yield* makeAccount
      const sql = yield* SqlClient.SqlClient
      const { upkeep } = yield* EventDeliveries
      const [gone, kept] = [yield* open(partnerId), yield* open(partnerId)]
      yield* tell(partnerId, 1, 1)
      yield* sql`update event_listener
        set polled_at = clock_timestamp() - make_interval(secs => ${listenerEndsAfterSeconds + 1}::float8)
        where id = ${gone}`
      yield* upkeep
      const left = yield* sql<{ readonly id: string }>`select listener_id as id from event_listening
        where listener_id in (${gone}, ${kept})`
      expect(left.map(({ id }) => id)).toEqual([kept])
      expect((yield* Effect.flip(poll(partnerId, { listenerId: gone })))._tag).toBe(
        "ListenerNotFound",
      )
    }),
  )
})

describe("the wait of a poll", () => {
  it("is shorter than proxies wait for an answer", async () => {
    const { listenerPolicy } = await import("../../../../http/store/events/listeners-sql.ts")
    assert.isBelow(listenerPolicy.waitMs, 30_000)
  })
})
