import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import { AccountTurns } from "../../../../http/store/database/account-turns.ts"
import { makeVirtualTime } from "../../../simulation/virtual-time.ts"
import { makeChoices } from "../../../support/random.ts"

const heldByOthers = new SqlError({
  reason: new UnknownError({
    cause: Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" }),
    message: "canceling statement due to lock timeout",
    operation: "execute",
  }),
})

describe("a turn of an account", () => {
  it("ends when its time is over, also where the clock is set back while it waits for a lock", async () => {
    const startMs = 1_800_000_000_000
    const time = makeVirtualTime(startMs, makeChoices(1))
    const lane = { name: "a", isAlive: true, skewMs: 0 }
    let tries = 0
    const work = Effect.suspend(() => {
      tries += 1
      if (tries > 1) return Effect.never
      lane.skewMs = -3_600_000
      return Effect.fail(heldByOthers)
    })
    const ended: Array<number> = []
    const taken = Effect.flatMap(AccountTurns, ({ take }) =>
      take({ account: "acme", timeoutMs: 5_000 })(work),
    ).pipe(Effect.provide(AccountTurns.layer), Effect.exit)
    Effect.runForkWith(time.contextOf(lane))(taken).addObserver(() => {
      ended.push(time.nowMs() - startMs)
    })
    await time.settle()
    while (ended.length === 0 && time.advance()) await time.settle()
    assert.strictEqual(tries, 2)
    assert.isAtMost(ended[0] ?? Number.POSITIVE_INFINITY, 5_100)
  })
})
