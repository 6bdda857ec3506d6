import * as Effect from "effect/Effect"

/** The calls that have begun and have not come to their end. */
export interface OpenCalls {
  readonly begin: () => void
  readonly end: () => void
}

/** Counts open calls; the scope that this is made in waits at its end until there are none. */
export const makeOpenCalls = Effect.gen(function* () {
  let count = 0
  let whenNone: () => void = () => {}
  const none = Effect.callback<void>((resume) => {
    if (count === 0) return resume(Effect.void)
    whenNone = () => resume(Effect.void)
  })
  yield* Effect.addFinalizer(() => none)
  const calls: OpenCalls = {
    begin: () => {
      count += 1
    },
    end: () => {
      count -= 1
      if (count === 0) whenNone()
    },
  }
  return calls
})
