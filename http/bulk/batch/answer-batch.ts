import * as Result from "effect/Result"
import type { RequestWarning } from "../../../core/fields/request-warning.ts"
import type { LineBatch } from "./line-batches.ts"
import { makeTextBytes, type TextBytes } from "./text-bytes.ts"
import type { AnswerBytes, RefusedRequest, WarnedAnswer } from "../request-reader.ts"
import type { AskedRow } from "../rows/row-request.ts"

/** What a thread is given to answer. */
export type AskedBatch = Pick<LineBatch, "bytes" | "firstLine">

/** Writes what answers a line of that number. */
export type WriteLine = (bytes: TextBytes, line: number) => void

/** Answers a row of a table. */
export type AnswerRow = (row: AskedRow) => Result.Result<WarnedAnswer<WriteLine>, RefusedRequest>

/** How refusals are told. */
export interface RefusalTelling {
  /** What stands before the number of a line: `line `, or the name of a table and a colon. */
  readonly place: string
  /** Writes a refusal among the answers, without the end of its line; left out where it is reported. */
  readonly inline?: (line: number, refused: RefusedRequest) => string
  /** Whether a blank line is a request too, which is refused: as many lines come back as went in. */
  readonly isBlankAsked?: boolean
}

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

/**
 * Says in one line which line of input got no answer, why, what of it was not read, and its id. What a
 * terminal would obey is escaped.
 */
export const reportText = (
  line: number,
  { detail, error, id, warnings = [] }: RefusedRequest,
  { place }: RefusalTelling = plainTelling,
): string => {
  const whose = id === undefined ? "" : ` (id ${JSON.stringify(id)})`
  const said = [detail, ...warnings.map((each) => each.detail)].join("; ")
  const text = `${place}${line}: ${error}: ${said}${whose}`
  return `${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, escaped)}\n`
}

/**
 * Answers the lines of a batch in their order, each in lines of its own. Blank lines are counted and left
 * out, unless they are asked. A line over the limit is refused unread.
 */
export const answerBatch = (
  { bytes, firstLine }: AskedBatch,
  answer: AnswerBytes<WriteLine>,
  telling: RefusalTelling = plainTelling,
): BatchAnswers => {
  const tally = makeTally(telling)
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let line = firstLine
  for (let from = 0; from < lines.length; line += 1) {
    const end = lines.indexOf(lineFeed, from)
    const request = lines.subarray(from, end)
    from = end + 1
    if (telling.isBlankAsked !== true && isBlank(request)) continue
    tally.add(line, answer(request))
  }
  return tally.take()
}

/** Answers rows of a table in their order, as {@link answerBatch} answers the lines that they stand for. */
export const answerRows = (
  rows: ReadonlyArray<AskedRow>,
  answer: AnswerRow,
  telling: RefusalTelling = plainTelling,
): BatchAnswers => {
  const tally = makeTally(telling)
  for (const row of rows) tally.add(row.line, answer(row))
  return tally.take()
}

/** How often each place of a request was not read, by its path without numbers. */
export type UnreadCounts = ReadonlyMap<string, number>

/** Counts places. */
export const makeUnreadCounts = () => {
  const counts = new Map<string, number>()
  const count = (place: string, times: number): void => {
    const before = counts.get(place)
    if (before !== undefined || counts.size < placesMax) counts.set(place, (before ?? 0) + times)
  }
  return {
    counts: counts as UnreadCounts,
    add: (warnings: ReadonlyArray<RequestWarning>): void => {
      for (const { path } of warnings) count(placeOf(path), 1)
    },
    addAll: (others: UnreadCounts): void => {
      for (const [place, times] of others) count(place, times)
    },
  }
}

/** Each answer is written as soon as it is made: texts that wait for others outlive young memory. */
const answers = makeTextBytes()

const reports = makeTextBytes()

/** Lines by their number, on standard error. */
const plainTelling: RefusalTelling = { place: "line " }

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** Writes what requests come to, one after the other, and counts them. */
const makeTally = (telling: RefusalTelling) => {
  let answered = 0
  let refused = 0
  let warned = 0
  const unread = makeUnreadCounts()
  return {
    add: (line: number, found: Result.Result<WarnedAnswer<WriteLine>, RefusedRequest>): void => {
      if (Result.isFailure(found)) {
        if (telling.inline === undefined) reports.write(reportText(line, found.failure, telling))
        else answers.write(`${telling.inline(line, found.failure)}\n`)
        refused += 1
        return
      }
      const { answer: write, warnings } = found.success
      write(answers, line)
      answers.write("\n")
      answered += 1
      if (warnings.length > 0) {
        warned += 1
        unread.add(warnings)
      }
    },
    take: (): BatchAnswers => {
      const texts = { answers: answers.take(), reports: reports.take() }
      return { answered, refused, warned, unread: unread.counts, ...texts }
    },
  }
}

const lineFeed = 10

const isBlank = (line: Uint8Array): boolean => line.every((byte) => blanks.has(byte))

const blanks: ReadonlySet<number> = new Set([9, 13, 32])

/** So many different places are counted; requests may hold any names. */
const placesMax = 1_000

/** The place in any request of what stands at a path: `travellers[2].agee` is `travellers[].agee`. */
const placeOf = (path: string): string => path.replace(/\[\d+\]/g, "[]")
