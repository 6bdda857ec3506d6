import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { dayStartMs, isCalendarDay } from "../../../../core/vocabulary/day.ts"
import { readSalesQuery, type SalesQuery } from "../../../../rules/sales/sales-query.ts"
import { type Answer, textAnswer } from "../../../api/answer.ts"
import type { PagedSale, SaleOwner } from "../../../ports/sales.ts"
import type { LedgerRow } from "../../../ports/usage.ts"
import { seeOther } from "../../kit/form.ts"
import type { ConsoleParts, PartnerRequest } from "../parts.ts"
import { forPartner, prepareConsoleRoute } from "../requests.ts"
import { consoleAddress } from "../view.ts"
import { headerLine, ledgerColumns, ledgerLine, saleLine, salesColumns } from "./exports.ts"
import { salesPage } from "./page.ts"

const path = "/console/sales"
const salesPerPage = 50
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
  limit: salesPerPage,
}

const askedSales = (query: PartnerRequest["query"]): SalesQuery =>
  Result.getOrElse(
    readSalesQuery(
      (name) =>
        (name === "status" || name === "cursor") && query(name) !== "" ? query(name) : undefined,
      { usual: salesPerPage, max: salesPerPage },
    ),
    () => firstSales,
  )

const showSales = (parts: ConsoleParts, request: PartnerRequest) =>
  Effect.gen(function* () {
    const { partnerCode, query, show, view } = request
    const owner = yield* parts.usage.owner(partnerCode, view.mode)
    const asked = askedSales(query)
    const page = yield* parts.sales.page(owner, asked)
    const totals = yield* parts.usage.salesSummary(owner)
    const { exportRowsMax, validationDays } = parts
    const { after, status } = asked
    return show(
      salesPage(view, {
        ...page,
        totals,
        status,
        isLater: after !== null,
        validationDays,
        exportRowsMax,
        isTooLong: query("export") === "long",
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

/** Reads pages to their end; undefined where they hold more rows than an export may. */
const readAll = <Row, Cursor, Failure>(
  read: (after: Cursor | null) => Effect.Effect<RowsPage<Row, Cursor>, Failure>,
  rowsMax: number,
) =>
  Effect.gen(function* () {
    const rows: Array<Row> = []
    let after: Cursor | null = null
    do {
      const page: RowsPage<Row, Cursor> = yield* read(after)
      rows.push(...page.rows)
      after = page.next
    } while (after !== null && rows.length <= rowsMax)
    return rows.length > rowsMax ? undefined : rows
  })

const csvAnswer = (name: string, lines: ReadonlyArray<string>): Answer =>
  textAnswer(200, "text/csv", lines.join(""), {
    "content-disposition": `attachment; filename="${name}.csv"`,
    "cache-control": "no-store",
  })

const exportOf = <Row, Failure>(
  parts: ConsoleParts,
  request: PartnerRequest,
  name: string,
  columns: ReadonlyArray<string>,
  lineOf: (row: Row) => string,
  rowsOf: (owner: SaleOwner) => Effect.Effect<ReadonlyArray<Row> | undefined, Failure>,
) =>
  Effect.gen(function* () {
    const { partnerCode, view } = request
    const owner = yield* parts.usage.owner(partnerCode, view.mode)
    const rows = yield* rowsOf(owner)
    if (rows === undefined) return seeOther(consoleAddress(view, path, { export: "long" }))
    const day = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
    const file = `${partnerCode}-${name}-${view.mode}-${day}`
    return csvAnswer(file, [headerLine(columns), ...rows.map(lineOf)])
  })

const exportSales = (parts: ConsoleParts) =>
  forPartner((request) =>
    exportOf<PagedSale, SaleStoreFailure>(
      parts,
      request,
      "sales",
      salesColumns,
      saleLine,
      (owner) =>
        readAll(
          (after: SalesQuery["after"]) =>
            Effect.map(
              parts.sales.page(owner, {
                status: null,
                by: "booked",
                ...boundsOf(request),
                after,
                limit: rowsPerRead,
              }),
              ({ next, sales }) => ({ rows: sales, next }),
            ),
          parts.exportRowsMax,
        ),
    ),
  )

const exportLedger = (parts: ConsoleParts) =>
  forPartner((request) =>
    exportOf<LedgerRow, LedgerFailure>(
      parts,
      request,
      "ledger",
      ledgerColumns,
      ledgerLine,
      (owner) =>
        readAll(
          (after: bigint | null) =>
            Effect.map(
              parts.usage.ledger(owner, { after, limit: rowsPerRead }),
              ({ entries, next }) => ({ rows: entries, next }),
            ),
          parts.exportRowsMax,
        ),
    ),
  )

type SaleStoreFailure = Effect.Error<ReturnType<ConsoleParts["sales"]["page"]>>
type LedgerFailure = Effect.Error<ReturnType<ConsoleParts["usage"]["ledger"]>>

/** The routes of sales: the page, and the exports of sales and of the ledger. */
export const salesRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  return [
    route(path, ["GET"], () => forPartner((request) => showSales(parts, request))),
    route("/console/sales.csv", ["GET"], () => exportSales(parts)),
    route("/console/ledger.csv", ["GET"], () => exportLedger(parts)),
  ]
}
