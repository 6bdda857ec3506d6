import * as Cause from "effect/Cause"
import { isSqlError } from "effect/sql/SqlError"
import type { BoundedSqlError } from "./database-deadline.ts"
import { systemReason } from "./system-error.ts"

/** Why the database did not do a statement, as the end of a sentence. */
export const troubleReason = (error: unknown): string => {
  if (isSqlError(error)) return systemReason(error.reason.cause)
  return Cause.isTimeoutError(error) ? "no answer in time" : systemReason(error)
}

/** Whether an error is one of the database, missed deadlines included. */
export const isOfDatabase = (error: unknown): error is BoundedSqlError =>
  isSqlError(error) || Cause.isTimeoutError(error)
