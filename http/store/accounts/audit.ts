import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { databaseNow } from "../database/now.ts"

/** Who acts, as the audit names them: `system`, or the operator at the command line. */
export const Actor = Context.Reference<string>("viatica/Actor", {
  defaultValue: () => "system",
})

/** Everything that is audited: what was done to an account, a key, a tracked link or a subscription. */
export const auditActions = [
  "partner.create",
  "partner.approve",
  "partner.suspend",
  "partner.commission",
  "key.create",
  "key.rotate",
  "key.revoke",
  "link.create",
  "link.archive",
  "subscription.advance",
] as const

/** The name of one thing that is audited. */
export type AuditAction = (typeof auditActions)[number]

/** One thing done to an account, a key, a link or a subscription; `details` never hold a secret. */
export interface AuditEntry {
  readonly action: AuditAction
  /** Partner code, key id, ref of a link, or id of a subscription. */
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

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
