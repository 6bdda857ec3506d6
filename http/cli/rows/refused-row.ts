import * as Result from "effect/Result"
import type { AnswerBytes, RefusedRequest } from "../request-reader.ts"

const openBracket = 91

/**
 * The line that stands for a row of which no request can be made: a list of its refusal, where a
 * request would be an object.
 */
export const refusedRow = (refused: RefusedRequest): string => JSON.stringify([refused])

const decoder = new TextDecoder()

const refusalIn = (line: Uint8Array): RefusedRequest => {
  const [refused] = JSON.parse(decoder.decode(line)) as readonly [RefusedRequest]
  return refused
}

/** Makes what answers requests answer the lines that rows were made into. */
export const rowReader =
  <Answer>(answer: AnswerBytes<Answer>): AnswerBytes<Answer> =>
  (bytes) =>
    bytes?.[0] === openBracket ? Result.fail(refusalIn(bytes)) : answer(bytes)
