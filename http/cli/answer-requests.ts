import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { errorCode } from "../database/errors.ts"
import { CommandEnded, exitStatus } from "./exit-status.ts"
import type { LineBatches } from "./request-input.ts"
import { type AnswerBytes, answerLines, type LineCounts } from "./request-lines.ts"
import { originOf, readingFrom, type RequestOrigin, RequestsUnreadable } from "./request-origin.ts"

/** A request got no answer. */
export class RequestRefused extends Data.TaggedError("RequestRefused")<{
  readonly error: string
  readonly detail: string
}> {
  override get message() {
    return `${this.error}: ${this.detail}`
  }
}

/** Some of many requests got no answer; their lines have been answered with the reason. */
export class LinesRefused extends Data.TaggedError("LinesRefused")<
  LineCounts & { readonly noun: string }
> {
  override get message() {
    return `${this.refused} of ${this.answered + this.refused} lines got no ${this.noun}`
  }
}

/** How a command answers its requests. */
export interface Answering<Answer> {
  /** What an answer is called: `bilan`. */
  readonly noun: string
  readonly bytesMax: number
  readonly answer: AnswerBytes<Answer>
  /** The text printed for the answer to a lone request; lines are answered in compact JSON. */
  readonly text: (answer: Answer) => string
}

/** Resolves once the text has left for standard output, so that nothing piles up here. */
const writeOut = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })

/** How often progress is shown, in milliseconds. */
const progressEveryMs = 200

/** Counts on one line of the terminal, if standard error is one; `clear` takes it away. */
const makeProgress = (noun: string) => {
  const { stderr } = process
  let shownAtMs = 0
  const shown = ({ answered, refused }: LineCounts): void => {
    if (performance.now() - shownAtMs < progressEveryMs) return
    shownAtMs = performance.now()
    stderr.write(`\r${answered} ${noun}s${refused === 0 ? "" : `, ${refused} lines refused`}`)
  }
  return stderr.isTTY === true
    ? { progress: shown, clear: () => void stderr.write("\r\u001b[K") }
    : { progress: () => {}, clear: () => {} }
}

/** Answers lines until they end, or until nobody reads the answers any more. */
const streamLines = async <Answer>(
  batches: LineBatches,
  { answer, noun }: Answering<Answer>,
): Promise<LineCounts> => {
  const { progress, clear } = makeProgress(noun)
  const ignore = (): void => {}
  process.stdout.on("error", ignore)
  try {
    return await answerLines(batches, answer, { write: writeOut, progress })
  } catch (cause) {
    if (errorCode(cause) === "EPIPE") return { answered: 0, refused: 0 }
    throw cause
  } finally {
    clear()
    process.stdout.off("error", ignore)
  }
}

/** Answers the requests of an origin: one document as a text, or lines with lines. */
export const answerRequests = Effect.fnUntraced(function* <Answer>(
  origin: RequestOrigin,
  answering: Answering<Answer>,
) {
  const { answer, bytesMax, noun, text } = answering
  const input = yield* readingFrom(origin, () => origin.read(bytesMax))
  switch (input._tag) {
    case "Empty":
      return yield* new RequestsUnreadable({ origin: origin.name, reason: "it is empty" })
    case "Document": {
      const answered = answer(input.bytes)
      if (Result.isFailure(answered)) return yield* new RequestRefused(answered.failure)
      return yield* Console.log(text(answered.success))
    }
    case "Lines": {
      const counts = yield* readingFrom(origin, () => streamLines(input.batches, answering))
      if (counts.refused > 0) return yield* new LinesRefused({ ...counts, noun })
    }
  }
})

/** The origin that an argument names; wrong usage where it is left out and nothing is piped in. */
export const requestOrigin = Effect.fnUntraced(function* (
  command: string,
  request: Option.Option<string>,
) {
  if (Option.isNone(request) && process.stdin.isTTY === true) {
    yield* Console.error(`viatica: ${command} needs a request (see viatica ${command} --help)`)
    return yield* new CommandEnded({ status: exitStatus.wrongUsage })
  }
  return originOf(request)
})
