import type { Writable } from "node:stream"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { AnswerBytes, RefusedRequest } from "../request-reader.ts"
import type { RefusalTelling, WriteLine } from "../batch/answer-batch.ts"
import { batchSizes } from "../batch/answer-lines.ts"
import { answerHere } from "../batch/answerer.ts"
import { lineBatches } from "../batch/line-batches.ts"
import { noProgress } from "../batch/progress.ts"
import { release } from "../batch/release.ts"
import { runLines } from "../batch/run-lines.ts"
import { type FrameSink, makeFrameSink } from "./frame-sink.ts"
import { type ReadFrame, readFrames } from "./frames.ts"
import { readHello, type WorkerGreeting, type WorkerHello } from "./greeting.ts"
import { WorkerFailed, workerFrames } from "./protocol.ts"

/** What a worker answers its client with, once it knows what that wants. */
export interface WorkerAnswers<E, R> {
  readonly greeting: WorkerGreeting
  /** Prepares one kind of answers; asked once for each kind. */
  readonly prepare: (
    noun: "bilan" | "quote",
    hello: WorkerHello,
  ) => Effect.Effect<AnswerBytes<WriteLine>, E, R>
}

/**
 * A refusal as a line among the answers. It tells no number of its line: that would depend on how the
 * lines were shared out.
 *
 * ```ts
 * import { refusalLine } from "../http/cli/worker/answer-frames.ts"
 *
 * refusalLine({ error: "BAD_MARKET", detail: "market: …", id: 7 }) // => '{"id":7,"error":"BAD_MARKET","detail":"market: …"}'
 * ```
 */
export const refusalLine = ({ detail, error, id, warnings }: RefusedRequest): string =>
  JSON.stringify({ ...(id === undefined ? {} : { id }), error, detail, warnings })

const telling: RefusalTelling = {
  place: "line ",
  inline: (_, refused) => refusalLine(refused),
  isBlankAsked: true,
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const unreadable = (cause: unknown): WorkerFailed =>
  cause instanceof WorkerFailed
    ? cause
    : new WorkerFailed({ error: "INPUT_UNREADABLE", detail: String(cause) })

/** Answers the lines of a frame, and counts them: with as many lines as there were. */
const answerFrame = Effect.fnUntraced(function* (
  payload: Uint8Array<ArrayBuffer>,
  noun: string,
  {
    answer,
    lineBytesMax,
    sink,
  }: {
    readonly answer: AnswerBytes<WriteLine>
    readonly lineBytesMax: number
    readonly sink: FrameSink
  },
) {
  const { answered, refused, warned } = yield* runLines({
    batches: lineBatches(oneChunk(payload), { ...batchSizes, lineBytesMax }),
    unreadable,
    answer: answerHere(answer, telling),
    window: 1,
    sinks: {
      answers: (bytes) => Effect.map(sink.bytes(workerFrames.answers, bytes), () => release(bytes)),
      reports: () => Effect.void,
      progress: noProgress,
    },
    noun,
    inputBytesTotal: payload.length,
  })
  yield* sink.json(workerFrames.done, { answered, refused, warned })
})

/** Reads the hello that comes first. */
const helloOf = (frame: ReadFrame, greeting: WorkerGreeting) =>
  frame.letter === "H"
    ? readHello(frame.payload, greeting)
    : Result.fail(
        new WorkerFailed({ error: "HELLO_MISSING", detail: "the first frame is a hello (H)" }),
      )

/** What a worker does with frames, one after the other. */
const makeSession = <E, R>({ greeting, prepare }: WorkerAnswers<E, R>, sink: FrameSink) => {
  const prepared = new Map<string, AnswerBytes<WriteLine>>()
  let hello: WorkerHello | undefined
  const answersTo = Effect.fnUntraced(function* (noun: "bilan" | "quote", asked: WorkerHello) {
    const known = prepared.get(noun)
    if (known !== undefined) return known
    const answer = yield* prepare(noun, asked)
    prepared.set(noun, answer)
    return answer
  })
  return Effect.fnUntraced(function* (frame: ReadFrame) {
    if (hello === undefined) {
      hello = yield* Effect.fromResult(helloOf(frame, greeting))
      const { engineVersion } = greeting
      return yield* sink.json(workerFrames.ready, { engineVersion })
    }
    switch (frame.letter) {
      case "H": {
        const detail = "a hello comes once, before all else"
        return yield* new WorkerFailed({ error: "HELLO_REPEATED", detail })
      }
      case "P":
        return yield* sink.bytes(workerFrames.pong, frame.payload)
      case "B":
      case "Q": {
        const noun = frame.letter === "B" ? "bilan" : "quote"
        const answer = yield* answersTo(noun, hello)
        const { lineBytesMax } = greeting
        return yield* answerFrame(frame.payload, noun, { answer, lineBytesMax, sink })
      }
    }
  })
}

/**
 * Greets a client and answers its frames, one after the other and in their order, until its input
 * ends. The next frame is read when the answers to the one before have left: a client that does not
 * read is not read from. Whatever ends it otherwise is told in a last frame.
 */
export const answerFrames = Effect.fnUntraced(function* <E, R>(
  input: AsyncIterable<Uint8Array>,
  output: Writable,
  answers: WorkerAnswers<E, R>,
) {
  const sink = makeFrameSink(output)
  const { greeting } = answers
  const serve = Effect.gen(function* () {
    yield* sink.json(workerFrames.greeting, greeting)
    const frames = readFrames(input, greeting.frameBytesMax)
    const take = makeSession(answers, sink)
    const next = Effect.tryPromise({ try: () => frames.next(), catch: unreadable })
    for (let read = yield* next; read.done !== true; read = yield* next) yield* take(read.value)
  })
  return yield* Effect.tapError(serve, (failure) =>
    failure instanceof WorkerFailed
      ? // Where nobody reads any more, the failure itself is what counts.
        Effect.ignore(
          sink.json(workerFrames.error, { error: failure.error, detail: failure.detail }),
        )
      : Effect.void,
  )
})
