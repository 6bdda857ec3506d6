import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { groupBy } from "../../../core/group-by.ts"
import {
  type SubscriptionStage,
  subscriptionStages,
} from "../../../rules/links/subscription-stage.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import type { LinkUsage } from "../../ports/usage.ts"
import { linksOf } from "../links/tracked-links-sql.ts"
import { byCurrency, standingTotals } from "./sales-totals.ts"

interface StageRow {
  readonly linkCode: string
  readonly stage: SubscriptionStage
  readonly subscriptions: bigint
}

const none = Object.fromEntries(subscriptionStages.map((stage) => [stage, 0])) as Readonly<
  Record<SubscriptionStage, number>
>

const stagesOf = (rows: ReadonlyArray<StageRow>): LinkUsage["subscriptions"] => ({
  ...none,
  ...Object.fromEntries(rows.map(({ stage, subscriptions }) => [stage, Number(subscriptions)])),
})

/** The links of an account with what came of each of them. */
export const linkUsage = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, owner: SaleOwner) {
  const { partnerCode, partnerId } = owner
  const links = yield* linksOf(sql, { id: partnerId, code: partnerCode })
  const totals = yield* standingTotals(sql, owner)
  const stages = yield* sql<StageRow>`
    select code as "linkCode", stage, count(*) as subscriptions
    from subscription join tracked_link on tracked_link.id = link_id
    where partner_id = ${partnerId} group by code, stage`
  const totalsOf = groupBy(totals, ({ linkCode }) => linkCode)
  const stagesByLink = groupBy(stages, ({ linkCode }) => linkCode)
  return links.map((link): LinkUsage => ({
    ...link,
    subscriptions: stagesOf(stagesByLink.get(link.code) ?? []),
    totals: byCurrency(totalsOf.get(link.code) ?? []),
  }))
})
