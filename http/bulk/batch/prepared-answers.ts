import type { QuoteMode } from "../offline-quotes.ts"
import * as Result from "effect/Result"
import type { RequestWarning } from "../../../core/fields/request-warning.ts"
import type { ByteText } from "../../../core/json/byte-text.ts"
import { makeMemory } from "../../../core/memory.ts"
import type { AnswerRow, WriteLine } from "./answer-batch.ts"
import type { WriteJson } from "./text-bytes.ts"
import {
  type AnswerBytes,
  type Answers,
  makeReader,
  type NestRequest,
  objectAnswers,
  type RefusedRequest,
  type WarnedAnswer,
  type WarningsOf,
} from "../request-reader.ts"
import type { AnswerForm } from "../rows/answer-columns.ts"
import { type OpenRows, prepareRows } from "../rows/answer-rows.ts"
import { isRefusedRow, refusalIn, rowLine, rowReader } from "../rows/row-request.ts"

interface AnsweringAny {
  readonly engineVersion: string
  readonly explain: boolean
  /** The day of the answers in UTC. */
  readonly today: string
}

/** What bilans are answered with, beside the tables. */
export interface AnsweringBilans extends AnsweringAny {
  readonly _tag: "Bilan"
}

/** What quotes are answered with, beside the tables. */
export interface AnsweringQuotes extends AnsweringAny {
  readonly _tag: "Quote"
  readonly mode: QuoteMode
  readonly baseUrl: string
  /** The texts of the icons by file name: their addresses depend on their content. */
  readonly icons: ReadonlyMap<string, string>
}

/** An imported table that answers facts: its definition as JSON, and its rows as CSV under their file. */
export interface AnsweringTable {
  readonly _tag: "Table"
  readonly definition: string
  readonly file: string
  readonly source: string
}

/** What requests are answered with, beside the tables; it can be sent to another thread. */
export type Answering = AnsweringBilans | AnsweringQuotes | AnsweringTable

/** Answers as objects, and as what writes their JSON. */
export interface PreparedAnswers {
  readonly objects: Answers<object>
  readonly written: Answers<WriteJson>
  readonly warningsOf: WarningsOf
  readonly nest: NestRequest
}

/** Answers whose JSON is made of the object. */
export const stringified = (
  answer: Answers<object>["answer"],
  reading: Pick<PreparedAnswers, "nest" | "warningsOf">,
): PreparedAnswers => ({
  ...reading,
  objects: objectAnswers(answer),
  written: writtenAnswers((request) =>
    Result.map(answer(request), (found) => (bytes) => bytes.write(JSON.stringify(found))),
  ),
})

/** Answers whose JSON is put together from parts that are written once. */
export const putTogether = (
  answer: Answers<object>["answer"],
  json: Answers<ByteText>["answer"],
  reading: Pick<PreparedAnswers, "nest" | "warningsOf">,
): PreparedAnswers => ({
  ...reading,
  objects: objectAnswers(answer),
  written: writtenAnswers((request) =>
    Result.map(json(request), (found) => (bytes) => bytes.copy(found)),
  ),
})

/** Answers that write the JSON of an object with some field. */
export const writtenAnswers = (answer: Answers<WriteJson>["answer"]): Answers<WriteJson> => ({
  answer,
  identified: (write, id) => (bytes) => {
    bytes.write(`{"id":${JSON.stringify(id)}`)
    const at = bytes.length()
    write(bytes)
    // The brace that the answer begins with.
    bytes.replace(at, comma)
  },
  warned: (write, warnings) => (bytes) => {
    write(bytes)
    // The brace that the answer ends with.
    bytes.replace(bytes.length() - 1, comma)
    bytes.write(`"warnings":${JSON.stringify(warnings)}}`)
  },
})

/**
 * Splits an `id` that stands before all else off the text of a request.
 *
 * ```ts
 * import { splitRequest } from "../http/bulk/batch/prepared-answers.ts"
 *
 * splitRequest('{"id":7,"residence":"FR"}') // => { id: 7, rest: ',"residence":"FR"}' }
 * splitRequest('{"residence":"FR","id":7}') // => { id: undefined, rest: '{"residence":"FR","id":7}' }
 * ```
 */
export const splitRequest = (text: string): SplitRequest => {
  idFirst.lastIndex = 0
  if (!idFirst.test(text)) return { id: undefined, rest: text }
  const end = idFirst.lastIndex
  const sent = text.slice(idStart, end)
  const id = sent.startsWith('"') ? sent.slice(1, -1) : Number(sent)
  return { id, rest: text.slice(end) }
}

/** What answers requests in rows of columns: by their bytes, or by the row of a table that they are. */
export interface RowAnswers {
  readonly write: AnswerBytes<WriteLine>
  readonly row: AnswerRow
}

/**
 * What writes answers in rows of columns. Requests that differ by their id alone are answered once,
 * as long as what came of them is kept.
 */
export const rowAnswers = (
  { nest, objects, warningsOf }: PreparedAnswers,
  form: AnswerForm,
  bytesMax: number,
): RowAnswers => {
  const { close, open } = prepareRows(form)
  const read = makeReader<AskedAnswer>(
    {
      answer: (request) =>
        Result.map(objects.answer(request), (answer) => ({ answer, request, id: undefined })),
      identified: (found, id) => ({ ...found, id }),
      warned: ({ answer, ...found }, warnings) => ({
        ...found,
        answer: objects.warned(answer, warnings),
      }),
    },
    bytesMax,
    warningsOf,
    nest,
  )
  const isItemised = form.columns?.some(({ from }) => from === "item") === true
  const keptMax = isItemised ? kept.itemised : kept.wholes
  const known = makeMemory<string, Result.Result<Outcome, RefusedRequest> | undefined>(keptMax)
  const written = ({ rows, warnings }: Outcome, id: unknown): WarnedAnswer<WriteLine> => ({
    answer: (text, row) => text.write(close(rows, { id, row })),
    warnings,
  })
  const answerAlone: AnswerBytes<WriteLine> = (bytes) =>
    Result.map(read(bytes), ({ answer: { answer, id, request }, warnings }) =>
      written({ rows: open({ answer, request }), warnings }, id),
    )
  const outcomeOf = (bytes: Uint8Array) =>
    Result.map(read(bytes), ({ answer: { answer, request }, warnings }): Outcome => ({
      rows: open({ answer, request }),
      warnings,
    }))
  const given = (
    outcome: Result.Result<Outcome, RefusedRequest>,
    id: unknown,
  ): Result.Result<WarnedAnswer<WriteLine>, RefusedRequest> => {
    if (Result.isSuccess(outcome)) return Result.succeed(written(outcome.success, id))
    return id === undefined ? Result.fail(outcome.failure) : Result.fail({ ...outcome.failure, id })
  }
  const write: AnswerBytes<WriteLine> = (bytes) => {
    if (bytes === undefined || bytes.length > kept.lengthMax) return answerAlone(bytes)
    const { id, rest } = splitRequest(textOf(bytes))
    const outcome = known.get(rest, () => {
      const whole = requestOf(rest)
      return whole === undefined ? undefined : outcomeOf(Buffer.from(whole, "latin1"))
    })
    return outcome === undefined ? answerAlone(bytes) : given(outcome, id)
  }
  const knownRows = makeMemory<string, Result.Result<Outcome, RefusedRequest>>(keptMax)
  const row: AnswerRow = (asked) => {
    const { id, request } = asked
    if (request.length > kept.lengthMax) return rowReader(answerAlone)(Buffer.from(rowLine(asked)))
    const outcome = knownRows.get(request, () =>
      isRefusedRow(request) ? Result.fail(refusalIn(request)) : outcomeOf(Buffer.from(request)),
    )
    return given(outcome, id)
  }
  return { write, row }
}

const comma = 44

/** A request as its id, and the text behind that. */
interface SplitRequest {
  readonly id: unknown
  readonly rest: string
}

/** An id before all else, of a form in which it is printed as it was sent, and what goes on behind it. */
const idFirst = /\{"id":(?:0|-?[1-9]\d{0,14}|"[ !#-[\]-~]*")(?=\}|,(?!\s*\}))/y

const idStart = '{"id":'.length

/** An answer, with the request that columns may be taken from. */
interface AskedAnswer {
  readonly answer: object
  readonly request: unknown
  readonly id: unknown
}

/**
 * How much is kept: so many outcomes where an answer has one row, and where each of its items has one;
 * of requests that are no longer than this.
 */
const kept = { wholes: 16_384, itemised: 1_024, lengthMax: 1_024 } as const

/** What came of a request, but for its id. */
interface Outcome {
  readonly rows: OpenRows
  readonly warnings: ReadonlyArray<RequestWarning>
}

/** The bytes of a text, each the unit of a character. */
const textOf = (bytes: Uint8Array): string =>
  (bytes instanceof Buffer ? bytes : Buffer.from(bytes)).toString("latin1")

/** The request behind an id; undefined where another may stand in it. An escape could hide one. */
const requestOf = (rest: string): string | undefined => {
  if (rest.includes('"id"') || rest.includes("\\")) return undefined
  return rest.startsWith("{") ? rest : `{${rest.startsWith(",") ? rest.slice(1) : rest}`
}
