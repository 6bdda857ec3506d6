import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Tables } from "../../rules/tables/index.ts"
import { limitOf } from "../../rules/reference/limits.ts"
import { answerLines } from "./batch/answer-lines.ts"
import { type Answering, prepareAnswers } from "./batch/answering.ts"
import type { LineCounts } from "./batch/run-lines.ts"
import { CommandEnded, exitStatus } from "../runtime/exit-status.ts"
import type { RefusedRequest } from "./request-reader.ts"
import { LinesNotRead, RequestNotRead, warningsText, warnOf, warnOfLines } from "./strict.ts"
import { openRequests, originOf, type RequestOrigin, RequestsUnreadable } from "./request-origin.ts"

/** A request got no answer. */
export class RequestRefused extends Data.TaggedError("RequestRefused")<RefusedRequest> {
  override get message() {
    const { detail, error, warnings = [] } = this
    return [`${error}: ${detail}`, ...(warnings.length === 0 ? [] : [warningsText(warnings)])].join(
      "; ",
    )
  }
}

/** Some of many lines got no answer; each of them has been reported. */
export class LinesRefused extends Data.TaggedError("LinesRefused")<
  Pick<LineCounts, "answered" | "refused"> & { readonly noun: string }
> {
  override get message() {
    return `${this.refused} of ${this.answered + this.refused} lines got no ${this.noun}`
  }
}

/** How a command answers its requests. */
export interface RequestAnswers {
  /** What an answer is called: `bilan`. */
  readonly noun: string
  readonly answering: Answering
  readonly tables: Tables
  /** The texts that the tables were loaded from, by file. */
  readonly sources: ReadonlyMap<string, string>
  /** The text printed for the answer to a lone request; lines are answered in compact JSON. */
  readonly text: (answer: object) => string
  /** Whether that text is JSON, in which warnings stand. */
  readonly isJson: boolean
  /** Whether a request is refused of which something is not read. */
  readonly strict: boolean
  /** How many threads answer lines; 1 is this one alone. */
  readonly workers: number
  /** Why lines are not taken, as wrong usage; left out where they are. */
  readonly noLines?: string
}

/** Ends a command that was not called as it can be, with the reason. */
export const wrongUsage = Effect.fnUntraced(function* (reason: string) {
  yield* Console.error(`viatica: ${reason}`)
  return yield* new CommandEnded({ status: exitStatus.wrongUsage })
})

/** Answers the requests of an origin: one document as a text, or lines with lines. */
export const answerRequests = Effect.fnUntraced(function* (
  origin: RequestOrigin,
  { answering, isJson, noLines, noun, sources, strict, tables, text, workers }: RequestAnswers,
) {
  const lineBytesMax = limitOf(tables, "body_bytes_max")
  const { answer, write } = yield* Effect.promise(() => prepareAnswers(answering, tables))
  const { input, inputBytes, unreadable } = yield* openRequests(origin, lineBytesMax)
  switch (input._tag) {
    case "Empty":
      return yield* new RequestsUnreadable({ origin: origin.name, reason: "it is empty" })
    case "Document": {
      const answered = answer(input.bytes)
      if (Result.isFailure(answered)) return yield* new RequestRefused(answered.failure)
      const { answer: found, warnings } = answered.success
      const refused = strict && warnings.length > 0
      if (!refused) yield* Console.log(text(found))
      if (refused || !isJson) yield* warnOf(warnings)
      return yield* refused ? new RequestNotRead({ noun }) : Effect.void
    }
    case "Lines": {
      if (noLines !== undefined) return yield* wrongUsage(noLines)
      const { chunks } = input
      const job = { answering, sources }
      const limits = { inputBytes, lineBytesMax }
      const counts = yield* answerLines({
        ...limits,
        chunks,
        unreadable,
        noun,
        answer: write,
        job,
        workers,
      })
      const { answered, refused, warned } = counts
      const failed = refused > 0 ? new LinesRefused({ answered, refused, noun }) : undefined
      if (warned > 0 && strict && failed === undefined) yield* new LinesNotRead({ counts, noun })
      if (warned > 0) yield* warnOfLines(counts, noun)
      if (failed !== undefined) return yield* failed
    }
  }
}, Effect.scoped)

/** The origin that an argument names; wrong usage where it is left out and nothing is piped in. */
export const requestOrigin = Effect.fnUntraced(function* (
  command: string,
  request: Option.Option<string>,
) {
  if (Option.isNone(request) && process.stdin.isTTY === true) {
    return yield* wrongUsage(`${command} needs a request (see viatica ${command} --help)`)
  }
  return originOf(request)
})
