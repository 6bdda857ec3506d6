import { isKeyIdText, type KeyId, keyIdText } from "../../../../rules/accounts/key-text.ts"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { accountPolicy } from "../../../../rules/accounts/policy.ts"
import { adjustDatabaseTime, setDatabaseTime } from "../../../support/database-clock.ts"
import { readyToGoLive } from "../../../support/ready-to-go-live.ts"
import { shippedTables } from "../../../support/tables.ts"
import { Keys } from "../../../../http/ports/keys.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { Envelope, MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"
import { layerTestAccounts } from "./layer.ts"
import { layerKeysWith } from "../../../../http/store/accounts/keys-sql.ts"

const newPartner = (code: string) =>
  Effect.flatMap(Partners, (partners) => partners.create({ code, name: code }))

const sandboxKey = (code: string) =>
  Effect.andThen(
    newPartner(code),
    Effect.flatMap(Keys, (keys) => keys.create({ partnerCode: code, mode: "sandbox" })),
  )

const found = (keyId: KeyId) =>
  Effect.flatMap(Keys, (keys) =>
    Effect.flatMap(keys.find(keyId), (record) =>
      record === undefined ? Effect.die("no key") : Effect.succeed(record),
    ),
  )

describe("Keys", () => {
  it.layer(layerTestAccounts)((it) => {
    it.effect("creates a sandbox key at once, with the sandbox quota and every scope", () =>
      Effect.gen(function* () {
        const key = yield* sandboxKey("first")
        expect(key.keyId).toMatch(/^ak_test_[0-9a-f]{32}$/)
        expect(Redacted.value(key.secret)).toMatch(/^vsk_test_[0-9a-f]{72}$/)
        expect(key.scopes).toEqual(["quotes", "quotes.link", "coach"])
        expect(key.quota).toEqual({ reads: 200, writes: 50, burst: 60 })
        const record = yield* found(key.keyId)
        expect(Redacted.value(record.secrets.current)).toBe(Redacted.value(key.secret))
        expect(record).toMatchObject({
          keyId: key.keyId,
          mode: "sandbox",
          partner: { code: "first", status: "created", baseRateBps: 1000, upliftBps: 0 },
          revision: 1n,
          revokedAt: null,
        })
        expect(record.secrets.previous).toBeUndefined()
      }),
    )

    it.effect(
      "creates a live key with the limits of the approval, or those that are asked for",
      () =>
        Effect.gen(function* () {
          const keys = yield* Keys
          yield* newPartner("living")
          yield* readyToGoLive("living")
          yield* (yield* Partners).approve("living", { reads: 5, writes: 6 })
          const key = yield* keys.create({ partnerCode: "living", mode: "live", writes: 7 })
          expect(key.keyId).toMatch(/^ak_live_/)
          expect(Redacted.value(key.secret)).toMatch(/^vsk_live_[0-9a-f]{72}$/)
          expect(key.quota).toEqual({ reads: 5, writes: 7, burst: 60 })
        }),
    )

    it.effect("refuses any key for a suspended account", () =>
      Effect.gen(function* () {
        const partners = yield* Partners
        yield* newPartner("halted")
        yield* partners.suspend("halted", "unpaid")
        const wish = { partnerCode: "halted", mode: "sandbox" } as const
        expect((yield* Effect.flip((yield* Keys).create(wish)))._tag).toBe("KeyRefused")
      }),
    )

    it.effect("keeps the previous secret for 24 hours, and only the last previous one", () =>
      Effect.gen(function* () {
        const keys = yield* Keys
        yield* setDatabaseTime(Date.parse("2031-05-01T12:00:00.700Z"))
        const { keyId, secret } = yield* sandboxKey("turning")
        const second = yield* keys.rotate(keyId)
        expect(second.previousValidUntil).toBe("2031-05-02T12:00:00.700Z")
        const rotated = yield* found(keyId)
        expect(Redacted.value(rotated.secrets.current)).toBe(Redacted.value(second.secret))
        expect(rotated.secrets.previous?.validForMs).toBe(86_400_000)
        const previous = rotated.secrets.previous?.secret ?? Redacted.make("")
        expect(Redacted.value(previous)).toBe(Redacted.value(secret))
        const third = yield* keys.rotate(keyId)
        const again = yield* found(keyId)
        expect(Redacted.value(again.secrets.current)).toBe(Redacted.value(third.secret))
        const oldest = again.secrets.previous?.secret ?? Redacted.make("")
        expect(Redacted.value(oldest)).toBe(Redacted.value(second.secret))
      }),
    )

    it.effect("revokes for good: both secrets end, the first instant stays, nothing turns it", () =>
      Effect.gen(function* () {
        const keys = yield* Keys
        const { keyId } = yield* sandboxKey("ending")
        yield* keys.rotate(keyId)
        const first = yield* keys.revoke(keyId)
        const record = yield* found(keyId)
        expect(record.revokedAt).toBe(first.revokedAt)
        expect(record.secrets.previous).toBeUndefined()
        yield* adjustDatabaseTime(3_600_000)
        expect(yield* keys.revoke(keyId)).toEqual(first)
        expect((yield* Effect.flip(keys.rotate(keyId)))._tag).toBe("KeyRevoked")
      }),
    )

    it.effect("pages those of a mode or both, in use or revoked, the newest first", () =>
      Effect.gen(function* () {
        const keys = yield* Keys
        const partnerCode = "paged"
        yield* newPartner(partnerCode)
        yield* readyToGoLive(partnerCode)
        const [first] = yield* keys.list(partnerCode)
        const create = (mode: "live" | "sandbox") =>
          Effect.tap(keys.create({ mode, partnerCode }), () => adjustDatabaseTime(1_000))
        const [ended, old, young] = [
          yield* create("sandbox"),
          yield* create("sandbox"),
          yield* create("sandbox"),
        ]
        const [endedLive, live] = [yield* create("live"), yield* create("live")]
        yield* keys.revoke(ended.keyId)
        yield* keys.revoke(endedLive.keyId)
        const page = (mode: "live" | "sandbox" | null, isRevoked: boolean, before?: KeyId | null) =>
          Effect.map(
            keys.page(partnerCode, { mode, isRevoked, before: before ?? null, limit: 2 }),
            (found) => [found.keys.map(({ keyId }) => keyId), found.next, found.isLater],
          )
        expect(yield* page("sandbox", false)).toEqual([[young.keyId, old.keyId], old.keyId, false])
        expect(yield* page("live", false)).toEqual([[live.keyId], null, false])
        expect(yield* page("sandbox", true)).toEqual([[ended.keyId], null, false])
        expect(yield* page("live", true)).toEqual([[endedLive.keyId], null, false])
        expect(yield* page(null, true)).toEqual([[endedLive.keyId, ended.keyId], null, false])
        const both = [[live.keyId, young.keyId], young.keyId, false]
        expect(yield* page(null, false)).toEqual(both)
        const last = [[old.keyId, first?.keyId], null, true]
        expect(yield* page(null, false, young.keyId)).toEqual(last)
      }),
    )

    it.effect("counts a revision for every change to the key and to its partner", () =>
      Effect.gen(function* () {
        const keys = yield* Keys
        const partners = yield* Partners
        const { keyId } = yield* sandboxKey("counted")
        const revisions = [(yield* found(keyId)).revision]
        const changes = [
          keys.rotate(keyId),
          partners.setCommission("counted", 2500),
          partners.approve("counted", {}),
          partners.suspend("counted", "unpaid"),
          keys.revoke(keyId),
        ]
        for (const change of changes) {
          yield* change
          revisions.push((yield* found(keyId)).revision)
        }
        expect(revisions.every((value, at) => at === 0 || value > (revisions[at - 1] ?? 0n))).toBe(
          true,
        )
        const { partner } = yield* found(keyId)
        expect(partner).toMatchObject({ status: "suspended", baseRateBps: 1000, upliftBps: 1500 })
      }),
    )

    it.effect("never shows a secret in a list, in the audit or in the database", () =>
      Effect.gen(function* () {
        const keys = yield* Keys
        const sql = yield* SqlClient.SqlClient
        const { keyId, secret } = yield* sandboxKey("hidden")
        const listed = yield* keys.list("hidden")
        expect(listed.map((key) => key.keyId)).toEqual([keyId])
        const audit = yield* sql`select details from audit where subject = ${keyId}`
        const stored = yield* sql<{ row: string }>`
          select encode(secret_sealed, 'escape') || api_key::text as row from api_key`
        const shown = JSON.stringify([listed, audit, stored])
        expect(shown).not.toContain(Redacted.value(secret).slice(9, 30))
      }),
    )

    it.effect("finds nothing for ids that do not exist or cannot", () =>
      Effect.gen(function* () {
        const keys = yield* Keys
        for (const text of ["", "ak_test_", "' or 1=1", "ak_test_\0"]) {
          expect(isKeyIdText(text)).toBe(false)
        }
        const missing = keyIdText("sandbox", "0".repeat(32))
        expect(yield* keys.find(missing)).toBeUndefined()
        expect((yield* Effect.flip(keys.rotate(missing))).message).toBe(
          `No key has the id "${missing}".`,
        )
        expect((yield* Effect.flip(keys.revoke(missing)))._tag).toBe("KeyNotFound")
        expect((yield* Effect.flip(keys.list("nobody")))._tag).toBe("PartnerNotFound")
      }),
    )

    it.effect("fails as unavailable, in words, under another master key", () =>
      Effect.gen(function* () {
        const { keyId } = yield* sandboxKey("moved")
        const elsewhere = Layer.fresh(layerKeysWith(() => accountPolicy(shippedTables))).pipe(
          Layer.provide(
            Layer.fresh(Envelope.layer).pipe(
              Layer.provide(MasterKey.layerFrom(new Uint8Array(32).fill(8))),
            ),
          ),
          Layer.provideMerge(RandomBytes.layer),
        )
        const failure = yield* Effect.flip(found(keyId).pipe(Effect.provide(elsewhere)))
        expect(failure._tag).toBe("KeyStoreUnavailable")
        expect(failure.message).toContain("another master key")
      }),
    )

    it.effect("serialises rotations, so that none of them is lost", () =>
      Effect.gen(function* () {
        const keys = yield* Keys
        const { keyId } = yield* sandboxKey("crowded")
        const rotated = yield* Effect.all(
          Array.from({ length: 8 }, () => keys.rotate(keyId)),
          { concurrency: "unbounded" },
        )
        const record = yield* found(keyId)
        expect(record.revision).toBe(9n)
        const issued = rotated.map(({ secret }) => Redacted.value(secret))
        expect(issued).toContain(Redacted.value(record.secrets.current))
        const previous = record.secrets.previous?.secret ?? Redacted.make("")
        expect(issued).toContain(Redacted.value(previous))
      }),
    )
  })
})
