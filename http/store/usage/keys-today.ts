import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { quotaWindow, standingWindow } from "../../../rules/quota/window.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import type { KeyToday } from "../../ports/usage.ts"
import { type KeyFigures, stateOf } from "../quota/key-charge.ts"

interface QuotaRow extends KeyFigures {
  readonly minute: bigint
  readonly day: number
}

/** How a key stands: what it used in a minute or day that is over counts no more. */
const standing = (row: QuotaRow, nowMs: number): KeyToday => {
  const now = quotaWindow(nowMs)
  const minute = Math.max(now.minute, Number(row.minute))
  const day = Math.max(now.day, row.day)
  const isToday = row.day === day
  const figures = {
    ...row,
    burst_used: Number(row.minute) === minute ? row.burst_used : 0,
    reads_used: isToday ? row.reads_used : 0,
    writes_used: isToday ? row.writes_used : 0,
  }
  return { keyId: row.key_id, ...stateOf(figures, standingWindow(nowMs, { minute, day })) }
}

/** The keys of an account that are in use, the oldest first, with what they have used by now. */
export const keysToday = (
  sql: SqlClient.SqlClient,
  { mode, partnerId }: SaleOwner,
  nowMs: number,
): Effect.Effect<ReadonlyArray<KeyToday>, SqlError> =>
  Effect.map(
    sql<QuotaRow>`
      select quota.* from quota join api_key using (key_id)
      where partner_id = ${partnerId} and mode = ${mode} and revoked_at is null
      order by created_at, key_id`,
    (rows) => rows.map((row) => standing(row, nowMs)),
  )
