import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Keys } from "../../../../http/ports/keys.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { layerTestAccounts } from "./layer.ts"

const newAccount = Effect.fnUntraced(function* (code: string) {
  yield* (yield* Partners).create({ code, name: code })
})

/** A key of the account that has called and minted so much in its life. */
const usedKey = Effect.fnUntraced(function* (
  partnerCode: string,
  life: { readonly prices: number; readonly links: number },
) {
  const sql = yield* SqlClient.SqlClient
  const key = yield* (yield* Keys).create({ partnerCode, mode: "sandbox" })
  yield* sql`update quota set prices = ${life.prices}, links = ${life.links}
    where key_id = ${key.keyId}`
  return key
})

const goLive = (partnerCode: string) =>
  Effect.flatMap(Keys, (keys) => keys.create({ partnerCode, mode: "live" }))

const refusalOf = (partnerCode: string) =>
  Effect.map(Effect.flip(goLive(partnerCode)), ({ message }) => message)

const approve = (code: string) =>
  Effect.flatMap(Partners, (partners) => partners.approve(code, { reads: 5, writes: 6 }))

describe("a live key", () => {
  it.layer(layerTestAccounts)((it) => {
    it.effect("is refused with all that is missing, and the refusal leaves nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* newAccount("eager")
        yield* usedKey("eager", { prices: 7, links: 0 })
        const before = yield* sql`select count(*) as entries from audit`
        expect(yield* refusalOf("eager")).toBe(
          "A live key for eager still needs 3 more sandbox prices (7 of 10), " +
            "1 more sandbox link (0 of 1), the approval of the account.",
        )
        expect(yield* (yield* Keys).list("eager")).toHaveLength(1)
        expect(yield* sql`select count(*) as entries from audit`).toEqual(before)
      }),
    )

    it.effect("needs the last price and the last link, whether approved before them or after", () =>
      Effect.gen(function* () {
        const early = { code: "early", life: { prices: 9, links: 1 } }
        const late = { code: "late", life: { prices: 10, links: 0 } }
        for (const { code, life } of [early, late]) {
          yield* newAccount(code)
          yield* usedKey(code, life)
        }
        yield* approve("early")
        expect(yield* refusalOf("early")).toMatch(/needs 1 more sandbox price \(9 of 10\)\.$/)
        yield* usedKey("early", { prices: 1, links: 0 })
        expect((yield* goLive("early")).quota).toEqual({ reads: 5, writes: 6, burst: 60 })

        expect(yield* refusalOf("late")).toMatch(
          /needs 1 more sandbox link \(0 of 1\), the approval/,
        )
        yield* usedKey("late", { prices: 0, links: 1 })
        expect(yield* refusalOf("late")).toMatch(/needs the approval of the account\.$/)
        yield* approve("late")
        expect((yield* goLive("late")).keyId).toMatch(/^ak_live_/)
      }),
    )

    it.effect("takes the sandbox keys of the account together, revoked ones too", () =>
      Effect.gen(function* () {
        yield* newAccount("many")
        yield* approve("many")
        const gone = yield* usedKey("many", { prices: 6, links: 1 })
        yield* (yield* Keys).revoke(gone.keyId)
        expect(yield* refusalOf("many")).toContain("4 more sandbox prices (6 of 10)")
        yield* usedKey("many", { prices: 4, links: 0 })
        expect((yield* goLive("many")).mode).toBe("live")
      }),
    )

    it.effect("takes nothing from other accounts and nothing from live keys", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* newAccount("rich")
        yield* approve("rich")
        const used = yield* usedKey("rich", { prices: 10, links: 1 })
        const live = yield* goLive("rich")
        yield* sql`update quota set prices = 50, links = 50 where key_id = ${live.keyId}`
        yield* sql`update quota set prices = 0, links = 0 where key_id = ${used.keyId}`
        const nothing = /10 more sandbox prices \(0 of 10\), 1 more sandbox link \(0 of 1\)\.$/
        expect(yield* refusalOf("rich")).toMatch(nothing)
        yield* newAccount("poor")
        yield* approve("poor")
        expect(yield* refusalOf("poor")).toMatch(nothing)
      }),
    )

    it.effect("is refused to an account that is suspended, until that is lifted", () =>
      Effect.gen(function* () {
        yield* newAccount("halted")
        yield* usedKey("halted", { prices: 10, links: 1 })
        yield* approve("halted")
        yield* (yield* Partners).suspend("halted", "unpaid")
        expect(yield* refusalOf("halted")).toMatch(/needs an account that is not suspended\.$/)
        yield* approve("halted")
        expect((yield* goLive("halted")).mode).toBe("live")
      }),
    )

    it.effect("is decided from the same facts that the account is told", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const keys = yield* Keys
        yield* newAccount("told")
        yield* usedKey("told", { prices: 4, links: 1 })
        yield* usedKey("told", { prices: 3, links: 2 })
        const [account] = yield* sql<{ id: string }>`select id from partner where code = 'told'`
        expect(yield* keys.goLive(account?.id ?? "")).toEqual({
          status: "created",
          prices: 7,
          links: 3,
          pricesRequired: 10,
          linksRequired: 1,
        })
        expect((yield* Effect.flip(keys.goLive("acc_nobody")))._tag).toBe("KeyStoreUnavailable")
      }),
    )
  })
})
