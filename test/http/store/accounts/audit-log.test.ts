import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Actor, auditActions, AuditLog, type AuditQuery } from "../../../../http/ports/audit-log.ts"
import { layerAuditLog } from "../../../../http/store/accounts/audit-log.ts"
import { Keys } from "../../../../http/ports/keys.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { layerLinks } from "../../../../http/store/links/layer.ts"
import { Subscriptions } from "../../../../http/store/links/subscriptions.ts"
import { TrackedLinks } from "../../../../http/ports/tracked-links.ts"
import { sampleTrip } from "../../../support/sample-trips.ts"
import { layerTestAccounts } from "./layer.ts"

const layer = Layer.merge(layerAuditLog, layerLinks).pipe(Layer.provideMerge(layerTestAccounts))

const read = (query: Partial<AuditQuery>) =>
  Effect.flatMap(AuditLog, (log) => log.read({ limit: 1_000, ...query }))

const actionsOf = (query: Partial<AuditQuery>) =>
  Effect.map(read(query), ({ entries }) => entries.map(({ action }) => action).toReversed())

const trip = {
  ...sampleTrip,
  currency: "EUR",
  shouldCoverCancellation: false,
  shouldCoverExtremeSports: false,
  isAnnual: false,
}

/** An account with a key, a link and a subscription, and every further thing that can be done to them. */
const account = Effect.fnUntraced(function* (code: string, linkCode: string) {
  const partners = yield* Partners
  const keys = yield* Keys
  const links = yield* TrackedLinks
  yield* partners.create({ code, name: code })
  const key = yield* keys.create({ partnerCode: code, mode: "sandbox" })
  const link = yield* links.create({ partnerCode: code, code: linkCode })
  const subscriptions = yield* Subscriptions
  const subscriptionId = `sub_${code}`
  yield* subscriptions.open({
    id: subscriptionId,
    quoteRef: `q${code}`,
    linkId: (yield* links.find(linkCode))?.id ?? 0n,
    trip,
    language: "en",
    offerId: null,
  })
  const changes = {
    "partner.commission": partners.setCommission(code, 1500),
    "partner.coach": partners.setFactsOnly(code, true),
    "partner.approve": partners.approve(code, { reads: 10 }),
    "partner.suspend": partners.suspend(code, "unpaid"),
    "key.change": keys.change(code, key.keyId, {
      name: "Engine",
      expiresAt: null,
      networks: ["192.0.2.0/24"],
      readsSales: false,
    }),
    "key.rotate": keys.rotate(key.keyId),
    "key.revoke": keys.revoke(key.keyId),
    "link.archive": links.archive({ partnerCode: code, code: linkCode }),
    "subscription.advance": subscriptions.advance(subscriptionId, "paid"),
    "subscription.withdraw": subscriptions.declareWithdrawal(subscriptionId),
  } as const
  return { key, link, changes }
})

/** What the account, its keys and its links look like, whatever their revision. */
const standing = (code: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      select partner.*, secret_sealed, networks, revoked_at, archived_at, stage, changed_at from partner
      left join api_key on api_key.partner_id = partner.id
      left join tracked_link on tracked_link.partner_id = partner.id
      left join subscription on subscription.link_id = tracked_link.id
      where partner.code = ${code} order by key_id, tracked_link.id`,
  )

/** Actions of people, reviews and event endpoints are held to their entries where those are tested. */
const elsewhereTold =
  /^(?:person\.|endpoint\.|sale\.|payee\.|payout\.|batch\.|incident\.|partner\.(?:review|decline)$)/

describe("the audit", () => {
  it.layer(layer)((it) => {
    it.effect("has one entry for every change, with who did it and never a secret", () =>
      Effect.gen(function* () {
        const { changes, key, link } = yield* account("acted", "acted1")
        yield* changes["key.change"]
        const rotated = yield* changes["key.rotate"]
        yield* changes["partner.commission"]
        yield* changes["partner.coach"]
        yield* changes["partner.approve"]
        yield* changes["partner.suspend"]
        yield* changes["key.revoke"]
        yield* changes["link.archive"]
        yield* changes["subscription.advance"]
        yield* changes["subscription.withdraw"]
        const { entries, next } = yield* read({ partnerCode: "acted" })
        expect(next).toBe(null)
        expect(entries.map(({ action, subject }) => `${action} ${subject}`).toReversed()).toEqual([
          "partner.create acted",
          `key.create ${key.keyId}`,
          `link.create ${link.ref}`,
          `key.change ${key.keyId}`,
          `key.rotate ${key.keyId}`,
          "partner.commission acted",
          "partner.coach acted",
          "partner.approve acted",
          "partner.suspend acted",
          `key.revoke ${key.keyId}`,
          `link.archive ${link.ref}`,
          "subscription.advance sub_acted",
          "subscription.withdraw sub_acted",
        ])
        expect(entries[0]?.details).toEqual({ ref: link.ref, stage: "paid" })
        expect(entries[1]?.details).toEqual({ ref: link.ref, from: "quoting", to: "paid" })
        expect(new Set(entries.map(({ action }) => action))).toEqual(
          new Set(auditActions.filter((action) => !elsewhereTold.test(action))),
        )
        expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(["operator ada"]))
        expect(new Set(entries.map(({ partner }) => partner))).toEqual(new Set(["acted"]))
        const text = JSON.stringify(entries)
        for (const { secret } of [key, rotated]) {
          expect(text).not.toContain(Redacted.value(secret).slice(9, 30))
        }
        expect(text).not.toContain("vsk_")
      }).pipe(Effect.provideService(Actor, "operator ada")),
    )

    it.effect("has no entry for what changes nothing, and none for what is refused", () =>
      Effect.gen(function* () {
        const partners = yield* Partners
        const keys = yield* Keys
        const { changes, key } = yield* account("idle", "idle1")
        const done = Object.values(changes)
        yield* Effect.all(done)
        const before = yield* actionsOf({ partnerCode: "idle" })
        const standingBefore = yield* standing("idle")
        yield* partners.suspend("idle", "unpaid")
        yield* keys.revoke(key.keyId)
        yield* changes["link.archive"]
        yield* changes["subscription.advance"]
        yield* changes["subscription.withdraw"]
        yield* Effect.flip((yield* Subscriptions).advance("sub_idle", "presubscribed"))
        yield* partners.setCommission("idle", 1500)
        yield* Effect.flip(partners.setCommission("idle", 1))
        yield* Effect.flip(partners.create({ code: "idle", name: "again" }))
        yield* Effect.flip(partners.approve("idle", { reads: -1 }))
        yield* Effect.flip(keys.rotate(key.keyId))
        yield* Effect.flip(keys.create({ partnerCode: "idle", mode: "live" }))
        expect(yield* standing("idle")).toEqual(standingBefore)
        expect(yield* actionsOf({ partnerCode: "idle" })).toEqual(before)
        yield* partners.approve("idle", {})
        yield* partners.approve("idle", { reads: 10 })
        expect(yield* actionsOf({ partnerCode: "idle" })).toEqual([...before, "partner.approve"])
      }),
    )

    it.effect("stands and falls with the change: neither is written without the other", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { changes } = yield* account("atomic", "atomic1")
        const acts: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown>]> =
          Object.entries(changes)
        for (const [action, change] of acts) {
          const before = yield* standing("atomic")
          const audited = yield* actionsOf({})
          yield* sql.unsafe(
            `alter table audit add constraint held check (action <> '${action}') not valid`,
          )
          yield* Effect.exit(change)
          yield* sql`alter table audit drop constraint held`
          expect([action, yield* standing("atomic")]).toEqual([action, before])

          yield* Effect.exit(sql.withTransaction(Effect.andThen(change, Effect.fail("too late"))))
          expect([action, yield* standing("atomic")]).toEqual([action, before])
          expect(yield* actionsOf({})).toEqual(audited)
          yield* change
          expect(yield* actionsOf({})).toEqual([...audited, action])
        }
      }),
    )

    it.effect("makes nothing new that it cannot note: no account, no key, no link", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* account("bare", "bare1")
        const before = yield* standing("bare")
        yield* sql`alter table audit rename to away`
        const exits = yield* Effect.all([
          Effect.exit((yield* Keys).create({ partnerCode: "bare", mode: "sandbox" })),
          Effect.exit((yield* TrackedLinks).create({ partnerCode: "bare" })),
          Effect.exit((yield* Partners).create({ code: "barer", name: "Barer" })),
        ])
        yield* sql`alter table away rename to audit`
        expect(exits.map(({ _tag }) => _tag)).toEqual(["Failure", "Failure", "Failure"])
        expect(yield* standing("bare")).toEqual(before)
        expect(yield* standing("barer")).toEqual([])
      }),
    )

    it.effect("refuses to be changed, emptied or truncated", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* account("written", "written1")
        const before = yield* read({})
        const changes = ["update audit set actor = 'x'", "delete from audit", "truncate audit"]
        for (const change of changes) {
          const refused = yield* Effect.flip(sql.unsafe(change))
          expect(String(refused.reason.cause)).toBe("Error: the audit is append-only")
        }
        expect(yield* read({})).toEqual(before)
      }),
    )
  })
})

describe("AuditLog", () => {
  it.layer(layer)((it) => {
    it.effect("parts a partner from a link's ref of the same letters", () =>
      Effect.gen(function* () {
        yield* account("twin", "spring")
        yield* account("twin-spring", "summer")
        const { entries } = yield* read({ subject: "twin-spring" })
        expect(entries.map(({ action, partner }) => `${action} ${partner}`)).toEqual([
          "partner.create twin-spring",
          "link.create twin",
        ])
        const both = yield* Effect.all([
          read({ partnerCode: "twin" }),
          read({ partnerCode: "twin-spring" }),
        ])
        expect(both.map(({ entries }) => entries.length)).toEqual([3, 3])
        const ofTwin = both[0]?.entries.map(({ subject }) => subject)
        expect(ofTwin).not.toContain("twin-spring-summer")
        expect((yield* Effect.flip(read({ partnerCode: "nobody" })))._tag).toBe("PartnerNotFound")
      }),
    )

    it.effect("reads from the first instant of a UTC day on", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* (yield* Partners).create({ code: "dated", name: "Dated" })
        for (const at of ["2027-01-30T23:59:59.999Z", "2027-01-31T00:00:00.000Z"]) {
          yield* sql`insert into audit (at, actor, action, subject, details)
            values (${at}::timestamptz, 'system', 'partner.approve', 'dated', '{}')`
        }
        const ats = (since: string) =>
          Effect.map(read({ partnerCode: "dated", since }), ({ entries }) =>
            entries.map(({ at }) => at),
          )
        expect(yield* ats("2027-01-31")).toEqual(["2027-01-31T00:00:00.000Z"])
        expect(yield* ats("2027-01-30")).toHaveLength(2)
        expect(yield* ats("2027-02-01")).toEqual([])
        expect(yield* ats("0000-01-01")).toHaveLength(3)
      }),
    )

    it.effect("gives the newest first, as many as are asked for, and tells of older ones", () =>
      Effect.gen(function* () {
        yield* account("counted", "counted1")
        const page = (limit: number) => read({ partnerCode: "counted", limit })
        expect((yield* page(2)).entries.map(({ action }) => action)).toEqual([
          "link.create",
          "key.create",
        ])
        const mores = yield* Effect.all([page(2), page(3), page(4)])
        expect(mores.map(({ next }) => next !== null)).toEqual([true, false, false])
        const before = mores[0]?.next ?? undefined
        const rest = yield* read({ partnerCode: "counted", before, limit: 2 })
        expect(rest.entries.map(({ action }) => action)).toEqual(["partner.create"])
        expect(rest.next).toBe(null)
        expect(yield* actionsOf({ partnerCode: "counted", action: "key.create" })).toHaveLength(1)
      }),
    )
  })
})
