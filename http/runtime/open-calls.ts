import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"

/** The calls that have begun and have not come to their end. */
export interface OpenCalls {
  readonly begin: () => void
  readonly end: () => void
}

/** Counts open calls; the scope that this is made in waits at its end until there are none. */
export const makeOpenCalls = Effect.gen(function* () {
  let count = 0
  const none = Latch.makeUnsafe(true)
  yield* Effect.addFinalizer(() => none.await)
  const calls: OpenCalls = {
    begin: () => {
      if (count === 0) none.closeUnsafe()
      count += 1
    },
    end: () => {
      count -= 1
      if (count === 0) none.openUnsafe()
    },
  }
  return calls
})
