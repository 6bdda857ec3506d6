import * as Effect from "effect/Effect"
import type { ChargedKey } from "./keys.ts"

/** Charges one bilan to a key; whether it was granted. */
export type ChargeOne = (key: ChargedKey) => Effect.Effect<boolean>

/** How many callers charge at the same time, each its next call once the last is decided. */
export const callerCount = 32

/** Charges calls from all callers together; how many each key was granted. */
export const chargeAll = Effect.fnUntraced(function* (
  charge: ChargeOne,
  calls: ReadonlyArray<ChargedKey>,
) {
  const granted = new Map<string, number>()
  yield* Effect.forEach(
    calls,
    (key) =>
      Effect.map(charge(key), (isGranted) => {
        if (isGranted) granted.set(key.keyId, (granted.get(key.keyId) ?? 0) + 1)
      }),
    { concurrency: callerCount, discard: true },
  )
  return granted as ReadonlyMap<string, number>
})

/** Charges from all callers for a time; the mean time for a decision in nanoseconds. */
export const timeCharges = Effect.fnUntraced(function* (
  charge: ChargeOne,
  keys: ReadonlyArray<ChargedKey>,
  durationMs: number,
) {
  const startedAt = performance.now()
  let calls = 0
  const caller: Effect.Effect<void> = Effect.gen(function* () {
    while (performance.now() - startedAt < durationMs) {
      const key = keys[calls % keys.length]
      calls += 1
      if (key === undefined || !(yield* charge(key))) {
        return yield* Effect.die(new Error("a call within its limits was refused"))
      }
    }
  })
  yield* Effect.all(
    Array.from({ length: callerCount }, () => caller),
    { concurrency: "unbounded", discard: true },
  )
  return ((performance.now() - startedAt) * 1e6) / calls
})
