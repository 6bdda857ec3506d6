import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { textAnswer, textBody } from "../../api/answer.ts"
import { headerLine } from "./exports.ts"
import type { ConsoleParts, PartnerRequest } from "./requests.ts"
import { NoPlace } from "../../platform/places.ts"
import type { SaleOwner } from "../../ports/sales.ts"

/** A page of rows, and where the next one begins; null where no more follow. */
interface RowsPage<Row, Cursor> {
  readonly rows: ReadonlyArray<Row>
  readonly next: Cursor | null
}

/** An export of an account: its columns, the lines of its rows, and how a page of them is read. */
interface Export<Row, Cursor, Failure> {
  /** The name of the file, without its end. */
  readonly name: string
  /** Null where the file is no table, and its rows are all that is in it. */
  readonly columns: ReadonlyArray<string> | null
  readonly lineOf: (row: Row) => string
  readonly read: (
    owner: SaleOwner,
    after: Cursor | null,
  ) => Effect.Effect<RowsPage<Row, Cursor>, Failure>
}

/** Rows that an export asks for at a time. */
export const rowsPerRead = 500

/**
 * An export waits for its place, where a page would tell that there is none: what has been sent of it
 * cannot be taken back.
 */
const whileCrowded = {
  while: (failure: unknown) => failure instanceof NoPlace && failure.because !== "work",
  schedule: Schedule.spaced("1 second"),
  times: 60,
}

/**
 * Answers an export page by page, each read once the browser has taken the one before: no file is ever
 * in memory. The first is read before anything is sent, so that an outage is told by a page.
 */
export const sendExport = <Row, Cursor, Failure>(
  parts: ConsoleParts,
  { partnerCode, view }: PartnerRequest,
  { columns, lineOf, name, read }: Export<Row, Cursor, Failure>,
) =>
  Effect.gen(function* () {
    const owner = yield* parts.usage.owner(partnerCode, view.mode)
    const textOf = ({ rows }: RowsPage<Row, Cursor>): string => rows.map(lineOf).join("")
    const first = yield* read(owner, null)
    let after = first.next
    const rest = Effect.suspend(() => {
      if (after === null) return Effect.undefined
      // A page of an export is one of the pages that are made at once, and only while it is read.
      const reading = Effect.retry(parts.places.hold(partnerCode)(read(owner, after)), whileCrowded)
      return Effect.map(reading, (page) => {
        after = page.next
        return textBody(textOf(page))
      })
    })
    const [type, end] = columns === null ? ["text/plain", "books"] : ["text/csv", "csv"]
    const head = columns === null ? "" : headerLine(columns)
    const answer = textAnswer(200, type, head + textOf(first), {
      "content-disposition": `attachment; filename="${name}.${end}"`,
      "cache-control": "no-store",
    })
    return first.next === null ? answer : { ...answer, rest }
  })

/** The name of an export of a mode, with the day on which it is made. */
export const datedName = ({ partnerCode, view }: PartnerRequest, what: string) =>
  Effect.map(
    Clock.currentTimeMillis,
    (nowMs) => `${partnerCode}-${what}-${view.mode}-${new Date(nowMs).toISOString().slice(0, 10)}`,
  )
