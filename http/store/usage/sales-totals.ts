import type * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { SaleStatus } from "../../../rules/sales/sale.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import type { CurrencyTotals, SalesTotal } from "../../ports/usage.ts"

/** Sales of one link in one currency that stand alike. */
export interface StandingTotal {
  readonly linkCode: string
  readonly currency: string
  readonly minorUnits: number
  readonly status: SaleStatus
  readonly sales: bigint
  readonly amountMinor: string
  readonly commissionMinor: string
}

/** What the sales of an account come to; a cancelled one earns nothing, whatever was booked for it. */
export const standingTotals = (
  sql: SqlClient.SqlClient,
  { mode, partnerId }: SaleOwner,
): Effect.Effect<ReadonlyArray<StandingTotal>, SqlError> =>
  sql<StandingTotal>`
    select tracked_link.code as "linkCode", currency, minor_units as "minorUnits", status,
      count(*) as sales, sum(amount_minor)::text as "amountMinor",
      (case status when 'cancelled' then 0 else sum(commission_minor) end)::text
        as "commissionMinor"
    from sale join tracked_link on tracked_link.id = link_id
    where sale.partner_id = ${partnerId} and mode = ${mode}
    group by tracked_link.code, currency, minor_units, status`

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
