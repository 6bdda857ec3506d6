import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { limitOf } from "../../rules/reference/limits.ts"
import { readSalesQuery, salesCursorText, type SalesQuery } from "../../rules/sales/sales-query.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { refusal } from "../api/api-refusal.ts"
import { afterCharge, type Operations } from "../api/operation.ts"
import { tellOutage } from "../observability/outage-log.ts"
import type { KeyRecord } from "../ports/keys.ts"
import { type PagedSale, type Sales, type SalesPageFound, shownSale } from "../ports/sales.ts"

const salesUnavailable = refusal(
  "SERVICE_UNAVAILABLE",
  "Sales cannot be read right now; try again shortly.",
  { headers: { "retry-after": "5" } },
)

const shown = (sale: PagedSale) => ({
  ...shownSale(sale),
  bookedAt: sale.bookedAt,
  changedAt: sale.changedAt,
  validatesAt: sale.validatesAt,
  validatedAt: sale.validatedAt,
  correctedAt: sale.correctedAt,
})

const response = ({ mode }: KeyRecord, { by }: SalesQuery, { next, sales }: SalesPageFound) => ({
  ok: true,
  mode,
  sales: sales.map(shown),
  nextCursor: next === null ? null : salesCursorText(by, next),
})

/** `GET /api/v1/sales`: a page of the sales of an account, in the mode of the key. */
export const makeSalesList = (tables: Tables, sales: Sales["Service"]): Operations["sales"] => {
  const page = {
    usual: limitOf(tables, "sales_page_usual"),
    max: limitOf(tables, "sales_page_max"),
  }
  return {
    admit: ({ key, query }) => {
      const parameters = new URLSearchParams(query)
      const read = readSalesQuery((name) => parameters.get(name) ?? undefined, page)
      if (Result.isFailure(read)) {
        const { parameter, rule } = read.failure
        return Result.fail(refusal("BAD_REQUEST", `${parameter}: ${rule}`))
      }
      const asked = read.success
      const { code, id } = key.partner
      return Result.succeed(
        afterCharge(() =>
          Effect.matchEffect(
            sales.page({ partnerId: id, partnerCode: code, mode: key.mode }, asked),
            {
              onFailure: ({ cause }) =>
                Effect.andThen(
                  tellOutage("sales cannot be read", cause),
                  Effect.fail(salesUnavailable),
                ),
              onSuccess: (found) => Effect.succeed(response(key, asked, found)),
            },
          ),
        ),
      )
    },
  }
}
