import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import { Partners } from "../../../../http/ports/partners.ts"
import { QuoteTokens } from "../../../../http/store/links/session-links.ts"
import type { LinkAddress } from "../../../../http/ports/link-targets.ts"
import { makeLinkTargets } from "../../../../http/store/clicks/clicks.ts"
import { parseQuoteToken } from "../../../../rules/links/link-code.ts"
import { whileHeld } from "../../../support/while-held.ts"
import { layerTestAccounts } from "../accounts/layer.ts"
import { makeRecordedLog } from "../../outside/guard/recorded-log.ts"

/** Quotes of addresses under the master key of the tests' accounts. */
const layerTokens = Layer.provideMerge(QuoteTokens.layer, layerTestAccounts)

/** A new account's link with a subscription `q_<code>` in French, for which offer 7 was clicked. */
const makeLink = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { issue } = yield* QuoteTokens
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
  const bare: LinkAddress = { code, quote: null, offerId: null }
  const quoteRef = `q_${code}`
  /** An address as it was before there were MACs. */
  const old: LinkAddress = { ...bare, quote: { quoteRef, mac: null, language: null } }
  /** An address as `/links` gives it. */
  const minted = (named: {
    readonly offerId: number | null
    readonly quoteRef?: string
    readonly language?: null
  }) => {
    const quote = parseQuoteToken(issue({ code, quoteRef, language: "fr", ...named }))
    return { code, quote: quote ?? null, offerId: named.offerId }
  }
  const form = { _tag: "Form", ref: `${name}-${code}` } as const
  const quote = { _tag: "Quote", quoteRef, language: "fr" } as const
  return { code, quoteRef, bare, old, minted, form, quote }
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

layer(layerTokens)("link targets", (it) => {
  describe("what was seen", () => {
    it.effect("is a link for ever: it is found without asking", () =>
      Effect.gen(function* () {
        const link = yield* makeLink
        const { asked, find } = yield* makeCounted
        for (const address of [link.bare, link.bare, { ...link.bare, offerId: 7 }]) {
          expect(yield* find(address)).toEqual(link.form)
        }
        expect(asked.times).toBe(1)
        expect(yield* find(link.old)).toEqual({ ...link.quote, offerId: null })
        expect(asked.times).toBe(2)
      }),
    )

    it.effect("is no unknown code", () =>
      Effect.gen(function* () {
        const { asked, find } = yield* makeCounted
        const unknown = { code: "nobody99", quote: null, offerId: null }
        expect(yield* find(unknown)).toBeUndefined()
        expect(yield* find(unknown)).toBeUndefined()
        expect(asked.times).toBe(2)
      }),
    )
  })

  describe("a database that answers", () => {
    it.effect("is asked for what an address proves too, and has the last word", () =>
      Effect.gen(function* () {
        const link = yield* makeLink
        const { find } = yield* makeCounted
        const { issue } = yield* QuoteTokens
        expect(yield* find(link.minted({ offerId: 7 }))).toEqual({ ...link.quote, offerId: 7 })
        expect(yield* find(link.minted({ offerId: 8 }))).toEqual({ ...link.quote, offerId: null })
        expect(yield* find(link.minted({ offerId: null, quoteRef: "q_gone" }))).toEqual(link.form)
        const gone = { code: "nobody99", quoteRef: link.quoteRef, offerId: null, language: null }
        const quote = parseQuoteToken(issue(gone)) ?? null
        expect(yield* find({ code: gone.code, quote, offerId: null })).toBeUndefined()
      }),
    )

    it.effect("leads on as before where an address proves nothing", () =>
      Effect.gen(function* () {
        const link = yield* makeLink
        const { find } = yield* makeCounted
        const { quote } = link.minted({ offerId: 7 })
        for (const mac of [null, "A", "A".repeat(22), quote?.mac?.slice(0, -1) ?? ""]) {
          const address = { ...link.old, quote: { quoteRef: link.quoteRef, mac, language: null } }
          expect(yield* find(address)).toEqual({ ...link.quote, offerId: null })
          expect(yield* find({ ...address, offerId: 7 })).toEqual({ ...link.quote, offerId: 7 })
        }
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
              Effect.forkChild(find(link.old), { startImmediately: true }),
            )
            const [leaving, ...staying] = waiting
            if (leaving !== undefined) yield* Fiber.interrupt(leaving)
            return staying
          }),
        )
        const targets = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
        expect(targets).toEqual(targets.map(() => ({ ...link.quote, offerId: null })))
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
            const fiber = yield* Effect.forkChild(Effect.flip(find(link.old)), {
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
        expect(yield* find(link.old)).toMatchObject({ quoteRef: link.quoteRef })
        expect(asked.times).toBe(2)
      }).pipe(Effect.provide(layerLog))
    })

    it.effect("is waited for half a second for an address that proves its quote", () =>
      Effect.gen(function* () {
        const link = yield* makeLink
        const { find } = yield* makeCounted
        yield* whileStuck(
          Effect.gen(function* () {
            const fiber = yield* Effect.forkChild(find(link.minted({ offerId: 7 })), {
              startImmediately: true,
            })
            yield* TestClock.adjust("499 millis")
            expect(fiber.pollUnsafe()).toBeUndefined()
            yield* TestClock.adjust("1 millis")
            const proven = { ...link.quote, offerId: 7 }
            expect(yield* Fiber.join(fiber)).toEqual(proven)
          }),
        )
      }),
    )

    it.effect("leaves an address the quote that it proves, and one that does not the form", () =>
      Effect.gen(function* () {
        const link = yield* makeLink
        const other = yield* makeLink
        const { find } = yield* makeCounted
        yield* find(link.bare)
        const withOffer = link.minted({ offerId: 7 })
        const list = link.minted({ offerId: null })
        const ofBefore = link.minted({ offerId: 7, language: null })
        const addresses = [
          [withOffer, { ...link.quote, offerId: 7 }],
          [list, { ...link.quote, offerId: null }],
          [ofBefore, { ...link.quote, language: null, offerId: 7 }],
          [
            { ...withOffer, quote: withOffer.quote && { ...withOffer.quote, language: "en" } },
            link.form,
          ],
          [link.old, link.form],
          [{ ...withOffer, offerId: 9 }, link.form],
          [{ ...withOffer, offerId: null }, link.form],
          [{ ...list, offerId: 7 }, link.form],
          [{ ...withOffer, quote: list.quote }, link.form],
          [{ ...other.minted({ offerId: 7 }), code: link.code }, link.form],
        ] as const
        const found = yield* whileStuck(
          Effect.gen(function* () {
            const fibers = yield* Effect.forEach(addresses, ([address]) =>
              Effect.forkChild(find(address), { startImmediately: true }),
            )
            yield* TestClock.adjust("1 second")
            return yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
          }),
        )
        expect(found).toEqual(addresses.map(([, target]) => target))
      }),
    )
  })
})
