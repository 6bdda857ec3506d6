import type { Writable } from "node:stream"
import * as Effect from "effect/Effect"
import { AnswersUnwritable } from "../batch/run-lines.ts"
import { frameHeader } from "./frames.ts"
import { type WorkerFailed, type WorkerFrame, workerFrames } from "./protocol.ts"

/** Writes frames; each write ends when the bytes have left, so that nothing piles up. */
export interface FrameSink {
  readonly bytes: (
    letter: WorkerFrame,
    payload: Uint8Array,
  ) => Effect.Effect<void, AnswersUnwritable>
  readonly json: (letter: WorkerFrame, value: object) => Effect.Effect<void, AnswersUnwritable>
}

/** Writes frames into a stream. */
export const makeFrameSink = (stream: Writable): FrameSink => {
  // A failed write is told to the one who wrote; without a listener the same error ends the process.
  stream.on("error", () => {})
  const bytes: FrameSink["bytes"] = (letter, payload) =>
    Effect.callback((resume) => {
      // Both leave together.
      stream.cork()
      stream.write(frameHeader(letter, payload.length))
      stream.write(payload, (cause) => {
        const failed = cause !== null && cause !== undefined
        resume(failed ? Effect.fail(new AnswersUnwritable({ cause })) : Effect.void)
      })
      stream.uncork()
    })
  const encoder = new TextEncoder()
  return { bytes, json: (letter, value) => bytes(letter, encoder.encode(JSON.stringify(value))) }
}

/** Tells a client why its worker ends. Where nobody reads any more, the failure itself is what counts. */
export const tellFailure = (
  sink: FrameSink,
  { detail, error }: WorkerFailed,
): Effect.Effect<void> => Effect.ignore(sink.json(workerFrames.error, { error, detail }))
