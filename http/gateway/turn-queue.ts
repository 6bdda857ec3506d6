import { setImmediate } from "node:timers"
import * as Effect from "effect/Effect"

/** How many waiters continue in one turn of the event loop. */
const turnMost = 32

/**
 * Lets waiters continue in the order in which they came, a few in each turn of the event loop, so that
 * a crowd does not delay other work.
 */
export const makeTurnQueue = (): Effect.Effect<void> => {
  const waiting: Array<() => void> = []
  let isUnderWay = false
  const goOn = (): void => {
    for (const resume of waiting.splice(0, turnMost)) resume()
    isUnderWay = waiting.length > 0
    if (isUnderWay) setImmediate(goOn)
  }
  return Effect.callback<void>((resume) => {
    waiting.push(() => resume(Effect.void))
    if (isUnderWay) return
    isUnderWay = true
    setImmediate(goOn)
  })
}
