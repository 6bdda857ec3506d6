import * as Effect from "effect/Effect"
import { makeProgressLine, noProgress, type ProgressLine } from "./progress.ts"
import { release } from "./release.ts"
import { AnswersUnwritable, type LineSinks } from "./run-lines.ts"

type StandardStream = NodeJS.WriteStream & { readonly fd: 1 | 2 }

const writeTo =
  (stream: StandardStream) =>
  (bytes: Uint8Array<ArrayBuffer>): Effect.Effect<void, AnswersUnwritable> =>
    Effect.callback((resume) => {
      stream.write(bytes, (cause) => {
        release(bytes)
        const failed = cause !== null && cause !== undefined
        resume(failed ? Effect.fail(new AnswersUnwritable({ cause })) : Effect.void)
      })
    })

/** The width of a terminal that does not tell its own. */
const usualColumns = 80

const progressOf = (stream: StandardStream): ProgressLine => {
  if (stream.isTTY !== true) return noProgress
  const terminal = {
    get columns() {
      return stream.columns > 0 ? stream.columns : usualColumns
    },
    write: (text: string) => void stream.write(text),
  }
  return makeProgressLine(terminal, () => performance.now())
}

/**
 * Standard output for answers, standard error for reports and, where it is a terminal, for progress.
 * Answers go on where nobody reads the reports.
 */
export const standardSinks = (): LineSinks => {
  const { stderr, stdout } = process
  // A failed write is told to the one who wrote; without a listener the same error ends the process.
  for (const stream of [stdout, stderr]) stream.on("error", () => {})
  const progress = progressOf(stderr)
  const reports = writeTo(stderr)
  const answers = writeTo(stdout)
  return {
    progress,
    answers: (bytes) => {
      if (stdout.isTTY === true) progress.clear()
      return answers(bytes)
    },
    reports: (bytes) => {
      progress.clear()
      return Effect.catchIf(
        reports(bytes),
        ({ unread }) => unread,
        () => Effect.void,
      )
    },
  }
}
