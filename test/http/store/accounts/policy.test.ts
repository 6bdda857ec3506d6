import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerAccountsNoDeps } from "../../../../http/store/accounts/partners.ts"
import { Keys } from "../../../../http/ports/keys.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"
import { accountPolicy } from "../../../../rules/accounts/policy.ts"
import { layerTestDatabase } from "../../../support/postgres.ts"
import { shippedTables } from "../../../support/tables.ts"

const shipped = accountPolicy(shippedTables)
let policy = shipped

const layer = layerAccountsNoDeps(() => policy).pipe(
  Layer.provide([
    layerTestDatabase,
    MasterKey.layerFrom(new Uint8Array(32).fill(7)),
    RandomBytes.layer,
  ]),
)

it.effect("accounts and keys start with what the tables say at that moment", () =>
  Effect.gen(function* () {
    const partners = yield* Partners
    const keys = yield* Keys
    const make = Effect.fnUntraced(function* (code: string) {
      const { baseRateBps } = yield* partners.create({ code, name: code })
      const { quota } = yield* keys.create({ partnerCode: code, mode: "sandbox" })
      return { baseRateBps, quota }
    })
    const sandboxLimits = { reads: 1, writes: 2, burst: 3 }
    expect(yield* make("first")).toEqual({
      baseRateBps: shipped.baseRateBps,
      quota: shipped.sandboxLimits,
    })
    policy = { ...shipped, baseRateBps: shipped.baseRateBps + 1, sandboxLimits }
    expect(yield* make("second")).toEqual({
      baseRateBps: shipped.baseRateBps + 1,
      quota: sandboxLimits,
    })
    expect((yield* partners.get("first")).baseRateBps).toBe(shipped.baseRateBps)
  }).pipe(Effect.provide(layer)),
)
