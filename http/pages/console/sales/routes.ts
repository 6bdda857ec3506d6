import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import { dayStartMs, isCalendarDay } from "../../../../core/vocabulary/day.ts"
import { readSalesQuery, type SalesQuery } from "../../../../rules/sales/sales-query.ts"
import { textAnswer } from "../../../api/answer.ts"
import { textBody } from "../../../api/text-body.ts"
import { NoPlace } from "../../../platform/places.ts"
import type { SaleOwner } from "../../../ports/sales.ts"
import type { ConsoleParts, PartnerRequest } from "../parts.ts"
import { rowsPerPage } from "../controls.ts"
import { forPartner, prepareConsoleRoute } from "../requests.ts"
import { headerLine, ledgerColumns, ledgerLine, saleLine, salesColumns } from "../exports.ts"
import { salesPage } from "../sales.ts"

const path = "/console/sales"
/** Rows that an export asks for at a time. */
const rowsPerRead = 500
const dayMs = 86_400_000

/** The first page of all sales, for an address that asks for none. */
const firstSales: SalesQuery = {
  status: null,
  by: "booked",
  fromMs: null,
  untilMs: null,
  after: null,
  limit: rowsPerPage,
  isNewestFirst: true,
}

const askedSales = (query: PartnerRequest["query"]): SalesQuery => ({
  ...Result.getOrElse(
    readSalesQuery(
      (name) =>
        (name === "status" || name === "cursor") && query(name) !== "" ? query(name) : undefined,
      { usual: rowsPerPage, max: rowsPerPage },
    ),
    () => firstSales,
  ),
  isNewestFirst: query("order") !== "oldest",
})

const showSales = (parts: ConsoleParts, request: PartnerRequest) =>
  Effect.gen(function* () {
    const { partnerCode, query, show, view } = request
    const owner = yield* parts.usage.owner(partnerCode, view.mode)
    const asked = askedSales(query)
    const page = yield* parts.sales.page(owner, asked)
    const totals = yield* parts.usage.salesSummary(owner)
    const { validationDays } = parts
    const { after, isNewestFirst, status } = asked
    return show(
      salesPage(view, {
        ...page,
        totals,
        status,
        isNewestFirst,
        isLater: after !== null,
        validationDays,
      }),
    )
  })

/** The bounds of an export: days that the address names, both of them included. */
const boundsOf = ({ query }: PartnerRequest) => {
  const [from, until] = [query("from"), query("until")]
  return {
    fromMs: isCalendarDay(from) ? dayStartMs(from) : null,
    untilMs: isCalendarDay(until) ? dayStartMs(until) + dayMs : null,
  }
}

/** A page of rows, and where the next one begins; null where no more follow. */
interface RowsPage<Row, Cursor> {
  readonly rows: ReadonlyArray<Row>
  readonly next: Cursor | null
}

/**
 * An export waits for its place, where a page would tell that there is none: what has been sent of it
 * cannot be taken back.
 */
const whileCrowded = {
  while: (failure: unknown) => failure instanceof NoPlace && failure.because !== "work",
  schedule: Schedule.spaced("1 second"),
  times: 60,
}

/** An export of an account: its columns, the lines of its rows, and how a page of them is read. */
interface Export<Row, Cursor, Failure> {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  readonly lineOf: (row: Row) => string
  readonly read: (
    owner: SaleOwner,
    after: Cursor | null,
  ) => Effect.Effect<RowsPage<Row, Cursor>, Failure>
}

/**
 * Answers an export page by page, each read once the browser has taken the one before: no file is ever
 * in memory. The first is read before anything is sent, so that an outage is told by a page.
 */
const exportOf = <Row, Cursor, Failure>(
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
    const day = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
    const file = `${partnerCode}-${name}-${view.mode}-${day}`
    const answer = textAnswer(200, "text/csv", headerLine(columns) + textOf(first), {
      "content-disposition": `attachment; filename="${file}.csv"`,
      "cache-control": "no-store",
    })
    return first.next === null ? answer : { ...answer, rest }
  })

const exportSales = (parts: ConsoleParts) =>
  forPartner((request) =>
    exportOf(parts, request, {
      name: "sales",
      columns: salesColumns,
      lineOf: saleLine,
      read: (owner, after: SalesQuery["after"]) =>
        Effect.map(
          parts.sales.page(owner, {
            ...firstSales,
            ...boundsOf(request),
            after,
            limit: rowsPerRead,
            isNewestFirst: false,
          }),
          ({ next, sales }) => ({ rows: sales, next }),
        ),
    }),
  )

const exportLedger = (parts: ConsoleParts) =>
  forPartner((request) =>
    exportOf(parts, request, {
      name: "ledger",
      columns: ledgerColumns,
      lineOf: ledgerLine,
      read: (owner, after: bigint | null) =>
        Effect.map(
          parts.usage.ledger(owner, { after, limit: rowsPerRead }),
          ({ entries, next }) => ({ rows: entries, next }),
        ),
    }),
  )

/** The routes of sales: the page, and the exports of sales and of the ledger. */
export const salesRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  return [
    route(path, ["GET"], () => forPartner((request) => showSales(parts, request))),
    route("/console/sales.csv", ["GET"], () => exportSales(parts)),
    route("/console/ledger.csv", ["GET"], () => exportLedger(parts)),
  ]
}
