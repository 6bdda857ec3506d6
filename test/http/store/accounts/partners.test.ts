import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Actor } from "../../../../http/ports/audit-log.ts"
import { Keys } from "../../../../http/ports/keys.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { readyToGoLive } from "../../../support/ready-to-go-live.ts"
import { layerTestAccounts } from "./layer.ts"

const messageOf = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)

describe("Partners", () => {
  it.layer(layerTestAccounts)((it) => {
    it.effect("creates an account at the base rate, waiting for approval", () =>
      Effect.gen(function* () {
        const partners = yield* Partners
        const created = yield* partners.create({ code: "acme", name: "Acme" })
        expect(created).toMatchObject({
          code: "acme",
          name: "Acme",
          status: "created",
          baseRateBps: 1000,
          commissionBps: 1000,
          upliftBps: 0,
          liveQuota: null,
          approvedAt: null,
        })
        expect(yield* partners.get("acme")).toEqual(created)
      }),
    )

    it.effect("refuses a code that is taken or malformed, and a blank name", () =>
      Effect.gen(function* () {
        const partners = yield* Partners
        yield* partners.create({ code: "taken", name: "One" })
        const second = partners.create({ code: "taken", name: "Two" })
        expect(yield* messageOf(second)).toBe('A partner with the code "taken" exists already.')
        for (const code of ["", "Acme", "a_b", "-a", "a-", "a".repeat(33), "é"]) {
          const tag = yield* Effect.flip(partners.create({ code, name: "X" }))
          expect(tag._tag).toBe("BadPartner")
        }
        const blank = yield* Effect.flip(partners.create({ code: "blank", name: "  " }))
        expect(blank._tag).toBe("BadPartner")
      }),
    )

    it.effect("approves with default limits, then with others, which live keys follow", () =>
      Effect.gen(function* () {
        const partners = yield* Partners
        const keys = yield* Keys
        yield* partners.create({ code: "grow", name: "Grow" })
        const first = yield* partners.approve("grow", {})
        expect(first.status).toBe("approved")
        expect(first.liveQuota).toEqual({ reads: 2000, writes: 500 })
        yield* readyToGoLive("grow")
        const key = yield* keys.create({ partnerCode: "grow", mode: "live" })
        expect(key.quota).toEqual({ reads: 2000, writes: 500, burst: 60 })
        const second = yield* partners.approve("grow", { reads: 9000 })
        expect(second.liveQuota).toEqual({ reads: 9000, writes: 500 })
        expect(second.approvedAt).toBe(first.approvedAt)
        const listed = (yield* keys.list("grow")).find(({ mode }) => mode === "live")
        expect(listed?.quota).toEqual({ reads: 9000, writes: 500, burst: 60 })
      }),
    )

    it.effect("takes a commission from the base rate to 50 % and nothing else", () =>
      Effect.gen(function* () {
        const partners = yield* Partners
        yield* partners.create({ code: "rates", name: "Rates" })
        for (const bps of [1000, 1001, 5000]) {
          const { commissionBps, upliftBps } = yield* partners.setCommission("rates", bps)
          expect([commissionBps, upliftBps]).toEqual([bps, bps - 1000])
        }
        for (const bps of [999, 5001, 0, -1, 1500.5]) {
          const refusal = yield* Effect.flip(partners.setCommission("rates", bps))
          expect(refusal._tag).toBe("CommissionRefused")
        }
        expect((yield* partners.get("rates")).commissionBps).toBe(5000)
      }),
    )

    it.effect("refuses limits that are no whole numbers from 0", () =>
      Effect.gen(function* () {
        const partners = yield* Partners
        yield* partners.create({ code: "limits", name: "Limits" })
        for (const reads of [-1, 0.5, Number.NaN, 2_000_000_000]) {
          const refusal = yield* Effect.flip(partners.approve("limits", { reads }))
          expect(refusal._tag).toBe("BadLimit")
        }
        expect((yield* partners.approve("limits", { reads: 0, writes: 0 })).liveQuota).toEqual({
          reads: 0,
          writes: 0,
        })
      }),
    )

    it.effect("says which partner it does not know", () =>
      Effect.gen(function* () {
        const partners = yield* Partners
        const sentence = 'No partner has the code "nobody".'
        expect(yield* messageOf(partners.get("nobody"))).toBe(sentence)
        expect(yield* messageOf(partners.approve("nobody", {}))).toBe(sentence)
        expect(yield* messageOf(partners.suspend("nobody", "unpaid"))).toBe(sentence)
        expect(yield* messageOf(partners.setCommission("nobody", 1000))).toBe(sentence)
      }),
    )

    it.effect("lists accounts by code", () =>
      Effect.gen(function* () {
        const codes = (yield* (yield* Partners).list).map(({ code }) => code)
        expect(codes).toEqual(codes.toSorted())
        expect(codes).toContain("acme")
      }),
    )

    it.effect("audits who did what, and nobody can change that afterwards", () =>
      Effect.gen(function* () {
        const partners = yield* Partners
        const sql = yield* SqlClient.SqlClient
        yield* partners.create({ code: "audited", name: "Audited" })
        yield* partners
          .setCommission("audited", 1200)
          .pipe(Effect.provideService(Actor, "operator ada"))
        yield* Effect.flip(partners.setCommission("audited", 1))
        const [link] = yield* sql<{ code: string }>`
          select tracked_link.code from tracked_link join partner on partner.id = partner_id
          where partner.code = 'audited'`
        const linkCode = link?.code
        const entries = yield* sql`
          select actor, action, details from audit where subject = 'audited' order by id`
        expect(entries).toEqual([
          {
            actor: "system",
            action: "partner.create",
            details: { name: "Audited", baseRateBps: 1000, linkCode },
          },
          {
            actor: "operator ada",
            action: "partner.commission",
            details: { fromBps: 1000, toBps: 1200 },
          },
        ])
        for (const change of [sql`delete from audit`, sql`update audit set actor = 'x'`]) {
          expect((yield* Effect.flip(change))._tag).toBe("SqlError")
        }
      }),
    )
  })
})
