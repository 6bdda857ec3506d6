import * as Result from "effect/Result"
import type { InputLine, LineBatches } from "./request-input.ts"

/** Why a request got no answer. */
export interface RequestRefusal {
  readonly error: string
  readonly detail: string
}

/** Answers the bytes of one request; undefined stands for one longer than allowed. */
export type AnswerBytes<Answer> = (
  bytes: Uint8Array | undefined,
) => Result.Result<Answer, RequestRefusal>

const notJson: RequestRefusal = { error: "INVALID_JSON", detail: "not valid JSON in UTF-8" }

const decoder = new TextDecoder("utf-8", { fatal: true })

const parse = (bytes: Uint8Array): Result.Result<unknown, RequestRefusal> =>
  Result.try({
    try: (): unknown => JSON.parse(decoder.decode(bytes)),
    catch: () => notJson,
  })

/** Makes a function of parsed JSON answer bytes of at most a length. */
export const makeReader =
  <Answer>(
    answer: (request: unknown) => Result.Result<Answer, RequestRefusal>,
    bytesMax: number,
  ): AnswerBytes<Answer> =>
  (bytes) =>
    bytes === undefined
      ? Result.fail({
          error: "PAYLOAD_TOO_LARGE",
          detail: `a request has at most ${bytesMax} bytes`,
        })
      : Result.flatMap(parse(bytes), answer)

/** How many requests were answered and refused. */
export interface LineCounts {
  readonly answered: number
  readonly refused: number
}

/**
 * Answers requests line by line and in their order: an answer, or `{error, detail, line}`. A batch is
 * read only once the one before it has been written.
 */
export const answerLines = async <Answer>(
  batches: LineBatches,
  read: AnswerBytes<Answer>,
  sink: {
    readonly write: (text: string) => Promise<void>
    readonly progress: (counts: LineCounts) => void
  },
): Promise<LineCounts> => {
  let answered = 0
  let refused = 0
  const answer = ({ number, bytes }: InputLine): string => {
    const found = read(bytes)
    if (Result.isSuccess(found)) {
      answered += 1
      return `${JSON.stringify(found.success)}\n`
    }
    refused += 1
    return `${JSON.stringify({ ...found.failure, line: number })}\n`
  }
  for await (const batch of batches) {
    await sink.write(batch.map(answer).join(""))
    sink.progress({ answered, refused })
  }
  return { answered, refused }
}
