import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import { Partners } from "../../../http/accounts/partners.ts"
import { makeLinkTargets } from "../../../http/redirects/link-targets-sql.ts"
import { whileHeld } from "../../support/while-held.ts"
import { layerTestAccounts } from "../accounts/layer.ts"
import { makeRecordedLog } from "../outgoing/recorded-log.ts"

/** A new account's link with a subscription `q_<code>` in French, for which offer 7 was clicked. */
const makeLink = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const code = crypto.randomUUID().slice(0, 8)
  const name = `p${code}`
  yield* (yield* Partners).create({ code: name, name })
  yield* sql`
    insert into tracked_link (partner_id, code, created_at)
    select id, ${code}, now() from partner where code = ${name}`
  yield* sql`
    insert into subscription
      (id, quote_ref, link_id, trip_sealed, language, offer_ids, created_at, changed_at)
    select ${`sub_${code}`}, ${`q_${code}`}, id, ''::bytea, 'fr', '{7}', now(), now()
    from tracked_link where code = ${code}`
  const bare = { code, quoteRef: null, offerId: null }
  return { code, ref: `${name}-${code}`, bare, quote: { ...bare, quoteRef: `q_${code}` } }
})

/** Targets that count how often they ask the database. */
const makeCounted = Effect.gen(function* () {
  const asked = { times: 0 }
  const sql = new Proxy(yield* SqlClient.SqlClient, {
    apply: (client, self, parameters) => {
      asked.times += 1
      return Reflect.apply(client, self, parameters)
    },
  })
  const { find } = yield* Effect.provideService(makeLinkTargets, SqlClient.SqlClient, sql)
  return { asked, find }
})

/** Runs an effect while every question about links waits in the database. */
const whileStuck = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  whileHeld((sql) => sql`lock table tracked_link in access exclusive mode`, effect)

layer(layerTestAccounts)("link targets", (it) => {
  describe("what was seen", () => {
    it.effect("is a link for ever: it is found without asking", () =>
      Effect.gen(function* () {
        const link = yield* makeLink
        const { asked, find } = yield* makeCounted
        const first = yield* find(link.bare)
        expect(first).toMatchObject({ ref: link.ref, quote: null })
        expect(yield* find(link.bare)).toEqual(first)
        expect(yield* find({ ...link.bare, offerId: 7 })).toEqual(first)
        expect(asked.times).toBe(1)
        expect(yield* find(link.quote)).toMatchObject({ quote: { language: "fr" } })
        expect(asked.times).toBe(2)
      }),
    )

    it.effect("is no unknown code", () =>
      Effect.gen(function* () {
        const { asked, find } = yield* makeCounted
        const unknown = { code: "nobody99", quoteRef: null, offerId: null }
        expect(yield* find(unknown)).toBeUndefined()
        expect(yield* find(unknown)).toBeUndefined()
        expect(asked.times).toBe(2)
      }),
    )
  })

  describe("equal questions", () => {
    it.effect("that come together are one, whoever leaves meanwhile", () =>
      Effect.gen(function* () {
        const link = yield* makeLink
        const { asked, find } = yield* makeCounted
        const fibers = yield* whileStuck(
          Effect.gen(function* () {
            const waiting = yield* Effect.forEach(Array.from({ length: 20 }), () =>
              Effect.forkChild(find(link.quote), { startImmediately: true }),
            )
            const [leaving, ...staying] = waiting
            if (leaving !== undefined) yield* Fiber.interrupt(leaving)
            return staying
          }),
        )
        const targets = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
        expect(new Set(targets.map((target) => target?.quote?.quoteRef))).toEqual(
          new Set([link.quote.quoteRef]),
        )
        expect([targets.length, asked.times]).toEqual([19, 1])
      }),
    )
  })

  describe("a database that does not answer", () => {
    const outage = ["links cannot be looked up"]

    it.effect("is waited for one second for a link that was not seen", () => {
      const { layer: layerLog, lines } = makeRecordedLog()
      return Effect.gen(function* () {
        const link = yield* makeLink
        const { asked, find } = yield* makeCounted
        yield* whileStuck(
          Effect.gen(function* () {
            const fiber = yield* Effect.forkChild(Effect.flip(find(link.quote)), {
              startImmediately: true,
            })
            yield* TestClock.adjust("999 millis")
            expect(fiber.pollUnsafe()).toBeUndefined()
            yield* TestClock.adjust("1 millis")
            expect((yield* Fiber.join(fiber))._tag).toBe("LinkStoreUnavailable")
          }),
        )
        expect(lines.map(({ message }) => message)).toEqual(outage)
        // A later question is a question of its own.
        expect(yield* find(link.quote)).toMatchObject({ ref: link.ref })
        expect(asked.times).toBe(2)
      }).pipe(Effect.provide(layerLog))
    })

    it.effect("is waited for half a second for a subscription that was seen", () =>
      Effect.gen(function* () {
        const link = yield* makeLink
        const { find } = yield* makeCounted
        const before = yield* find({ ...link.quote, offerId: 7 })
        expect(before).toMatchObject({ quote: { offerId: 7 } })
        yield* whileStuck(
          Effect.gen(function* () {
            const fiber = yield* Effect.forkChild(find({ ...link.quote, offerId: 7 }), {
              startImmediately: true,
            })
            yield* TestClock.adjust("499 millis")
            expect(fiber.pollUnsafe()).toBeUndefined()
            yield* TestClock.adjust("1 millis")
            expect(yield* Fiber.join(fiber)).toEqual(before)
          }),
        )
      }),
    )

    it.effect("costs a link that was seen the subscription or the offer that was not", () =>
      Effect.gen(function* () {
        const link = yield* makeLink
        const { find } = yield* makeCounted
        yield* find(link.quote)
        const [strange, other] = yield* whileStuck(
          Effect.gen(function* () {
            const fibers = yield* Effect.forEach(
              [
                { ...link.quote, quoteRef: "q_unseen" },
                { ...link.quote, offerId: 9 },
              ],
              (address) => Effect.forkChild(find(address), { startImmediately: true }),
            )
            yield* TestClock.adjust("1 second")
            return yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
          }),
        )
        expect(strange).toMatchObject({ ref: link.ref, quote: null })
        expect(other).toMatchObject({ quote: { quoteRef: link.quote.quoteRef, offerId: null } })
      }),
    )
  })
})
