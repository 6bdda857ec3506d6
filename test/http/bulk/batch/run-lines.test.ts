import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { BatchAnswers } from "../../../../http/bulk/batch/answer-batch.ts"
import type { LineBatch } from "../../../../http/bulk/batch/line-batches.ts"
import {
  AnswersUnwritable,
  type LineRun,
  runLines,
} from "../../../../http/bulk/batch/answer-lines.ts"

const batchOf = (firstLine: number): LineBatch => ({
  firstLine,
  lines: 1,
  bytes: new Uint8Array(1),
  inputBytes: 10,
})

const answersOf = (line: number): BatchAnswers => ({
  answered: line % 3 === 0 ? 0 : 1,
  refused: line % 3 === 0 ? 1 : 0,
  warned: line % 5 === 0 ? 1 : 0,
  unread: new Map(line % 5 === 0 ? [["crad", 1]] : []),
  answers: Uint8Array.from(line % 3 === 0 ? [] : [line]),
  reports: Uint8Array.from(line % 3 === 0 ? [line] : []),
})

/** Twenty lines, and what became of them. */
const rehearse = (run: Partial<LineRun<Error>>) => {
  const noted = { read: 0, answers: new Array<number>(), reports: new Array<number>() }
  const batches = async function* () {
    for (let line = 1; line <= 20; line += 1) {
      noted.read = line
      yield batchOf(line)
    }
  }
  const keep = (list: Array<number>) => (bytes: Uint8Array) =>
    Effect.sync(() => void list.push(...bytes))
  const shown: Array<number> = []
  const running = runLines({
    batches: batches(),
    unreadable: (cause) => new Error(String(cause)),
    answer: ({ firstLine }) => Effect.succeed(answersOf(firstLine)),
    window: 4,
    sinks: {
      answers: keep(noted.answers),
      reports: keep(noted.reports),
      progress: { show: ({ inputBytes }) => void shown.push(inputBytes), clear: () => {} },
    },
    noun: "bilan",
    inputBytesTotal: 200,
    ...run,
  })
  return { noted, running, shown }
}

const good = Array.from({ length: 20 }, (_, index) => index + 1).filter((line) => line % 3 !== 0)

describe("a run of lines", () => {
  for (const window of [1, 2, 7]) {
    it.effect(`writes answers in order whatever ends first, ${window} at a time`, () =>
      Effect.gen(function* () {
        let underWay = 0
        let most = 0
        const answer = ({ firstLine }: LineBatch) =>
          Effect.gen(function* () {
            underWay += 1
            most = Math.max(most, underWay)
            for (let turn = 0; turn < (firstLine * 7) % 5; turn += 1) yield* Effect.yieldNow
            underWay -= 1
            return answersOf(firstLine)
          })
        const { noted, running, shown } = rehearse({ answer, window })
        assert.deepStrictEqual(yield* running, {
          answered: 14,
          refused: 6,
          warned: 4,
          unread: new Map([["crad", 4]]),
        })
        assert.deepStrictEqual(noted.answers, good)
        assert.deepStrictEqual(noted.reports, [3, 6, 9, 12, 15, 18])
        assert.deepStrictEqual(
          shown,
          Array.from({ length: 20 }, (_, index) => (index + 1) * 10),
        )
        assert.isAtMost(most, window)
      }),
    )
  }

  it.effect("reads no further than its window while an answer is not written", () =>
    Effect.gen(function* () {
      const ahead: Array<number> = []
      const turns = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      const slow = ([line = 0]: Uint8Array) =>
        Effect.gen(function* () {
          for (let turn = 0; turn < 20; turn += 1) yield* turns
          ahead.push(noted.read - line)
        })
      const progress = { show: () => {}, clear: () => {} }
      const { noted, running } = rehearse({ sinks: { answers: slow, reports: slow, progress } })
      yield* running
      assert.lengthOf(ahead, 20)
      assert.isAtMost(Math.max(...ahead), 5)
    }),
  )

  it.effect("writes the answers before a failure", () =>
    Effect.gen(function* () {
      const failure = new AnswersUnwritable({ cause: "no disk" })
      let written = 0
      const answers = () =>
        Effect.suspend(() => {
          written += 1
          return written > 5 ? Effect.fail(failure) : Effect.void
        })
      const progress = { show: () => {}, clear: () => {} }
      const { noted, running } = rehearse({
        sinks: { answers, reports: () => Effect.void, progress },
      })
      assert.strictEqual(yield* Effect.flip(running), failure)
      assert.isBelow(noted.read, 15)
    }),
  )
})
