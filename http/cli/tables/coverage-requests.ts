import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { type BilanOrQuote, prepareRequestKind } from "../../../rules/impact/request-kind.ts"
import { limitOf, limitsOf } from "../../../rules/reference/limits.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { answerBatch, type WriteLine } from "../../bulk/batch/answer-batch.ts"
import { lineBatches } from "../../bulk/batch/line-batches.ts"
import { openRequests, originOf, RequestsUnreadable } from "../../bulk/request-origin.ts"
import { type AnswerBytes, makeReader } from "../../bulk/request-reader.ts"
import { rowReader } from "../../bulk/rows/refused-row.ts"
import { type RequestColumns, requestColumns } from "../../bulk/rows/request-columns.ts"
import { documentLine } from "../../bulk/request-input.ts"
import { isRequestHeader, tableRequests } from "../../bulk/table-requests.ts"
import type { RequestRun } from "../../../rules/changes/coverage-text.ts"

const batchBytes = 65_536

/** The columns of both kinds of requests; a row that names a residence is of a bilan. */
const columnsOf = async (tables: Tables): Promise<RequestColumns> => {
  const limit = limitsOf(tables)
  const { bilanShape } = await import("../../bulk/rows/bilan-shape.ts")
  const { quoteShape } = await import("../../bulk/rows/quote-shape.ts")
  const [bilans, quotes] = [bilanShape, quoteShape].map((shape) =>
    requestColumns(shape(limit).request),
  ) as [RequestColumns, RequestColumns]
  return {
    byName: new Map([...bilans.byName, ...quotes.byName]),
    names: [...new Set([...bilans.names, ...quotes.names])],
  }
}

/**
 * Reads the requests of a file: those of quotes and of bilans, mixed as they come. What cannot be read
 * is told on standard error with its number, and counted.
 */
export const readRequests = Effect.fn("readRequests")(function* (tables: Tables, file: string) {
  const lineBytesMax = limitOf(tables, "body_bytes_max")
  const origin = originOf(Option.some(file === "-" ? file : `@${file}`))
  const columns = yield* Effect.promise(() => columnsOf(tables))
  const isHeader = async (line: string) => isRequestHeader(columns)(line)
  const { input, unreadable } = yield* openRequests(origin, { bytesMax: lineBytesMax, isHeader })
  if (input._tag === "Empty") {
    return yield* new RequestsUnreadable({ origin: origin.name, reason: "it is empty" })
  }
  const { chunks, place } =
    input._tag === "Table"
      ? yield* tableRequests(origin, input, { columns, lineBytesMax, unreadable })
      : {
          chunks: input._tag === "Lines" ? input.chunks : documentLine(input.bytes, lineBytesMax),
          place: "line ",
        }
  const asked: Array<BilanOrQuote> = []
  const read = makeReader<BilanOrQuote>(
    {
      answer: prepareRequestKind(tables),
      identified: (one) => one,
      warned: (one) => one,
    },
    lineBytesMax,
  )
  const collect: AnswerBytes<WriteLine> = (bytes) =>
    Result.map(read(bytes), ({ answer, warnings }) => ({
      answer: () => void asked.push(answer),
      warnings,
    }))
  const batches = lineBatches(chunks, { batchBytes, lineBytesMax, lingerMs: 0 })
  const reader = input._tag === "Table" ? rowReader(collect) : collect
  let unread = 0
  yield* Stream.runForEach(Stream.fromAsyncIterable(batches, unreadable), (batch) =>
    Effect.suspend(() => {
      const { refused, reports } = answerBatch(batch, reader, { place })
      unread += refused
      return refused === 0 ? Effect.void : Console.error(Buffer.from(reports).toString().trimEnd())
    }),
  )
  if (asked.length === 0) {
    const reason = "no line of it is a request of quotes or of a bilan"
    return yield* new RequestsUnreadable({ origin: origin.name, reason })
  }
  const quotes = asked.filter(({ quote }) => quote !== undefined).length
  const run: RequestRun = {
    requests: { quotes, bilans: asked.length - quotes, unreadable: unread },
  }
  return { corpus: asked, run }
}, Effect.scoped)
