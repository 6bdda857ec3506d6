import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { BatchAnswers } from "../../../../http/bulk/batch/answer-batch.ts"
import { type AnswerBatch, makeAnswerer } from "../../../../http/bulk/batch/answer-lines.ts"

const nothing: BatchAnswers = {
  answered: 0,
  refused: 0,
  warned: 0,
  unread: new Map(),
  answers: new Uint8Array(0),
  reports: new Uint8Array(0),
}

/** Answers batches of a hundred bytes, ready and full once told so, and notes who answered. */
const rehearse = Effect.fnUntraced(function* (inputBytes: number | undefined) {
  const notes: Array<string> = []
  const state = { ready: false, hasRoom: true }
  const by = (who: string) => () =>
    Effect.sync(() => {
      notes.push(who)
      return nothing
    })
  const start = Effect.sync(() => {
    notes.push("start")
    return { ready: () => state.ready, hasRoom: () => state.hasRoom, answer: by("workers") }
  })
  const answer = yield* makeAnswerer(by("here"), {
    start,
    afterBytes: 250,
    inputBytes,
    batchesMax: 1,
  })
  const batch = { firstLine: 1, lines: 1, bytes: new Uint8Array(100), inputBytes: 100 }
  return {
    next: Effect.suspend(() => {
      notes.length = 0
      return Effect.as(answer(batch), notes)
    }),
    ready: () => {
      state.ready = true
    },
    fill: () => {
      state.hasRoom = false
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

  it.effect("answers itself what workers with enough to do would only keep waiting", () =>
    Effect.gen(function* () {
      const { fill, next, ready } = yield* rehearse(251)
      assert.deepStrictEqual(yield* next, ["start", "here"])
      ready()
      assert.deepStrictEqual(yield* next, ["workers"])
      fill()
      assert.deepStrictEqual(yield* next, ["here"])
    }),
  )

  it.effect("answers one batch more at the same time than the workers can be given", () =>
    Effect.gen(function* () {
      let underWay = 0
      let most = 0
      const here: AnswerBatch = () =>
        Effect.gen(function* () {
          underWay += 1
          most = Math.max(most, underWay)
          yield* Effect.yieldNow
          underWay -= 1
          return nothing
        })
      const answer = yield* makeAnswerer(here, {
        start: Effect.never,
        afterBytes: 1000,
        inputBytes: 0,
        batchesMax: 2,
      })
      const batch = { firstLine: 1, lines: 1, bytes: new Uint8Array(1), inputBytes: 1 }
      yield* Effect.forEach(Array.from({ length: 20 }), () => answer(batch), {
        concurrency: "unbounded",
      })
      assert.strictEqual(most, 3)
    }),
  )

  it.effect("never starts them for an input that is known to be small", () =>
    Effect.gen(function* () {
      const { next } = yield* rehearse(250)
      for (let batch = 0; batch < 10; batch += 1) assert.deepStrictEqual(yield* next, ["here"])
    }),
  )
})
