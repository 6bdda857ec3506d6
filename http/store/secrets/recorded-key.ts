import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { databaseNow } from "../database/now.ts"
import { errorCode } from "../../platform/system-error.ts"
import { SealRefused } from "./envelope.ts"

/** The fingerprint of the master key that a database is sealed under; undefined for a new one. */
export const recordedFingerprint = (
  sql: SqlClient.SqlClient,
): Effect.Effect<string | undefined, SqlError> =>
  Effect.map(
    sql<{ readonly fingerprint: string }>`select fingerprint from master_key`,
    ([row]) => row?.fingerprint,
  )

/** Records the master key of a new database. */
export const recordFingerprint = (
  sql: SqlClient.SqlClient,
  fingerprint: string,
): Effect.Effect<void, SqlError> =>
  Effect.asVoid(
    sql`insert into master_key (fingerprint, recorded_at)
      values (${fingerprint}, ${sql.literal(databaseNow)})`,
  )

/** What the database says when something is written that is sealed under another master key. */
const otherKeyCode = "VMK01"

/** A failure of the database, in words where it has refused something sealed under another key. */
export const orSealRefused = (error: unknown): unknown => {
  const cause = isSqlError(error) ? error.reason.cause : undefined
  return cause instanceof Error && errorCode(cause) === otherKeyCode
    ? new SealRefused({ sealedWith: cause.message })
    : error
}
