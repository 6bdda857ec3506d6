import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { KeyMode, PartnerCode } from "../../../rules/accounts/partner.ts"
import type { SubscriptionStage } from "../../../rules/links/link-step.ts"
import type { SaleStatus } from "../../../rules/sales/sale-record.ts"

/** A figure that is kept beside what it counts, and what counting comes to. */
export interface HeldAndDue {
  readonly held: string
  readonly due: string
}

/** Totals of sales of an account or of one of its links that are not what its sales come to. */
export interface MiscountedSales {
  readonly _tag: "Sales"
  readonly partnerCode: PartnerCode | null
  /** Null for the total of the whole account. */
  readonly linkCode: string | null
  readonly mode: KeyMode
  readonly currency: CurrencyCode
  readonly status: SaleStatus
  readonly sales: HeldAndDue
  readonly amountMinor: HeldAndDue
  readonly commissionMinor: HeldAndDue
}

/** A count of clicks or subscriptions of a link that is not what there is. */
export interface MiscountedLink {
  readonly _tag: "Link"
  readonly partnerCode: PartnerCode | null
  readonly linkCode: string | null
  readonly what: "clicks" | SubscriptionStage
  readonly count: HeldAndDue
}

/** A total that pages show and that does not hold. */
export type Miscounted = MiscountedSales | MiscountedLink

/** The first wrong totals, and how many there are. */
export interface MiscountedTotals {
  readonly first: ReadonlyArray<Miscounted>
  readonly count: number
}

type SalesTable = "account_sales" | "link_sales"

const ownerOf = { account_sales: "partner_id", link_sales: "link_id" } as const

const alike = "mode, currency, minor_units, status"

const figures = ["sales", "amount_minor", "commission_minor"] as const

const each = (write: (figure: string) => string): string => figures.map(write).join(", ")

/** Totals of sales that differ from the sum of the sales, with both as numbers. */
const wrongSales = (totals: SalesTable): string => {
  const key = `${ownerOf[totals]}, ${alike}`
  return `
    select ${key}, ${each(
      (figure) => `coalesce(held.${figure}, 0) as held_${figure},
      coalesce(due.${figure}, 0) as due_${figure}`,
    )}
    from (
      select ${key}, ${each((figure) => `sum(${figure}) as ${figure}`)} from ${totals} group by ${key}
    ) held full join (
      select ${key}, count(*)::numeric as sales, sum(amount_minor) as amount_minor,
        sum(commission_minor) as commission_minor
      from sale group by ${key}
    ) due using (${key})
    where (${each((figure) => `coalesce(held.${figure}, 0)`)})
      <> (${each((figure) => `coalesce(due.${figure}, 0)`)})`
}

/** The same of clicks and subscriptions. */
const wrongCounts = `
  select link_id, what, coalesce(held.count, 0) as held_count, coalesce(due.count, 0) as due_count
  from (
    select link_id, what, sum(count) as count from link_count group by link_id, what
  ) held full join (
    select link_id, 'clicks' as what, sum(clicks) as count from link_clicks group by link_id
    union all
    select link_id, stage, count(*)::numeric from subscription group by link_id, stage
  ) due using (link_id, what)
  where coalesce(held.count, 0) <> coalesce(due.count, 0)`

const pair = (name: string, column: string): string =>
  `'${name}', json_build_object('held', held_${column}::text, 'due', due_${column}::text)`

const salesFinding = (partner: string, link: string): string => `
  json_build_object('_tag', 'Sales', 'partnerCode', ${partner}, 'linkCode', ${link}, 'mode', mode,
    'currency', currency, 'status', wrong.status, ${pair("sales", "sales")},
    ${pair("amountMinor", "amount_minor")}, ${pair("commissionMinor", "commission_minor")})`

const findings = `
  select partner.code as partner, '' as link, ${salesFinding("partner.code", "null")} as finding
  from (${wrongSales("account_sales")}) wrong left join partner on partner.id = wrong.partner_id
  union all
  select partner.code, tracked_link.code, ${salesFinding("partner.code", "tracked_link.code")}
  from (${wrongSales("link_sales")}) wrong left join tracked_link on tracked_link.id = link_id
  left join partner on partner.id = tracked_link.partner_id
  union all
  select partner.code, tracked_link.code, json_build_object('_tag', 'Link',
    'partnerCode', partner.code, 'linkCode', tracked_link.code, 'what', what, ${pair("count", "count")})
  from (${wrongCounts}) wrong left join tracked_link on tracked_link.id = link_id
  left join partner on partner.id = tracked_link.partner_id`

/** Counts all again, and tells each total that pages show and that is something else. */
export const miscountedTotals = (
  sql: SqlClient.SqlClient,
  most: number,
): Effect.Effect<MiscountedTotals, SqlError> =>
  Effect.map(
    sql.unsafe<{ readonly finding: Miscounted; readonly found: number }>(
      `select finding, count(*) over ()::int as found from (${findings}) all_wrong
       order by partner, link, finding::text limit ${most}`,
    ),
    (rows) => ({ first: rows.map(({ finding }) => finding), count: rows[0]?.found ?? 0 }),
  )

const addSales = (totals: SalesTable): string => {
  const key = `${ownerOf[totals]}, ${alike}`
  return `
    insert into ${totals} as held (${key}, strand, ${figures.join(", ")})
    select ${key}, 0, ${each((figure) => `due_${figure} - held_${figure}`)}
    from (${wrongSales(totals)}) wrong order by ${key}
    on conflict (${key}, strand) do update
      set ${each((figure) => `${figure} = held.${figure} + excluded.${figure}`)}`
}

const addCounts = `
  insert into link_count as held (link_id, what, strand, count)
  select link_id, what, 0, due_count - held_count from (${wrongCounts}) wrong order by link_id, what
  on conflict (link_id, what, strand) do update set count = held.count + excluded.count`

/**
 * Adds what each wrong total lacks. What changes meanwhile adds its own share, so nobody has to wait:
 * a sum and what it counts change together, and every statement here sees both as of one moment. Two
 * corrections at once would add it twice; the caller lets in one at a time.
 */
export const correctTotals = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError> =>
  Effect.forEach(
    [addSales("link_sales"), addSales("account_sales"), addCounts],
    (statement) => sql.unsafe(statement),
    { discard: true },
  )
