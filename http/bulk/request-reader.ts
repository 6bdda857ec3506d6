import * as Result from "effect/Result"
import { type RequestWarning, warned } from "../../core/fields/request-warning.ts"

/** Why a request got no answer. */
export interface RequestRefusal {
  readonly error: string
  readonly detail: string
}

/** A request without an answer: why, its `id` where it carries one, and what of it was not read. */
export interface RefusedRequest extends RequestRefusal {
  readonly id?: unknown
  readonly warnings?: ReadonlyArray<RequestWarning>
}

/** An answer that was given, with its warnings in it; here they stand once more, to be counted. */
export interface WarnedAnswer<Answer> {
  readonly answer: Answer
  readonly warnings: ReadonlyArray<RequestWarning>
}

/** Answers the bytes of one request; undefined stands for one longer than allowed. */
export type AnswerBytes<Answer> = (
  bytes: Uint8Array | undefined,
) => Result.Result<WarnedAnswer<Answer>, RefusedRequest>

const notJson: RequestRefusal = { error: "INVALID_JSON", detail: "not valid JSON in UTF-8" }

const decoder = new TextDecoder("utf-8", { fatal: true })

const parsed = (bytes: Uint8Array): Result.Result<readonly [unknown, string], RequestRefusal> =>
  Result.try({
    try: () => {
      const text = decoder.decode(bytes)
      const request: unknown = JSON.parse(text)
      return [request, text] as const
    },
    catch: () => notJson,
  })

/** The parts of the language's JSON that its types do not know yet. */
const exactJson = JSON as unknown as {
  readonly parse: (
    text: string,
    revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ) => Readonly<Record<string, unknown>>
  readonly rawJSON: (source: string) => unknown
}

/** Keeps a number as it is written: one of more than 15 digits would come out as another. */
const keepNumber = (_: string, value: unknown, { source }: { readonly source?: string }): unknown =>
  typeof value === "number" && source !== undefined ? exactJson.rawJSON(source) : value

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** An `id` that is no plain text, as it was sent; what is nested beyond reason cannot be printed. */
const exactId = (text: string): Result.Result<unknown, RequestRefusal> =>
  Result.try({
    try: () => {
      const { id } = exactJson.parse(text, keepNumber)
      JSON.stringify(id)
      return id
    },
    catch: () => ({ error: "BAD_ID", detail: "id: nested too deeply" }),
  })

/** Texts up to this length cannot nest too deeply. */
const shortLength = 1_024

const numberAfter = /\s*:\s*([-+.\dEe]+)/y

/**
 * Whether a number is surely the `id` of a text as it is written: the text is short, names one `id`
 * alone and has no escapes, in which another could hide.
 */
const isWritten = (id: number, text: string): boolean => {
  if (text.length > shortLength) return false
  const at = text.indexOf('"id"')
  if (text.includes("\\") || text.includes('"id"', at + 1)) return false
  numberAfter.lastIndex = at + '"id"'.length
  return numberAfter.exec(text)?.[1] === String(id)
}

/** The `id` of a request, to be printed as it was sent; undefined where there is none. */
const idOf = (request: unknown, text: string): Result.Result<unknown, RequestRefusal> => {
  if (!isObject(request) || !("id" in request)) return Result.succeed(undefined)
  const { id } = request
  if (typeof id === "number" && isWritten(id, text)) return Result.succeed(id)
  if (typeof id !== "number" && !isObject(id)) return Result.succeed(id)
  // A number that is printed as it was written is one, whatever else the request holds.
  return Result.map(exactId(text), (exact) =>
    typeof id === "number" && JSON.stringify(exact) === String(id) ? id : exact,
  )
}

/** Tells what of a request is not read. */
export type WarningsOf = (request: unknown) => ReadonlyArray<RequestWarning>

/** Makes parsed JSON the request that it stands for, or says why it stands for none. */
export type NestRequest = (sent: unknown) => Result.Result<unknown, RequestRefusal>

/**
 * What answers requests, and how the `id` of a request becomes the first field of its answer and the
 * warnings the last.
 */
export interface Answers<Answer> {
  readonly answer: (request: unknown) => Result.Result<Answer, RequestRefusal>
  readonly identified: (answer: Answer, id: unknown) => Answer
  readonly warned: (answer: Answer, warnings: ReadonlyArray<RequestWarning>) => Answer
}

/** Answers that are objects. */
export const objectAnswers = (answer: Answers<object>["answer"]): Answers<object> => ({
  answer,
  identified: (found, id) => ({ id, ...found }),
  warned,
})

/** The `id` of a request is this command line's own, and read. */
const ownField = "id"

/** What of a refused request was not read: its values were refused, or not come to, so words and fields. */
const ofRefused = (warnings: ReadonlyArray<RequestWarning>) => {
  const told = warnings.filter(({ code }) => code !== "IGNORED_VALUE")
  return told.length === 0 ? {} : { warnings: told }
}

/**
 * Makes what answers parsed JSON answer bytes of at most a length. The `id` of a request, whatever
 * it is, becomes the first field of its answer; warnings of what is not read become the last.
 */
export const makeReader = <Answer>(
  { answer, identified, warned: withWarnings }: Answers<Answer>,
  bytesMax: number,
  warningsOf: WarningsOf = () => [],
  nest: NestRequest = Result.succeed,
): AnswerBytes<Answer> => {
  const tooLong = Result.fail({
    error: "PAYLOAD_TOO_LARGE",
    detail: `a request has at most ${bytesMax} bytes`,
  })
  return (bytes) => {
    if (bytes === undefined || bytes.length > bytesMax) return tooLong
    const read = parsed(bytes)
    if (Result.isFailure(read)) return Result.fail(read.failure)
    const [sent, text] = read.success
    const found = idOf(sent, text)
    if (Result.isFailure(found)) return Result.fail(found.failure)
    const id = found.success
    const about = id === undefined ? {} : { id }
    const nested = nest(sent)
    if (Result.isFailure(nested)) return Result.fail({ ...nested.failure, ...about })
    const request = nested.success
    const all = warningsOf(request)
    const warnings = all.length === 0 ? all : all.filter(({ path }) => path !== ownField)
    const answered = answer(request)
    if (Result.isFailure(answered)) {
      return Result.fail({ ...answered.failure, ...about, ...ofRefused(warnings) })
    }
    const plain =
      warnings.length === 0 ? answered.success : withWarnings(answered.success, warnings)
    return Result.succeed({ answer: id === undefined ? plain : identified(plain, id), warnings })
  }
}
