import * as Result from "effect/Result"
import type { AnswerBytes, RefusedRequest } from "../request-reader.ts"

const openBracket = 91

/**
 * The line that stands for a row of which no request can be made: a list of its refusal, where a
 * request would be an object.
 */
export const refusedRow = (refused: RefusedRequest): string => JSON.stringify([refused])

/** Whether a line stands for a row of which no request can be made. */
export const isRefusedRow = (line: string): boolean => line.charCodeAt(0) === openBracket

/** Why no request can be made of the row that a line stands for. */
export const refusalIn = (line: string): RefusedRequest => {
  const [refused] = JSON.parse(line) as readonly [RefusedRequest]
  return refused
}

const decoder = new TextDecoder()

/** Makes what answers requests answer the lines that rows were made into. */
export const rowReader =
  <Answer>(answer: AnswerBytes<Answer>): AnswerBytes<Answer> =>
  (bytes) =>
    bytes?.[0] === openBracket ? Result.fail(refusalIn(decoder.decode(bytes))) : answer(bytes)
