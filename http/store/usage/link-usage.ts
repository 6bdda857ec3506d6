import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import {
  type SubscriptionStage,
  subscriptionStages,
} from "../../../rules/links/subscription-stage.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import type { LinksPage, LinksQuery } from "../../ports/tracked-links.ts"
import type { LinkUsage } from "../../ports/usage.ts"
import { linkColumns, linkOf, type LinkRow, linksPage } from "../links/links-page-sql.ts"
import { byCurrency, totalColumns, type StandingTotal } from "./sales-totals.ts"

interface UsedLinkRow extends LinkRow {
  readonly stages: ReadonlyArray<{ readonly stage: SubscriptionStage; readonly count: number }>
  readonly totals: ReadonlyArray<StandingTotal>
}

const stageCounts = `coalesce((
  select json_agg(json_build_object('stage', what, 'count', count))
  from (
    select what, sum(count) as count from link_count
    where link_id = tracked_link.id and what <> 'clicks' group by what
  ) counted), '[]'::json)`

const totalsIn = (mode: SaleOwner["mode"]): string => `coalesce((
  select json_agg(standing) from (
    select ${totalColumns} from link_sales
    where link_id = tracked_link.id and mode = '${mode}'
    group by currency, minor_units, status having sum(link_sales.sales) <> 0
  ) standing), '[]'::json)`

const none = Object.fromEntries(subscriptionStages.map((stage) => [stage, 0])) as Readonly<
  Record<SubscriptionStage, number>
>

/** A page of the links of an account with what came of each of them. */
export const linkUsage = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { mode, partnerCode, partnerId }: SaleOwner,
  query: LinksQuery,
) {
  const columns = `${linkColumns}, ${stageCounts} as stages, ${totalsIn(mode)} as totals`
  const { isLater, next, rows } = yield* linksPage<UsedLinkRow>(sql, partnerId, query, columns)
  return {
    links: rows.map((row): LinkUsage => ({
      ...linkOf(partnerCode, row),
      subscriptions: {
        ...none,
        ...Object.fromEntries(row.stages.map(({ count, stage }) => [stage, count])),
      },
      totals: byCurrency(row.totals),
    })),
    next,
    isLater,
  } satisfies LinksPage<LinkUsage>
})
