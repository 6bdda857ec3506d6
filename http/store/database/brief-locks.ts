import type * as SqlError from "effect/sql/SqlError"
import { isSqlError } from "effect/sql/SqlError"
import { errorCode } from "../../platform/system-error.ts"

/**
 * How long what works for one account waits in the database for a row that another transaction
 * holds, in milliseconds. Those who share its statement or wait for its session wait no longer than
 * that: it lets go and tries again.
 */
export const lockWaitMs = 100

/**
 * SQL that bounds the waits for locks, from where it is evaluated to the end of the transaction, which
 * may be the statement that it stands in.
 */
export const boundLockWait = `set_config('lock_timeout', '${lockWaitMs}ms', true)`

/** The codes of a wait for a lock that took too long, and of a deadlock. */
const heldCodes: ReadonlySet<string | undefined> = new Set(["55P03", "40P01"])

/** Whether a statement failed for a lock, so that it may succeed once others release it. */
export const isHeldByOthers = ({ reason }: SqlError.SqlError): boolean =>
  heldCodes.has(errorCode(reason.cause))

/** The same of any failure, by the causes that it names. */
export const failedForLocks = (failure: unknown): boolean => {
  if (isSqlError(failure)) return isHeldByOthers(failure)
  return (
    typeof failure === "object" &&
    failure !== null &&
    "cause" in failure &&
    failedForLocks(failure.cause)
  )
}
