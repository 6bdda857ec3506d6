import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { PartnerNotFound } from "../../ports/account-errors.ts"

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
