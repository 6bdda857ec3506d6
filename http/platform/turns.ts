import * as Effect from "effect/Effect"
import { setImmediate } from "node:timers"

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

/** Puts something off to the next turn of the event loop, with all else that is put off in this one. */
type PutOff = (run: () => void) => void

/**
 * Makes what gathers the runs of one turn. Whatever else has come in is read before they run, and
 * what they write leaves in a burst: a write for each turn wakes the system and the client each time.
 */
export const batchUntilNextTurn = (): PutOff => {
  let waiting: Array<() => void> = []
  const runAll = (): void => {
    const runs = waiting
    waiting = []
    for (const run of runs) run()
  }
  return (run) => {
    if (waiting.length === 0) setImmediate(runAll)
    waiting.push(run)
  }
}
