import type * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { SaleStatus } from "../../../rules/sales/sale.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import type { CurrencyTotals, SalesTotal } from "../../ports/usage.ts"

/** Sales in one currency that stand alike; sums as text, which no number rounds. */
export interface StandingTotal {
  readonly currency: string
  readonly minorUnits: number
  readonly status: SaleStatus
  readonly sales: string
  readonly amountMinor: string
  readonly commissionMinor: string
}

/**
 * What a query selects for {@link StandingTotal}, out of totals that are kept beside the sales, grouped
 * by currency, minor units and status. A cancelled sale earns nothing, whatever was booked for it.
 */
export const totalColumns = `
  currency, minor_units as "minorUnits", status, sum(sales)::text as sales,
  sum(amount_minor)::text as "amountMinor",
  (case status when 'cancelled' then 0 else sum(commission_minor) end)::text as "commissionMinor"`

/** What the sales of an account come to. */
export const standingTotals = (
  sql: SqlClient.SqlClient,
  { mode, partnerId }: SaleOwner,
): Effect.Effect<ReadonlyArray<StandingTotal>, SqlError> =>
  sql<StandingTotal>`
    select ${sql.literal(totalColumns)} from account_sales
    where partner_id = ${partnerId} and mode = ${mode}
    group by currency, minor_units, status having sum(account_sales.sales) <> 0`

const nothing: SalesTotal = { sales: 0, amountMinor: 0n, commissionMinor: 0n }

const plus = (total: SalesTotal, more: StandingTotal): SalesTotal => ({
  sales: total.sales + Number(more.sales),
  amountMinor: total.amountMinor + BigInt(more.amountMinor),
  commissionMinor: total.commissionMinor + BigInt(more.commissionMinor),
})

const placeOf = { validated: "payable", pending: "pending", cancelled: "cancelled" } as const

/** The same by currency, in alphabetical order. */
export const byCurrency = (totals: ReadonlyArray<StandingTotal>): ReadonlyArray<CurrencyTotals> => {
  const found = new Map<string, CurrencyTotals>()
  for (const total of totals) {
    const { currency, minorUnits, status } = total
    const name = `${currency} ${minorUnits}`
    const before = found.get(name) ?? {
      currency,
      minorUnits,
      payable: nothing,
      pending: nothing,
      cancelled: nothing,
    }
    const place = placeOf[status]
    found.set(name, { ...before, [place]: plus(before[place], total) })
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, totals]) => totals)
}
