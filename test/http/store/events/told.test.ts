import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { EventDeliveries } from "../../../../http/ports/event-deliveries.ts"
import { Events } from "../../../../http/ports/events.ts"
import { Keys } from "../../../../http/ports/keys.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { adjustDatabaseTime } from "../../../support/database-clock.ts"
import { bodiesOf, layerTestEvents, type Listener, makeListener, tellMany } from "./layer.ts"

const nowhere = "https://partner.example/hooks"

/** A live key of an account; none of the road to it is walked. */
const makeKey = Effect.fn(function* ({ owner }: Listener) {
  const sql = yield* SqlClient.SqlClient
  const keys = yield* Keys
  const { keyId } = yield* keys.create({ partnerCode: owner.partnerCode, mode: "sandbox" })
  const liveId = keyId.replace("ak_test_", "ak_live_")
  yield* sql`insert into api_key (key_id, partner_id, mode, scopes, secret_sealed, created_at)
    select ${liveId}, partner_id, 'live', scopes, secret_sealed, created_at from api_key
    where key_id = ${keyId}`
  yield* sql`insert into quota (key_id, reads_limit, writes_limit, burst_limit, day)
    values (${liveId}, 10, 5, 60, 20000)`
  return liveId
})

layer(layerTestEvents)("what accounts are told", (it) => {
  describe("a quota of the day", () => {
    it.effect("is told of once a day, by the charge that uses up four fifths of it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const listener = yield* makeListener(nowhere)
        const keyId = yield* makeKey(listener)
        const use = (reads: number, writes: number, day = 20_000) =>
          sql`update quota set reads_used = ${reads}, writes_used = ${writes}, day = ${day}
            where key_id = ${keyId}`
        yield* use(7, 3)
        expect(yield* bodiesOf(listener)).toEqual([])
        yield* use(8, 3)
        yield* use(7, 3)
        yield* use(9, 4)
        yield* use(10, 5)
        const told = (bucket: string, limit: number, used: number, day: string) =>
          expect.objectContaining({
            type: "quota.nearly_spent",
            data: { keyId, bucket, limit, used, day },
          })
        const first = [told("writes", 5, 4, "2024-10-04"), told("reads", 10, 8, "2024-10-04")]
        expect(yield* bodiesOf(listener)).toEqual(first)
        yield* use(0, 0, 20_001)
        yield* use(10, 0, 20_001)
        expect(yield* bodiesOf(listener)).toEqual([told("reads", 10, 10, "2024-10-05"), ...first])
      }),
    )
  })

  describe("the previous secret of a key", () => {
    it.effect("is told of once, four hours before it ends", () =>
      Effect.gen(function* () {
        const { upkeep } = yield* EventDeliveries
        const listener = yield* makeListener(nowhere)
        const keyId = yield* makeKey(listener)
        const sql = yield* SqlClient.SqlClient
        yield* sql`update api_key set previous_secret_sealed = secret_sealed,
          previous_valid_until = now() + interval '24 hours' where key_id = ${keyId}`
        yield* upkeep
        expect(yield* bodiesOf(listener)).toEqual([])
        yield* adjustDatabaseTime(20 * 3_600_000 + 1_000)
        yield* upkeep
        yield* upkeep
        const told = yield* bodiesOf(listener)
        expect(told).toHaveLength(1)
        expect(told[0]).toMatchObject({ type: "key.secret_ending", data: { keyId } })
      }),
    )
  })

  describe("an endpoint", () => {
    it.effect("is told of what it asks for alone, in its own mode", () =>
      Effect.gen(function* () {
        const listener = yield* makeListener(nowhere, ["key.secret_ending"])
        yield* tellMany(listener, 1)
        expect(yield* bodiesOf(listener)).toEqual([])
        const { owner, seller } = listener
        yield* makeListener(nowhere, ["sale.validated"], seller)
        yield* tellMany(listener, 1)
        const sandbox = { partnerCode: owner.partnerCode, mode: "sandbox" as const }
        expect(yield* bodiesOf(listener)).toHaveLength(1)
        expect(yield* bodiesOf({ owner: sandbox })).toEqual([])
      }),
    )

    it.effect("is one of five of its account in a mode at the most", () =>
      Effect.gen(function* () {
        const first = yield* makeListener(nowhere)
        for (let count = 2; count <= 5; count += 1) yield* makeListener(nowhere, [], first.seller)
        const refused = yield* Effect.flip(makeListener(nowhere, [], first.seller))
        expect(refused).toMatchObject({ _tag: "EndpointRefused", reason: "too_many" })
        const events = yield* Events
        yield* events.remove(first.owner, first.endpointId)
        yield* makeListener(nowhere, [], first.seller)
        expect(yield* events.endpoints(first.owner)).toHaveLength(5)
      }),
    )

    it.effect("that is removed takes what waits for it along", () =>
      Effect.gen(function* () {
        const listener = yield* makeListener(nowhere)
        yield* tellMany(listener, 1)
        const events = yield* Events
        yield* events.remove(listener.owner, listener.endpointId)
        const { events: told } = yield* events.list({ ...listener.owner, limit: 1 })
        expect(told[0]?.deliveries[0]?.state).toBe("given_up")
        const unknown = yield* Effect.flip(events.resend(listener.owner, told[0]?.id ?? ""))
        expect(unknown._tag).toBe("EventNotFound")
      }),
    )
  })

  describe("events that are old", () => {
    it.effect("are forgotten after 30 days, unless they wait", () =>
      Effect.gen(function* () {
        const listener = yield* makeListener(nowhere)
        yield* tellMany(listener, 1)
        yield* (yield* Partners).suspend(listener.owner.partnerCode, "unpaid")
        const { upkeep } = yield* EventDeliveries
        yield* adjustDatabaseTime(31 * 86_400_000)
        yield* upkeep
        expect(yield* bodiesOf(listener)).toMatchObject([
          { type: "account.suspended", data: { reason: "unpaid" } },
          { type: "sale.validated" },
        ])
        yield* (yield* Events).remove(listener.owner, listener.endpointId)
        yield* upkeep
        expect(yield* bodiesOf(listener)).toEqual([])
      }),
    )
  })

  describe("lists", () => {
    it.effect("come in pages, the newest first", () =>
      Effect.gen(function* () {
        const listener = yield* makeListener(nowhere)
        yield* tellMany(listener, 3)
        const events = yield* Events
        const first = yield* events.list({ ...listener.owner, limit: 2 })
        const second = yield* events.list({
          ...listener.owner,
          limit: 2,
          ...(first.next === null ? {} : { before: first.next }),
        })
        const numbers = [...first.events, ...second.events].map(
          ({ body }) => (JSON.parse(body) as { data: { number: number } }).data.number,
        )
        expect(numbers).toEqual([3, 2, 1])
        expect(second.next).toBeNull()
      }),
    )
  })
})
