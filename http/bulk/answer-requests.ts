import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Flag from "effect/cli/Flag"
import type { RequestWarning } from "../../core/fields/request-warning.ts"
import { answerLines } from "./batch/answer-lines.ts"
import { prepareAnswers } from "./batch/answering.ts"
import { type AnswerOutput, answerOutput, isOutputAsked, type OutputFlags } from "./output-flags.ts"
import { openSinks } from "./outputs/answer-sinks.ts"
import {
  documentLine,
  openRequests,
  originOf,
  type RequestInput,
  type RequestOrigin,
} from "./request-origin.ts"
import { type AnswerShape, plainForm } from "./rows/answer-columns.ts"
import { requestColumns } from "./rows/row-request.ts"
import { isRequestHeader, tableRequests } from "./table-requests.ts"
import {
  type CommandRefused,
  refusal,
  sentenceOf,
  wrongUsage,
} from "../terminal/command-refused.ts"
import { limitOf } from "../../rules/reference/limits.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { Answering } from "./batch/prepared-answers.ts"

/** Answers the requests of an origin: one document as a text, or lines with lines. */
export const answerRequests = Effect.fnUntraced(function* (
  origin: RequestOrigin,
  {
    answering,
    isJson,
    noLines,
    noun,
    output: flags,
    shape,
    sources,
    strict,
    tables,
    text,
    workers,
  }: RequestAnswers,
) {
  const lineBytesMax = limitOf(tables, "body_bytes_max")
  const asked = isOutputAsked(flags)
  const output = asked ? yield* answerOutput(flags, yield* Effect.promise(shape)) : plainOutput
  if (output.misuse !== undefined) return yield* wrongUsage(output.misuse)
  const isHeader = async (line: string) =>
    isRequestHeader(requestColumns((await shape()).request))(line)
  const opened = yield* openRequests(origin, { bytesMax: lineBytesMax, isHeader })
  const { input, inputBytes, unreadable } = opened
  if (input._tag === "Empty") {
    return yield* refusal("unreadable", { path: origin.name, reason: { _tag: "Empty" } })
  }
  if (input._tag === "Document" && !asked) {
    const { answer } = yield* Effect.promise(() => prepareAnswers(answering, tables))
    const answered = answer(input.bytes)
    if (Result.isFailure(answered)) return yield* refusal("request-refused", answered.failure)
    const { answer: found, warnings } = answered.success
    const refused = strict && warnings.length > 0
    if (!refused) yield* Console.log(text(found))
    if (refused || !isJson) yield* warnOf(warnings)
    return yield* refused ? refusal("request-not-read", { noun }) : Effect.void
  }
  if (noLines !== undefined) return yield* wrongUsage(noLines)
  const { told, ...lines } = yield* linesOf(input, origin, { lineBytesMax, shape, unreadable })
  const form = { ...output.form, ...told }
  const { row, telling, write } = yield* Effect.promise(() =>
    prepareAnswers(answering, tables, form),
  )
  const counts = yield* answerLines({
    ...lines,
    inputBytes,
    lineBytesMax,
    unreadable,
    noun,
    answer: write,
    answerRow: row,
    telling,
    job: { answering, form, sources },
    workers,
    sinks: yield* openSinks(form, output.file),
  })
  const unit = form.isTable ? "rows" : "lines"
  const { answered, refused, warned } = counts
  const failed =
    refused > 0 ? refusal("lines-refused", { answered, refused, noun, unit }) : undefined
  if (warned > 0 && strict && failed === undefined)
    yield* refusal("lines-not-read", { ...counts, noun })
  if (warned > 0)
    yield* Console.error(`viatica: ${sentenceOf("lines-not-read", { ...counts, noun })}`)
  if (failed !== undefined) return yield* failed
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

/** `--strict`: nothing of a request may be left unread. */
export const strictFlag = Flag.Boolean("strict").pipe(
  Flag.withDescription(
    "Refuse a request with unknown fields or words: the default for one written on the command line; --no-strict answers it and warns",
  ),
  Flag.optional,
)

/**
 * Whether nothing may be left unread: as asked for, else where somebody has written the request as an
 * argument and looks at a terminal.
 */
export const isStrict = (
  asked: Option.Option<boolean>,
  request: Option.Option<string>,
  onTerminal = process.stderr.isTTY === true,
): boolean =>
  Option.getOrElse(asked, () => onTerminal && Option.exists(request, (text) => text !== "-"))

/** How a command answers its requests. */
interface RequestAnswers {
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
  /** Loads what tables of requests and of answers are made of. */
  readonly shape: () => Promise<AnswerShape>
  readonly output: OutputFlags & { readonly explain: boolean }
}

const plainOutput: AnswerOutput = { form: plainForm, file: undefined }

/** Warns of what of a request was not read. */
const warnOf = (warnings: ReadonlyArray<RequestWarning>): Effect.Effect<void> =>
  Effect.forEach(warnings, ({ detail }) => Console.error(`viatica: ${detail}`), { discard: true })

/** The lines of an input, and what it takes to report them. */
const linesOf = Effect.fnUntraced(function* (
  input: Exclude<RequestInput, { readonly _tag: "Empty" }>,
  origin: RequestOrigin,
  reading: {
    readonly lineBytesMax: number
    readonly shape: () => Promise<AnswerShape>
    readonly unreadable: (cause: unknown) => CommandRefused
  },
) {
  const { lineBytesMax, shape, unreadable } = reading
  if (input._tag === "Lines") return { chunks: input.chunks, told: {} }
  if (input._tag === "Document")
    return { chunks: documentLine(input.bytes, lineBytesMax), told: {} }
  const columns = requestColumns((yield* Effect.promise(shape)).request)
  const opened = yield* tableRequests(origin, input, { columns, lineBytesMax, unreadable })
  const { chunks, place, readBytes, rows } = opened
  return { chunks, rows, readBytes, told: { place, isTable: true } }
})
