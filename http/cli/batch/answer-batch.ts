import * as Result from "effect/Result"
import type { AnswerBytes, RefusedRequest } from "../request-reader.ts"
import type { LineBatch } from "./line-batches.ts"
import { makeTextBytes, type WriteJson } from "./text-bytes.ts"
import { makeUnreadCounts, type UnreadCounts } from "./unread-counts.ts"

/** What a thread is given to answer. */
export type AskedBatch = Pick<LineBatch, "bytes" | "firstLine">

/** What the lines of a batch came to: texts as they leave for standard output and standard error. */
export interface BatchAnswers {
  readonly answered: number
  readonly refused: number
  /** How many of the answers have warnings, and what of their requests was not read. */
  readonly warned: number
  readonly unread: UnreadCounts
  readonly answers: Uint8Array<ArrayBuffer>
  readonly reports: Uint8Array<ArrayBuffer>
}

const lineFeed = 10

const blanks: ReadonlySet<number> = new Set([9, 13, 32])

const isBlank = (line: Uint8Array): boolean => line.every((byte) => blanks.has(byte))

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * Says in one line which line of input got no answer, why, what of it was not read, and its id. What a
 * terminal would obey is escaped.
 */
export const reportText = (
  line: number,
  { detail, error, id, warnings = [] }: RefusedRequest,
): string => {
  const whose = id === undefined ? "" : ` (id ${JSON.stringify(id)})`
  const said = [detail, ...warnings.map((each) => each.detail)].join("; ")
  const text = `line ${line}: ${error}: ${said}${whose}`
  return `${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, escaped)}\n`
}

/** Each answer is written as soon as it is made: texts that wait for others outlive young memory. */
const answers = makeTextBytes()
const reports = makeTextBytes()

/**
 * Answers the lines of a batch in their order, in compact JSON. Blank lines are counted and left
 * out. A line over the limit is refused unread.
 */
export const answerBatch = (
  { bytes, firstLine }: AskedBatch,
  answer: AnswerBytes<WriteJson>,
): BatchAnswers => {
  let answered = 0
  let refused = 0
  let warned = 0
  const unread = makeUnreadCounts()
  let line = firstLine
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(lineFeed, from)
    const request = bytes.subarray(from, end)
    from = end + 1
    if (isBlank(request)) continue
    const found = answer(request)
    if (Result.isSuccess(found)) {
      const { answer: write, warnings } = found.success
      write(answers)
      answers.write("\n")
      answered += 1
      if (warnings.length > 0) {
        warned += 1
        unread.add(warnings)
      }
    } else {
      reports.write(reportText(line, found.failure))
      refused += 1
    }
  }
  const texts = { answers: answers.take(), reports: reports.take() }
  return { answered, refused, warned, unread: unread.counts, ...texts }
}
