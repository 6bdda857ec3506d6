import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Writable } from "node:stream"
import type { AnswerRow, RefusalTelling, WriteLine } from "../batch/answer-batch.ts"
import { answerHere, batchSizes, type LineSinks, runLines } from "../batch/answer-lines.ts"
import { type BatchSizes, type LineBatch, lineBatches, rowBatches } from "../batch/line-batches.ts"
import { noProgress } from "../batch/progress.ts"
import { release } from "../batch/text-bytes.ts"
import { makeAnswerWriter, writtenBy } from "../outputs/answer-sinks.ts"
import type { AnswerBytes, RefusedRequest } from "../request-reader.ts"
import type { AnswerForm } from "../rows/answer-columns.ts"
import { askedRows, columnRows } from "../rows/row-lines.ts"
import type { RequestColumns } from "../rows/row-request.ts"
import {
  type FrameSink,
  makeFrameSink,
  type ReadFrame,
  readFrames,
  tellFailure,
  WorkerFailed,
  workerFrames,
  type WorkerNoun,
} from "./frames.ts"
import { readHello, type WorkerGreeting, type WorkerHello } from "./greeting.ts"

/** A kind of answers that a client asked for first. */
export interface AskedFrames {
  readonly noun: WorkerNoun
  readonly hello: WorkerHello
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
    failure instanceof WorkerFailed ? tellFailure(sink, failure) : Effect.void,
  )
})

/**
 * Reads the payload of a frame, some requests at a time: lines of JSON, or an Arrow stream with a column of JSON, or with a
 * column for each field. Every row is asked for. Rejects where a stream cannot be read, or has columns
 * that are no fields.
 */
export const frameRequests = async (
  payload: Uint8Array,
  columns: () => Promise<RequestColumns>,
  sizes: BatchSizes,
): Promise<AsyncIterable<LineBatch>> => {
  if (!isArrow(payload)) return lineBatches(oneChunk(payload), sizes)
  const { arrowTextLines } = await import("../../tables/forms/arrow/read-arrow.ts")
  const texts = await arrowTextLines(oneChunk(payload), (name) => jsonNames.has(name))
  if (texts !== undefined) return lineBatches(texts, sizes)
  const { readArrow } = await import("../../tables/forms/arrow/read-arrow.ts")
  const source = await readArrow(oneChunk(payload))
  const rows = await askedRows(columnRows(source), await columns())
  return rowBatches(rows ?? noRows(), () => 0)
}

/**
 * A refusal as a line among the answers. It tells no number of its line: that would depend on how the
 * lines were shared out.
 *
 * ```ts
 * import { refusalLine } from "../http/bulk/worker/answer-frames.ts"
 *
 * refusalLine({ error: "BAD_MARKET", detail: "market: …", id: 7 }) // => '{"id":7,"error":"BAD_MARKET","detail":"market: …"}'
 * ```
 */
export const refusalLine = ({ detail, error, id, warnings }: RefusedRequest): string =>
  JSON.stringify({ ...(id === undefined ? {} : { id }), error, detail, warnings })

/** How a worker tells refusals: every line is answered, a blank one too. */
export const workerTelling: RefusalTelling = {
  place: "line ",
  inline: (_, refused) => refusalLine(refused),
  isBlankAsked: true,
}

/** What a worker answers its client with, once it knows what that wants. */
interface WorkerAnswers<E, R> {
  readonly greeting: WorkerGreeting
  readonly form: AnswerForm
  /** The columns that a table of requests may have. */
  readonly requestColumns: (noun: WorkerNoun) => Promise<RequestColumns>
  /** Prepares one kind of answers; asked once for each kind. */
  readonly prepare: (asked: AskedFrames) => Effect.Effect<PreparedFrames, E, R>
}

/** What answers the lines of frames, and their rows. */
interface PreparedFrames {
  readonly write: AnswerBytes<WriteLine>
  readonly row: AnswerRow
  readonly telling: RefusalTelling
}

/** What a worker does with frames, one after the other. */
const makeSession = <E, R>(answers: WorkerAnswers<E, R>, sink: FrameSink) => {
  const { greeting } = answers
  const answer = makeAnswering(answers, sink)
  let hello: WorkerHello | undefined
  return Effect.fnUntraced(function* ({ letter, payload }: ReadFrame) {
    if (hello === undefined) {
      hello = yield* Effect.fromResult(helloOf({ letter, payload }, greeting))
      const { engineVersion } = greeting
      return yield* sink.json(workerFrames.ready, { engineVersion })
    }
    switch (letter) {
      case "H": {
        const detail = "a hello comes once, before all else"
        return yield* new WorkerFailed({ error: "HELLO_REPEATED", detail })
      }
      case "P":
        return yield* sink.bytes(workerFrames.pong, payload)
      case "B":
        return yield* answer("bilan", payload, hello)
      case "Q":
        return yield* answer("quote", payload, hello)
      case "T":
        return yield* answer("table", payload, hello)
    }
  })
}

/** What answers a frame of requests: with as many answers and refusals as there were. */
const makeAnswering = <E, R>(
  { form, greeting, prepare, requestColumns }: WorkerAnswers<E, R>,
  sink: FrameSink,
) => {
  const { answers: only, lineBytesMax } = greeting
  const prepared = new Map<WorkerNoun, PreparedFrames>()
  const answersTo = Effect.fnUntraced(function* (asked: AskedFrames) {
    const known = prepared.get(asked.noun)
    if (known !== undefined) return known
    const made = yield* prepare(asked)
    prepared.set(asked.noun, made)
    return made
  })
  return Effect.fnUntraced(function* (
    noun: WorkerNoun,
    payload: Uint8Array<ArrayBuffer>,
    hello: WorkerHello,
  ) {
    const other = otherAnswers(noun, only)
    if (other !== undefined) return yield* other
    const inputBytesTotal = payload.length
    const sizes = { ...batchSizes, lineBytesMax }
    const batches = yield* Effect.tryPromise({
      try: () => frameRequests(payload, () => requestColumns(noun), sizes),
      catch: unusable,
    })
    const { row, telling, write } = yield* answersTo({ noun, hello })
    const { answered, refused, warned } = yield* runLines({
      batches,
      unreadable: unusable,
      answer: answerHere(write, telling, row),
      window: 1,
      sinks: {
        ...(yield* openFrameAnswers(form, sink)),
        reports: () => Effect.void,
        progress: noProgress,
      },
      noun,
      inputBytesTotal,
    })
    yield* sink.json(workerFrames.done, { answered, refused, warned })
  })
}

/** Why a frame asks for what a worker does not answer; undefined where it does. */
const otherAnswers = (noun: WorkerNoun, only: WorkerNoun | undefined): WorkerFailed | undefined => {
  if (noun === only || (only === undefined && noun !== "table")) return undefined
  const detail =
    only === "table"
      ? `this worker answers the facts of a table (T), no ${noun}s`
      : only === undefined || noun === "table"
        ? "this worker has no table: viatica worker --table FILE.table.json"
        : `this worker answers ${only}s in columns, no ${noun}s`
  return new WorkerFailed({ error: "OTHER_ANSWERS", detail })
}

const unusable = (cause: unknown): WorkerFailed =>
  new WorkerFailed({
    error: "REQUESTS_UNREADABLE",
    detail: cause instanceof Error ? cause.message : String(cause),
  })

const unreadable = (cause: unknown): WorkerFailed =>
  cause instanceof WorkerFailed
    ? cause
    : new WorkerFailed({ error: "INPUT_UNREADABLE", detail: String(cause) })

/**
 * Where the answers to one frame go: lines as they are, record batches as one whole Arrow stream, cut
 * into frames as it is written.
 */
const openFrameAnswers = Effect.fnUntraced(function* (
  form: AnswerForm,
  sink: FrameSink,
): Effect.fn.Return<Pick<LineSinks, "answers" | "end">> {
  if (form.format === "ndjson") {
    const answers: LineSinks["answers"] = (bytes) =>
      Effect.map(sink.bytes(workerFrames.answers, bytes), () => release(bytes))
    return { answers }
  }
  const writer = yield* Effect.promise(() =>
    makeAnswerWriter(form, {
      write: (bytes) => Effect.runPromise(sink.bytes(workerFrames.answers, bytes)),
      finish: () => Promise.resolve(),
    }),
  )
  return writtenBy(writer)
})

/** Reads the hello that comes first. */
const helloOf = (frame: ReadFrame, greeting: WorkerGreeting) =>
  frame.letter === "H"
    ? readHello(frame.payload, greeting)
    : Result.fail(
        new WorkerFailed({ error: "HELLO_MISSING", detail: "the first frame is a hello (H)" }),
      )

const isArrow = (payload: Uint8Array): boolean =>
  arrowStart.every((byte, at) => payload[at] === byte)

/** An Arrow stream begins with this; no text in UTF-8 does. */
const arrowStart = [0xff, 0xff, 0xff, 0xff] as const

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A table whose only column has one of these names holds requests as JSON; Spark says `value`. */
const jsonNames: ReadonlySet<string> = new Set(["request", "value"])

async function* noRows(): AsyncGenerator<never> {}
