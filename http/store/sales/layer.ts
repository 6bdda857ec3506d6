import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { type ListedSale, Sales } from "../../ports/sales.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { partnerIdOf } from "../accounts/store.ts"
import { AccountTurns } from "../database/account-turns.ts"
import type { Database } from "../database/client.ts"
import { balancesOf } from "./ledger-sql.ts"
import { makeReport } from "./report-sql.ts"
import { bookedSale, saleColumns, saleOf, type SaleRow } from "./sale-rows.ts"
import { makeSalesPage } from "./sales-page-sql.ts"
import { orSalesUnavailable } from "./store.ts"
import { makeValidateDue } from "./validate-due.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { validatesAtMs } from "../../../rules/sales/validation.ts"

/** Sales on a database, which validate themselves after so many days. */
export const layerSalesWith = (validationDays: () => number): Layer.Layer<Sales, never, Database> =>
  Layer.effect(
    Sales,
    Effect.gen(function* () {
      return makeSales(yield* SqlClient.SqlClient, yield* AccountTurns, validationDays)
    }),
  )

/** Sales on the database, under the tables in force. */
export const layerSales: Layer.Layer<Sales, never, Database | TableBundle> = Layer.unwrap(
  Effect.map(TableBundle, ({ current }) =>
    layerSalesWith(() => limitOf(current().tables, "sale_validation_days")),
  ),
)

/** The service Sales over the database. */
const makeSales = (
  sql: SqlClient.SqlClient,
  turns: AccountTurns["Service"],
  validationDays: () => number,
): Sales["Service"] => {
  const columns = sql.literal(saleColumns)

  const listed = (row: SaleRow, partnerCode: string): ListedSale => {
    const validates = new Date(validatesAtMs(row.bookedAt.getTime(), validationDays()))
    return {
      ...bookedSale(row, partnerCode, saleOf(row)),
      bookedAt: row.bookedAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
      validatesAt: row.status === "pending" ? validates.toISOString() : null,
      correctedAt: row.correctedAt?.toISOString() ?? null,
    }
  }

  const list = Effect.fn("Sales.list")(function* (partnerCode: string) {
    const id = yield* partnerIdOf(sql, partnerCode)
    const rows = yield* sql<SaleRow>`
      select ${columns} from sale join tracked_link on tracked_link.id = link_id
      where sale.partner_id = ${id} and mode = 'live' order by sale.id`
    return rows.map((row) => listed(row, partnerCode))
  }, orSalesUnavailable)

  const balances = Effect.fn("Sales.balances")(function* (partnerCode: string) {
    return yield* balancesOf(sql, yield* partnerIdOf(sql, partnerCode))
  }, orSalesUnavailable)

  return {
    report: makeReport(sql, turns, validationDays),
    validateDue: makeValidateDue(sql, validationDays),
    list,
    page: makeSalesPage(sql, validationDays, listed),
    balances,
  }
}
