import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { AnswerBytes } from "../request-reader.ts"
import {
  answerBatch,
  type AnswerRow,
  answerRows,
  type BatchAnswers,
  type RefusalTelling,
  type WriteLine,
} from "./answer-batch.ts"
import type { LineBatch } from "./line-batches.ts"
import { release } from "./release.ts"
import type { Workers } from "./workers.ts"
import type { CommandRefused } from "../../terminal/command-refused.ts"

/** Answers batches, several at the same time. */
export type AnswerBatch = (batch: LineBatch) => Effect.Effect<BatchAnswers, CommandRefused>

/**
 * Answers every batch on this thread, by its rows where it has some, and lets others run in between. The
 * batch's bytes are gone then.
 */
export const answerHere =
  (answer: AnswerBytes<WriteLine>, telling?: RefusalTelling, answerRow?: AnswerRow): AnswerBatch =>
  (batch) =>
    Effect.andThen(
      Effect.yieldNow,
      Effect.sync(() => {
        if (batch.rows !== undefined && answerRow !== undefined) {
          return answerRows(batch.rows, answerRow, telling)
        }
        const { bytes, firstLine } = batch
        const answers = answerBatch({ bytes, firstLine }, answer, telling)
        release(bytes)
        return answers
      }),
    )

/**
 * Answers batches on this thread until there is more input than a worker's start is worth, goes on
 * while the workers prepare themselves, and shares with them once they are ready: they are given
 * enough to go on with first, then this thread answers one batch itself. They end with the scope.
 */
export const makeAnswerer = Effect.fnUntraced(function* (
  here: AnswerBatch,
  workers: {
    readonly start: Effect.Effect<Workers, never, Scope.Scope>
    /** Workers are started once this much input is known of, in bytes. */
    readonly afterBytes: number
    /** The size of the input, where it is known beforehand. */
    readonly inputBytes: number | undefined
    /** How many batches the workers together can be given to go on with. */
    readonly batchesMax: number
  },
): Effect.fn.Return<AnswerBatch, never, Scope.Scope> {
  const scope = yield* Effect.scope
  let knownBytes = workers.inputBytes ?? 0
  const underWay = yield* Semaphore.make(workers.batchesMax + 1)
  let starting = false
  let started: Workers | undefined
  const start = Effect.map(Scope.provide(workers.start, scope), (threads) => {
    started = threads
  })
  const answer: AnswerBatch = (batch) =>
    Effect.suspend(() => {
      if (started?.ready() === true) return started.hasRoom() ? started.answer(batch) : here(batch)
      knownBytes += workers.inputBytes === undefined ? batch.inputBytes : 0
      if (starting || knownBytes <= workers.afterBytes) return here(batch)
      starting = true
      return Effect.andThen(start, here(batch))
    })
  return (batch) => underWay.withPermit(answer(batch))
})
