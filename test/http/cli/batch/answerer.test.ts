import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { BatchAnswers } from "../../../../http/cli/batch/answer-batch.ts"
import { makeAnswerer } from "../../../../http/cli/batch/answerer.ts"

const nothing: BatchAnswers = {
  answered: 0,
  refused: 0,
  answers: new Uint8Array(0),
  reports: new Uint8Array(0),
}

/** Answers batches of a hundred bytes, ready once told so, and notes who answered. */
const rehearse = Effect.fnUntraced(function* (inputBytes: number | undefined) {
  const notes: Array<string> = []
  const state = { ready: false }
  const by = (who: string) => () =>
    Effect.sync(() => {
      notes.push(who)
      return nothing
    })
  const start = Effect.sync(() => {
    notes.push("start")
    return { ready: () => state.ready, answer: by("workers") }
  })
  const answer = yield* makeAnswerer(by("here"), { start, afterBytes: 250, inputBytes })
  const batch = { firstLine: 1, lines: 1, bytes: new Uint8Array(100), inputBytes: 100 }
  return {
    next: Effect.suspend(() => {
      notes.length = 0
      return Effect.as(answer(batch), notes)
    }),
    ready: () => {
      state.ready = true
    },
  }
})

describe("answering lines", () => {
  it.effect("starts workers once there is more input than their start is worth", () =>
    Effect.gen(function* () {
      const { next, ready } = yield* rehearse(undefined)
      assert.deepStrictEqual(yield* next, ["here"])
      assert.deepStrictEqual(yield* next, ["here"])
      assert.deepStrictEqual(yield* next, ["start", "here"])
      assert.deepStrictEqual(yield* next, ["here"])
      ready()
      assert.deepStrictEqual(yield* next, ["workers"])
      assert.deepStrictEqual(yield* next, ["workers"])
    }),
  )

  it.effect("starts them at once where the size of the input is known to be worth it", () =>
    Effect.gen(function* () {
      const { next } = yield* rehearse(251)
      assert.deepStrictEqual(yield* next, ["start", "here"])
      assert.deepStrictEqual(yield* next, ["here"])
    }),
  )

  it.effect("never starts them for an input that is known to be small", () =>
    Effect.gen(function* () {
      const { next } = yield* rehearse(250)
      for (let batch = 0; batch < 10; batch += 1) assert.deepStrictEqual(yield* next, ["here"])
    }),
  )
})
