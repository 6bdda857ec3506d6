import { limitOf } from "../../rules/reference/limits.ts"
import { readSalesQuery, salesCursorText } from "../../rules/sales/sales-query.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { Operations } from "../api/operation.ts"
import { type PagedSale, type Sales, shownSale } from "../ports/sales.ts"
import { makeAccountPage, readBy } from "./account-page.ts"

const shown = (sale: PagedSale) => ({
  ...shownSale(sale),
  bookedAt: sale.bookedAt,
  changedAt: sale.changedAt,
  validatesAt: sale.validatesAt,
  validatedAt: sale.validatedAt,
  correctedAt: sale.correctedAt,
})

/** `GET /api/v1/sales`: a page of the sales of an account, in the mode of the key. */
export const makeSalesList = (tables: Tables, sales: Sales["Service"]): Operations["sales"] => {
  const page = {
    usual: limitOf(tables, "sales_page_usual"),
    max: limitOf(tables, "sales_page_max"),
  }
  return makeAccountPage({
    things: "Sales",
    done: "read",
    read: readBy((parameter) => readSalesQuery(parameter, page)),
    find: sales.page,
    show: (found, { by }) => ({
      sales: found.sales.map(shown),
      nextCursor: found.next === null ? null : salesCursorText(by, found.next),
    }),
  })
}
