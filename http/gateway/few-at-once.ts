import { setImmediate } from "node:timers"
import * as Effect from "effect/Effect"

/** How much is let go on in one turn of the event loop. */
const turnMost = 32

/**
 * Lets what waits for it go on in the order of its coming, a few in each turn of the event loop, so
 * that whatever else has come in is not late for a crowd.
 */
export const makeFewAtOnce = (): Effect.Effect<void> => {
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
