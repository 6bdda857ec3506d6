import * as Cause from "effect/Cause"
import { isSqlError } from "effect/sql/SqlError"
import { systemReason } from "./errors.ts"

/** Why the database did not do a statement, as the end of a sentence. */
export const troubleReason = (error: unknown): string => {
  if (isSqlError(error)) return systemReason(error.reason.cause)
  return Cause.isTimeoutError(error) ? "no answer in time" : systemReason(error)
}
