import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { GoLiveFacts } from "../../../rules/accounts/go-live.ts"
import type { PartnerStatus } from "../../../rules/accounts/partner.ts"
import type { AccountPolicy } from "../../../rules/accounts/policy.ts"

interface Row {
  readonly status: PartnerStatus
  readonly prices: string | number
  readonly links: string | number
}

/**
 * What decides whether an account may go live, summed over all of its sandbox keys; undefined for
 * an account that does not exist.
 */
export const readGoLiveFacts = (
  sql: SqlClient.SqlClient,
  partnerId: string,
  { goLive }: AccountPolicy,
): Effect.Effect<GoLiveFacts | undefined, SqlError> =>
  Effect.map(
    sql<Row>`
      select status, coalesce(sum(prices), 0) as prices, coalesce(sum(links), 0) as links
      from partner
      left join api_key on partner_id = partner.id and mode = 'sandbox'
      left join quota using (key_id)
      where partner.id = ${partnerId} group by partner.id`,
    ([row]) =>
      row === undefined
        ? undefined
        : { ...goLive, status: row.status, prices: Number(row.prices), links: Number(row.links) },
  )
