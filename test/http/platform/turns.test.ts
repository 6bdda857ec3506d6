import { setImmediate as nextTurn } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeTurnQueue } from "../../../http/platform/turns.ts"

it("a crowd goes on in the order of its coming, a few in each turn of the event loop", async () => {
  const turn = makeTurnQueue()
  const gone: Array<number> = []
  for (let index = 0; index < 80; index += 1) {
    Effect.runFork(Effect.map(turn, () => void gone.push(index)))
  }
  const counts: Array<number> = []
  for (let turns = 0; turns < 10; turns += 1) {
    await nextTurn()
    counts.push(gone.length)
  }
  const steps = counts.map((count, index) => count - (counts[index - 1] ?? 0))
  assert.isAtMost(Math.max(...steps), 32)
  assert.deepStrictEqual(
    gone,
    Array.from({ length: 80 }, (_, index) => index),
  )
  await Effect.runPromise(turn)
})
