import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { workAhead } from "../../../http/gateway/signed.ts"
import { afterCharge, besideCharge } from "../../../http/api/operation.ts"
import type { QuotaState } from "../../../rules/quota/state.ts"

const state: QuotaState = {
  reads: { limit: 3, used: 1 },
  writes: { limit: 2, used: 0 },
  burst: { limit: 9, used: 1 },
  window: { minute: 1, day: 1, minuteEndsInSeconds: 1, dayEndsInSeconds: 1 },
  lifetime: { prices: 1, links: 0, bilans: 0 },
}

/** Work beside a charge that counts how often its program was made. */
const counted = () => {
  let made = 0
  const work = besideCharge(() => {
    made += 1
    return Effect.succeed(made)
  })
  return { work: workAhead(work), made: () => made }
}

describe("work on an admitted call", () => {
  it.effect("that was begun is not made again", () =>
    Effect.gen(function* () {
      const { made, work } = counted()
      assert.strictEqual(made(), 0)
      work.begin?.()
      assert.strictEqual(made(), 1)
      assert.strictEqual(yield* work.answer(state), 1)
      assert.strictEqual(made(), 1)
    }),
  )

  it.effect("that was not begun is made when it is asked for", () =>
    Effect.gen(function* () {
      const { made, work } = counted()
      assert.strictEqual(yield* work.answer(state), 1)
      assert.strictEqual(made(), 1)
    }),
  )

  it.effect("whose beginning failed is made when it is asked for", () =>
    Effect.gen(function* () {
      let made = 0
      const work = workAhead(
        besideCharge(() => {
          made += 1
          if (made === 1) throw new Error("the first time")
          return Effect.succeed(made)
        }),
      )
      assert.throws(() => work.begin?.(), "the first time")
      assert.strictEqual(yield* work.answer(state), 2)
    }),
  )

  it.effect("that goes by the quota cannot be begun", () =>
    Effect.gen(function* () {
      const work = workAhead(afterCharge(({ reads }) => Effect.succeed(reads.used)))
      assert.isUndefined(work.begin)
      assert.strictEqual(yield* work.answer(state), 1)
    }),
  )
})
