import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { BadLimit, KeyStoreUnavailable, PartnerNotFound } from "../../ports/account-errors.ts"
import { inTransactionOr, orFailure } from "../database/database-errors.ts"
import { orSealRefused } from "../secrets/layer.ts"

/** Turns failures of the database into KeyStoreUnavailable and leaves refusals as they are. */
export const orUnavailable = orFailure(
  (cause) => new KeyStoreUnavailable({ cause: orSealRefused(cause) }),
)

/** Runs an effect on accounts in one transaction, which a failure rolls back. */
export const inTransaction = inTransactionOr(orUnavailable)

/** The id of the account of a code; `lock` holds its row until the transaction ends. */
export const partnerIdOf = (
  sql: SqlClient.SqlClient,
  code: string,
  lock: "for no key update" | "" = "",
): Effect.Effect<string, PartnerNotFound | SqlError> =>
  Effect.flatMap(
    sql<{ readonly id: string }>`
      select id from partner where code = ${code} ${sql.literal(lock)}`,
    ([row]) =>
      row === undefined ? Effect.fail(new PartnerNotFound({ code })) : Effect.succeed(row.id),
  )

/** Highest daily limit that can be set, in calls. */
const dailyLimitMaximum = 1_000_000_000

const checkLimit = (limit: "reads" | "writes", value: number | undefined) =>
  value === undefined || (Number.isInteger(value) && value >= 0 && value <= dailyLimitMaximum)
    ? Effect.void
    : Effect.fail(new BadLimit({ limit, value, maximum: dailyLimitMaximum }))

/** Refuses daily limits that are no whole numbers in range; absent ones pass. */
export const checkLimits = (limits: {
  readonly reads?: number
  readonly writes?: number
}): Effect.Effect<void, BadLimit> =>
  Effect.andThen(checkLimit("reads", limits.reads), checkLimit("writes", limits.writes))
