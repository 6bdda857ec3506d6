import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { Actor } from "../../ports/actor.ts"
import type { AuditEntry } from "../../ports/audit-log.ts"
import { databaseNow } from "../database/now.ts"

/** Appends to the audit; called inside the transaction of what it records. */
export const recordAudit = (
  sql: SqlClient.SqlClient,
  entry: AuditEntry,
): Effect.Effect<void, SqlError> =>
  Effect.gen(function* () {
    const actor = yield* Actor
    const details = JSON.stringify(entry.details)
    yield* sql`insert into audit (at, actor, action, subject, details)
      values (${sql.literal(databaseNow)}, ${actor}, ${entry.action}, ${entry.subject}, ${details}::text::jsonb)`
  })
