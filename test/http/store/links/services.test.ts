import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Actor } from "../../../../http/ports/audit-log.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { layerLinks } from "../../../../http/store/links/layer.ts"
import { Subscriptions } from "../../../../http/store/links/subscriptions.ts"
import { TrackedLinks } from "../../../../http/ports/tracked-links.ts"
import { subscriptionStages } from "../../../../rules/links/link-step.ts"
import { setDatabaseTime } from "../../../support/database-clock.ts"
import { sampleTrip } from "../../../support/sample-trips.ts"
import { layerTestAccounts } from "../accounts/layer.ts"

const layerTestLinks = Layer.provideMerge(layerLinks, layerTestAccounts)

const partner = (code: string) =>
  Effect.asVoid(Effect.flatMap(Partners, ({ create }) => create({ code, name: code })))

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

const audited = (subject: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`select actor, action, details from audit where subject = ${subject} order by id`,
  )

describe("TrackedLinks", () => {
  it.layer(layerTestLinks)((it) => {
    it.effect("begin with one link of a random code, without an audit entry of its own", () =>
      Effect.gen(function* () {
        yield* partner("fresh")
        const links = yield* TrackedLinks
        const [first, ...others] = yield* links.list("fresh")
        expect(others).toEqual([])
        expect(first).toMatchObject({ clicks: 0, archived: false, ref: `fresh-${first?.code}` })
        expect(first?.code).toMatch(/^[A-Za-z0-9]{12}$/)
        expect(yield* audited(`fresh-${first?.code}`)).toEqual([])
        yield* partner("fresher")
        const [second] = yield* links.list("fresher")
        expect(second?.code).not.toBe(first?.code)
      }),
    )

    it.effect("are made under a given code or one of their own, audited with who did it", () =>
      Effect.gen(function* () {
        yield* partner("maker")
        const links = yield* TrackedLinks
        const given = { partnerCode: "maker", code: "SPRING27" }
        const createdAt = "2031-05-01T12:00:00.123Z"
        yield* setDatabaseTime(Date.parse(createdAt))
        const made = yield* Effect.provideService(links.create(given), Actor, "ops")
        expect(made).toEqual({
          code: "SPRING27",
          ref: "maker-SPRING27",
          clicks: 0,
          archived: false,
          createdAt,
        })
        const own = yield* links.create({ partnerCode: "maker" })
        expect(own.code).toMatch(/^[A-Za-z0-9]{12}$/)
        expect((yield* links.list("maker")).slice(1)).toEqual([made, own])
        expect(yield* audited("maker-SPRING27")).toEqual([
          {
            actor: "ops",
            action: "link.create",
            details: { partner: "maker", code: "SPRING27" },
          },
        ])
      }),
    )

    it.effect("are unique over all accounts by case, of 4 to 32 letters and digits", () =>
      Effect.gen(function* () {
        yield* partner("one")
        yield* partner("two")
        const { create } = yield* TrackedLinks
        for (const code of ["Ab12", "z".repeat(32), "ab12"])
          yield* create({ partnerCode: "one", code })
        for (const partnerCode of ["one", "two"]) {
          expect(yield* tagOf(create({ partnerCode, code: "Ab12" }))).toBe("LinkExists")
        }
        for (const code of ["Ab1", "z".repeat(33), "a-b-c", "été27", "", "abcd\u0000"]) {
          expect(yield* tagOf(create({ partnerCode: "one", code }))).toBe("BadLinkCode")
        }
        expect(yield* tagOf(create({ partnerCode: "none", code: "!" }))).toBe("BadLinkCode")
        expect(yield* tagOf(create({ partnerCode: "none", code: "Free1" }))).toBe("PartnerNotFound")
      }),
    )

    it.effect("are archived once: a second time answers the same and is not audited", () =>
      Effect.gen(function* () {
        yield* partner("keeper")
        yield* partner("stranger")
        const { archive, create, find, list } = yield* TrackedLinks
        const link = { partnerCode: "keeper", code: "OLD2020" }
        const made = yield* create(link)
        const done = yield* archive(link)
        expect(done).toEqual({ ...made, archived: true })
        expect(yield* archive(link)).toEqual(done)
        expect((yield* list("keeper")).at(-1)).toEqual(done)
        expect((yield* audited("keeper-OLD2020")).map(({ action }) => action)).toEqual([
          "link.create",
          "link.archive",
        ])
        const found = yield* find("OLD2020")
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`select code from partner where id = ${found?.partnerId}`).toEqual([
          { code: "keeper" },
        ])
        expect(found?.archived).toBe(true)
        expect(yield* tagOf(create(link))).toBe("LinkExists")
        const foreign = archive({ ...link, partnerCode: "stranger" })
        expect(yield* tagOf(foreign)).toBe("LinkNotFound")
        expect(yield* tagOf(archive({ ...link, code: "nobodys" }))).toBe("LinkNotFound")
        expect(yield* tagOf(archive({ ...link, code: "\u0000" }))).toBe("LinkNotFound")
        expect(yield* tagOf(archive({ ...link, partnerCode: "none" }))).toBe("PartnerNotFound")
      }),
    )

    it.effect("sum their clicks over the days, and find nothing that is no code", () =>
      Effect.gen(function* () {
        yield* partner("busy")
        const sql = yield* SqlClient.SqlClient
        const { create, find, list } = yield* TrackedLinks
        yield* create({ partnerCode: "busy", code: "CLICKS" })
        const found = yield* find("CLICKS")
        expect(typeof found?.id).toBe("bigint")
        yield* sql`insert into link_clicks (link_id, day, clicks)
          values (${found?.id}, 20000, 3), (${found?.id}, 20001, 4)`
        expect((yield* list("busy")).map(({ clicks }) => clicks)).toEqual([0, 7])
        for (const code of ["clicks", "", "\u0000\u0000\u0000\u0000", "CLICKS-"]) {
          expect(yield* find(code)).toBeUndefined()
        }
        expect(yield* tagOf(list("none"))).toBe("PartnerNotFound")
      }),
    )

    it.effect("tell that it is their own store that cannot be used", () =>
      Effect.gen(function* () {
        yield* partner("storeless")
        const sql = yield* SqlClient.SqlClient
        const { archive, create, list } = yield* TrackedLinks
        const link = { partnerCode: "storeless", code: "STORELESS" }
        const away = sql`alter table link_count rename to link_count_away`
        const calls: ReadonlyArray<Effect.Effect<unknown, Error & { readonly _tag: string }>> = [
          create(link),
          archive(link),
          list("storeless"),
        ]
        for (const call of calls) {
          const failure = yield* Effect.flip(sql.withTransaction(Effect.andThen(away, call)))
          expect(failure._tag).toBe("LinkStoreUnavailable")
          expect(failure.message).toMatch(/^The store of links cannot be used: /)
        }
      }),
    )
  })
})

const trip = {
  ...sampleTrip,
  currency: "EUR",
  shouldCoverCancellation: false,
  shouldCoverExtremeSports: false,
  isAnnual: false,
}

const openOne = (name: string) =>
  Effect.gen(function* () {
    yield* partner(name)
    const link = yield* (yield* TrackedLinks).create({ partnerCode: name, code: `${name}1` })
    const found = yield* (yield* TrackedLinks).find(link.code)
    const id = `sub_${name}`
    const draft = { id, quoteRef: `q${name}`, linkId: found?.id ?? 0n, trip, language: "en" }
    yield* setDatabaseTime(1_000)
    yield* (yield* Subscriptions).open({ ...draft, offerId: null })
    return id
  })

describe("Subscriptions", () => {
  it.layer(layerTestLinks)((it) => {
    it.effect("move on to any later stage, stay where they are, and never go back", () =>
      Effect.gen(function* () {
        const { advance, get } = yield* Subscriptions
        for (const [to, stage] of subscriptionStages.entries()) {
          const id = yield* openOne(`stage${to}`)
          const before = yield* get(id)
          yield* setDatabaseTime(2_000)
          const moved = yield* advance(id, stage)
          expect(moved).toEqual(yield* get(id))
          expect(moved).toMatchObject({ stage, ref: `stage${to}-stage${to}1`, trip })
          expect(moved.changedAt === before.changedAt).toBe(to === 0)
          expect(yield* advance(id, stage)).toEqual(moved)
          for (const [from, earlier] of subscriptionStages.entries()) {
            if (from >= to) continue
            const refused = yield* Effect.flip(advance(id, earlier))
            expect(refused).toMatchObject({ _tag: "StageRefused", from: stage, to: earlier })
          }
          expect(yield* get(id)).toEqual(moved)
        }
      }),
    )

    it.effect("are found by id and by quote reference, and nothing else is", () =>
      Effect.gen(function* () {
        const { advance, get } = yield* Subscriptions
        const id = yield* openOne("named")
        expect(yield* get("qnamed")).toEqual(yield* get(id))
        expect(yield* tagOf(get("sub_none"))).toBe("SubscriptionNotFound")
        expect(yield* tagOf(advance("qnamed", "paid"))).toBe("SubscriptionNotFound")
      }),
    )

    it.effect("remember every offer, and are changed only by what differs", () =>
      Effect.gen(function* () {
        const { change, get } = yield* Subscriptions
        const sql = yield* SqlClient.SqlClient
        const id = yield* openOne("offers")
        const same = { id, trip: null, language: "en" }
        const changeAt = (nowMs: number, offerId: number | null) =>
          Effect.andThen(setDatabaseTime(nowMs), change({ ...same, offerId }))
        yield* changeAt(2_000, null)
        expect((yield* get(id)).changedAt).toBe(new Date(1_000).toISOString())
        yield* changeAt(3_000, 7)
        yield* changeAt(4_000, 9)
        yield* changeAt(5_000, 7)
        yield* changeAt(6_000, 7)
        expect(yield* get(id)).toMatchObject({
          offerId: 7,
          changedAt: new Date(5_000).toISOString(),
        })
        yield* change({ ...same, language: "fr", offerId: null })
        expect(yield* get(id)).toMatchObject({ offerId: 7, language: "fr", trip })
        const offerIds =
          yield* sql`select offer_ids as "offerIds" from subscription where id = ${id}`
        expect(offerIds).toEqual([{ offerIds: [7, 9] }])
      }),
    )

    it.effect("whose trip cannot be opened are refused, not shown", () =>
      Effect.gen(function* () {
        const { get, hold } = yield* Subscriptions
        const sql = yield* SqlClient.SqlClient
        const id = yield* openOne("damaged")
        yield* sql`update subscription set trip_sealed = '\\x00' where id = ${id}`
        expect(yield* tagOf(get(id))).toBe("LinkStoreUnavailable")
        expect(yield* tagOf(hold(id))).toBe("SubscriptionRefused")
        expect(yield* tagOf(hold("sub_none"))).toBe("SubscriptionRefused")
      }),
    )
  })
})
